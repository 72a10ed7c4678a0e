/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libgomp: tasks, and constructs that wait for tasks.
 */
#include <stddef.h>
#include <stdint.h>

#include "hpcmp/openmp/program/gomp/gomp.h"

typedef void (*Copy)(void*, void*);

/* Bits of `flags`, see gomp-constants.h of GCC. */
enum {
    FLAG_DEPEND = 1 << 3,
    FLAG_NOGROUP = 1 << 11,
    FLAG_REDUCTION = 1 << 12,
    FLAG_DETACH = 1 << 13
};

/* Stands before a task's data, if there are any, wherever the library puts them.  It
 * uses the first words of the data itself: of a detachable task for the event, of a loop for the
 * first and the last iteration, and reads the third if there are reductions. */
typedef struct {
    Word first[3];
    Word n_written; /* how many of those the library writes */
    Body body;
    Copy copy;   /* how the data are copied; NULL: byte by byte, and this too */
    void* data;  /* the creator's */
    Word offset; /* from here to the task's data */
    Word task;   /* its number */
} Header;

/* Called by the library instead of the body. */
static void run(void* argument) {
    const Header* header = argument;
    Word* data = (Word*)((char*)argument + header->offset);
    const int is_detachable = header->n_written == 1;
    for (Word i = 0; header->data != NULL && i < header->n_written; i++)
        data[i] = header->first[i];
    TELL(OMP_TASK_BEGIN, header->task, is_detachable ? header->first[0] : 0);
    header->body(data);
    TELL(OMP_TASK_END);
}

/* Copy constructors are code of the program. */
static void copy(void* to, void* from) {
    const Header* header = from;
    *(Header*)to = *header;
    TELL(OMP_LEAVE);
    header->copy((char*)to + header->offset, header->data);
    TELL(OMP_ENTER);
}

/* As the library would, in whose place it is done: it counts as ours. */
static void copy_bytes(char* to, const char* from, Word n) {
    for (Word i = 0; i < n; i++)
        to[i] = from[i];
}

static Word round_up(Word n, Word alignment) {
    return (n + alignment - 1) & ~(alignment - 1);
}

static HpOmpTaskKind kind_of(Word if_clause, Word flags) {
    if (if_clause & 1)
        return HP_OMP_TASK;
    return flags & FLAG_DETACH ? HP_OMP_UNDEFERRED_DETACHABLE_TASK : HP_OMP_UNDEFERRED_TASK;
}

/* All that a task construct passes to the library. */
typedef struct {
    Header header;
    Word size; /* of the data */
    Word alignment;
} Task;

static Task describe(Body body, void* data, Copy copy_data, Word size, Word alignment) {
    const Word least = _Alignof(Header);
    const Word all = alignment > least ? alignment : least;
    const Word offset = round_up(sizeof(Header), all);
    return (Task){
        {.body = body, .copy = copy_data, .data = data, .offset = offset}, offset + size, all};
}

/* Puts header and data at an aligned place in the buffer. */
static void* place(const Task* task, char* buffer) {
    char* place = (char*)round_up((Word)buffer, task->alignment);
    const Header* header = &task->header;
    *(Header*)place = *header;
    if (header->copy == NULL && header->data != NULL)
        copy_bytes(place + header->offset, header->data, task->size - header->offset);
    return place;
}

GOMP(void, GOMP_task, GOMPZutask,
     (Body body, void* data, Copy copy_data, Word size, Word alignment, Word if_clause, Word flags,
      void** depend, Word priority, Word* detach)) {
    OrigFn original;
    Word unused;
    VALGRIND_GET_ORIG_FN(original);
    const Word is_detachable = flags & FLAG_DETACH;
    const Word number =
        ASK(OMP_TASK_CREATE, body, flags & FLAG_DEPEND ? depend : NULL, kind_of(if_clause, flags));
    if (number == 0) {
        CALL_FN_W_10W(unused, original, body, data, copy_data, size, alignment, if_clause, flags,
                      depend, priority, detach);
        return;
    }
    Task task = describe(body, data, copy_data, size, alignment);
    task.header.task = number;
    task.header.n_written = is_detachable != 0;
    char buffer[task.size + task.alignment];
    CALL_FN_W_10W(unused, original, run, place(&task, buffer), copy_data == NULL ? NULL : copy,
                  task.size, task.alignment, if_clause, flags, depend, priority, detach);
    TELL(OMP_TASK_CREATED, number, is_detachable ? *detach : 0, 0);
}

/* start, end and step are passed on. */
#define TASKLOOP(fn, zfn)                                                                          \
    GOMP(void, fn, zfn,                                                                            \
         (Body body, void* data, Copy copy_data, Word size, Word alignment, Word flags,            \
          Word n_tasks, Word priority, Word start, Word end, Word step)) {                         \
        OrigFn original;                                                                           \
        Word unused;                                                                               \
        VALGRIND_GET_ORIG_FN(original);                                                            \
        const Word is_group = (flags & FLAG_NOGROUP) == 0;                                         \
        if (is_group)                                                                              \
            TELL(OMP_TASKGROUP_BEGIN);                                                             \
        const Word number = ASK(OMP_TASK_CREATE, body, 0, HP_OMP_TASKLOOP);                        \
        if (number == 0) {                                                                         \
            CALL_FN_W_11W(unused, original, body, data, copy_data, size, alignment, flags,         \
                          n_tasks, priority, start, end, step);                                    \
            return;                                                                                \
        }                                                                                          \
        Task task = describe(body, data, copy_data, size, alignment);                              \
        task.header.task = number;                                                                 \
        task.header.n_written = 2;                                                                 \
        if (flags & FLAG_REDUCTION)                                                                \
            task.header.first[2] = ((const Word*)data)[2];                                         \
        char buffer[task.size + task.alignment];                                                   \
        CALL_FN_W_11W(unused, original, run, place(&task, buffer),                                 \
                      copy_data == NULL ? NULL : copy, task.size, task.alignment, flags, n_tasks,  \
                      priority, start, end, step);                                                 \
        if (is_group)                                                                              \
            TELL(OMP_TASKGROUP_END);                                                               \
        TELL(OMP_TASK_CREATED, number, 0, is_group);                                               \
    }

TASKLOOP(GOMP_taskloop, GOMPZutaskloop)
TASKLOOP(GOMP_taskloop_ull, GOMPZutaskloopZuull)

GOMP_ASK_TELL(omp_fulfill_event, ompZufulfillZuevent, (Word event), (OMP_FULFILL, event),
              CALL_FN_v_W(original, event), (OMP_LEAVE))

GOMP_ASK_TELL(GOMP_taskwait, GOMPZutaskwait, (void), (OMP_TASKWAIT), CALL_FN_v_v(original),
              (OMP_TASKWAITED, 0))
GOMP_ASK_TELL(GOMP_taskwait_depend, GOMPZutaskwaitZudepend, (void** depend), (OMP_TASKWAIT),
              CALL_FN_v_W(original, depend), (OMP_TASKWAITED, depend))

GOMP(void, GOMP_taskgroup_start, GOMPZutaskgroupZustart, (void)) {
    OrigFn original;
    VALGRIND_GET_ORIG_FN(original);
    TELL(OMP_TASKGROUP_BEGIN);
    CALL_FN_v_v(original);
}

GOMP_ASK_TELL(GOMP_taskgroup_end, GOMPZutaskgroupZuend, (void), (OMP_TASKGROUP_WAIT),
              CALL_FN_v_v(original), (OMP_TASKGROUP_END))
