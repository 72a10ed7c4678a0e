/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dependences between tasks.  Tasks that do not depend on each other meet, so that
 * they are executed by threads of their own.
 */
#include "omp/omp_meet.h"

static Meeting writers, readers, others;

static void task(const char* text, Meeting* meeting, int n) {
    meet(meeting, n);
    share();
    HPCMP_MARK(text);
}

static void create(void) {
    int x = 0, y = 0, z = 0;
    omp_depend_t writes_z;
#pragma omp depobj(writes_z) depend(inout : z)
#pragma omp task depend(out : x)
    task("writes x", &writers, 2);
#pragma omp task depend(out : y)
    task("writes y", &writers, 2);
#pragma omp task depend(in : x)
    task("reads x 0", &readers, 3);
#pragma omp task depend(in : x)
    task("reads x 1", &readers, 3);
#pragma omp task depend(in : y) depend(depobj : writes_z)
    task("writes z", &readers, 3);
#pragma omp task depend(inout : x) depend(in : y)
    task("updates x", &others, 2);
#pragma omp task depend(mutexinoutset : z)
    task("excludes 0", &others, 2);
#pragma omp task depend(mutexinoutset : z)
    task("excludes 1", &others, 2);
#pragma omp taskwait depend(in : x)
    HPCMP_MARK("x waited for");
#pragma omp task if (0) depend(in : z)
    HPCMP_MARK("undeferred");
#pragma omp depobj(writes_z) destroy
#pragma omp taskwait
    HPCMP_MARK("all waited for");
    MUST(x + y + z == 0);
}

int main(void) {
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(4)
#pragma omp single
    create();
    HPCMP_MARK("end");
    return 0;
}
