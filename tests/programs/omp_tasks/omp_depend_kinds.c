/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dependences that GCC knows from release 13 on, as libgomp gets them.  A stand-in
 * for that runtime is part of the program; it is told who waits for whom, has a
 * thread for each task, and orders them by what the tool does not see.
 *    inoutset         tasks that together write something, in no order: an
 *                     omp_depend_t of the kind 5
 *    omp_all_memory   after all earlier tasks with dependences, before all later
 *                     ones: the address 0
 */
#include <stdatomic.h>
#include <string.h>

#include "mark.h"

enum { N_TASKS = 8 };

/* --- The stand-in --- */

typedef void (*Body)(void*);

static struct {
    Body body;
    void* data;
    atomic_int is_created;
    atomic_int has_ended;
} tasks[N_TASKS];

static int n_created;

/* The tasks that each one waits for, a bit each. */
static const unsigned waits_for[N_TASKS] = {0, 0, 1 << 0, 1 << 0, 0x0c, 0x1f, 1 << 5, 1 << 5};

static int may_begin(int i) {
    int may = atomic_load(&tasks[i].is_created);
    for (int j = 0; j < N_TASKS; j++)
        if (waits_for[i] & 1U << j)
            may &= atomic_load(&tasks[j].has_ended);
    return may;
}

static void* run_task(void* number) {
    const int i = (int)(intptr_t)number;
    while (!may_begin(i))
        usleep(1000);
    tasks[i].body(tasks[i].data);
    atomic_store(&tasks[i].has_ended, 1);
    return NULL;
}

void GOMP_task(Body body, void* data, void (*copy)(void*, void*), long size, long alignment,
               int if_clause, unsigned flags, void** depend, int priority, void* detach);
void GOMP_taskwait(void);

__attribute__((noinline)) void GOMP_task(Body body, void* data, void (*copy)(void*, void*),
                                         long size, long alignment, int if_clause, unsigned flags,
                                         void** depend, int priority, void* detach) {
    enum { DEPEND = 1 << 3 };
    MUST(copy == NULL && if_clause && flags == DEPEND && depend != NULL);
    MUST(priority == 0 && detach == NULL);
    MUST(posix_memalign(&tasks[n_created].data, (size_t)alignment, (size_t)size) == 0);
    memcpy(tasks[n_created].data, data, (size_t)size);
    tasks[n_created].body = body;
    atomic_store(&tasks[n_created++].is_created, 1);
}

__attribute__((noinline)) void GOMP_taskwait(void) {
    for (int i = 0; i < n_created; i++)
        while (!atomic_load(&tasks[i].has_ended))
            usleep(1000);
}

/* --- The program, as a compiler would have it --- */

static void task(void* data) {
    work(1500000);
    HPCMP_MARK(*(const char**)data);
}

static void create(const char* text, void** depend) {
    enum { DEPEND = 1 << 3 };
    GOMP_task(task, &text, NULL, sizeof text, _Alignof(const char*), 1, DEPEND, depend, 0, NULL);
}

/* 0, numbers of all dependences and of those that are out, mutexinoutset and in; then
 * the addresses, at last those of an omp_depend_t.  Or the first two alone. */
static void create_all(void) {
    int x, y;
    void* set_of_x[] = {&x, (void*)5};
    void* writes_x[] = {(void*)1, (void*)1, &x};
    void* writes_y[] = {(void*)1, (void*)1, &y};
    void* in_set[] = {NULL, (void*)1, NULL, NULL, NULL, set_of_x};
    void* reads_x[] = {(void*)1, NULL, &x};
    void* reads_y[] = {(void*)1, NULL, &y};
    void* all_memory[] = {(void*)1, (void*)1, NULL};
    create("writes x", writes_x);
    create("writes y", writes_y);
    create("in set 0", in_set);
    create("in set 1", in_set);
    create("reads x", reads_x);
    create("all memory", all_memory);
    create("reads x again", reads_x);
    create("reads y", reads_y);
    GOMP_taskwait();
    HPCMP_MARK("waited");
}

int main(void) {
    pthread_t threads[N_TASKS];
    for (int i = 0; i < N_TASKS; i++)
        threads[i] = start(run_task, (void*)(intptr_t)i);
    HPCMP_MARK("begin");
    create_all();
    for (int i = 0; i < N_TASKS; i++) {
        join(threads[i]);
        free(tasks[i].data);
    }
    return 0;
}
