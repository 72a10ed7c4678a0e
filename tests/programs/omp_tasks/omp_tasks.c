/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tasks, and all that waits for them.  Those that meet are executed by threads of
 * their own.
 */
#include "omp/omp_meet.h"

enum { THREADS = 4 };

static Meeting waited, grouped, bound, looped, spread, grand;

static void task(const char* text, int number, Meeting* meeting) {
    meet(meeting, THREADS);
    share();
    mark_number(text, number);
}

static void children(void) {
    HPCMP_MARK("creates");
    for (int i = 0; i < THREADS; i++)
#pragma omp task firstprivate(i)
        task("child", i, &waited);
#pragma omp taskwait
    HPCMP_MARK("children waited for");
}

/* taskwait waits for children only, a taskgroup for theirs, too. */
static void grandchildren(void) {
#pragma omp taskgroup
    {
#pragma omp task
        {
#pragma omp task
            {
                HPCMP_MARK("grandchild");
                meet(&grand, 2);
            }
            meet(&grand, 2);
            HPCMP_MARK("its parent");
        }
#pragma omp taskwait
        HPCMP_MARK("grandchild not waited for");
        for (int i = 0; i < THREADS; i++)
#pragma omp task firstprivate(i)
            task("member", i, &grouped);
    }
    HPCMP_MARK("group waited for");
}

static void loops(void) {
#pragma omp taskloop num_tasks(THREADS)
    for (int i = 0; i < THREADS; i++)
        task("loop", i, &looped);
    HPCMP_MARK("loop waited for");
#pragma omp taskloop num_tasks(THREADS) nogroup
    for (unsigned long long i = 0; i < THREADS; i++)
        task("free loop", (int)i, &spread);
#pragma omp taskwait
    HPCMP_MARK("free loop waited for");
}

/* Its end is that of its event, which another task fulfils. */
static void detach(void) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event)
    HPCMP_MARK("detached body");
#pragma omp task firstprivate(event)
    {
        HPCMP_MARK("fulfils");
        omp_fulfill_event(event);
    }
#pragma omp taskwait
    HPCMP_MARK("detached waited for");
}

static void undeferred(void) {
    int sum = 0;
#pragma omp task if (0) shared(sum)
    sum += 1;
#pragma omp task final(1) shared(sum)
    {
#pragma omp task shared(sum)
        sum += 2;
    }
#pragma omp taskwait
    MUST(sum == 3);
}

int main(void) {
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp single
        {
            children();
            grandchildren();
            loops();
            detach();
            undeferred();
            HPCMP_MARK("leaves the rest");
            for (int i = 0; i < THREADS; i++)
#pragma omp task firstprivate(i)
                task("rest", i, &bound);
        }
        mark_number("after barrier", omp_get_thread_num());
#pragma omp single nowait
        for (int i = 0; i < THREADS; i++)
#pragma omp task firstprivate(i)
            mark_number("last", i);
    }
    HPCMP_MARK("end");
#pragma omp task
    HPCMP_MARK("alone");
#pragma omp taskwait
#pragma omp taskloop
    for (int i = 0; i < 2; i++)
        mark_number("alone in a loop", i);
    return 0;
}
