/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dependences of the kind inoutset: tasks that together write something, in no order.
 * LLVM's runtime knew it before its compiler did, so tasks are created as a compiler
 * that knows it has them created, with the runtime's functions.
 */
#include "omp/omp_meet.h"

/* A task as the runtime allocates it, its data behind. */
typedef struct Task {
    void* shared;
    int (*routine)(int thread, struct Task* task);
    void* of_the_runtime[3];
    const char* text;
    Meeting* meeting;
    int n;
} Task;

enum { IN = 1, OUT = 2, INOUTSET = 8 };

typedef struct {
    long address;
    size_t size;
    unsigned char kind;
} Dependence;

enum { TIED = 1 };

int __kmpc_global_thread_num(void* location);
Task* __kmpc_omp_task_alloc(void* location, int thread, int flags, size_t size, size_t size_shared,
                            int (*routine)(int, Task*));
int __kmpc_omp_task_with_deps(void* location, int thread, Task* task, int n,
                              Dependence* dependences, int n_none, void* none);

/* The compiler passes a place in the code.  This one says nothing, so it fits any place. */
static struct {
    int reserved[4];
    const char* text;
} location = {{0, 2, 0, 0}, ";unknown;unknown;0;0;;"};

static Meeting set, readers;

static int run(int thread, Task* task) {
    (void)thread;
    meet(task->meeting, task->n);
    share();
    HPCMP_MARK(task->text);
    return 0;
}

static void create(const char* text, int kind, const void* address, Meeting* meeting, int n) {
    const int thread = __kmpc_global_thread_num(&location);
    Task* task = __kmpc_omp_task_alloc(&location, thread, TIED, sizeof *task, 0, run);
    task->text = text;
    task->meeting = meeting;
    task->n = n;
    Dependence dependence = {(long)address, 0, (unsigned char)kind};
    __kmpc_omp_task_with_deps(&location, thread, task, 1, &dependence, 0, NULL);
}

static void create_all(void) {
    int x, y;
    Meeting alone = 0;
    create("writes x", OUT, &x, &alone, 1);
    create("in set 0", INOUTSET, &x, &set, 3);
    create("in set 1", INOUTSET, &x, &set, 3);
    create("writes y", OUT, &y, &set, 3);
    create("reads x 0", IN, &x, &readers, 2);
    create("reads x 1", IN, &x, &readers, 2);
#pragma omp taskwait
}

int main(void) {
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(4)
#pragma omp single
    create_all();
    HPCMP_MARK("end");
    return 0;
}
