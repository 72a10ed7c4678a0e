/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tasks whose end is that of an event, which a thread fulfils that is in no team: long
 * after their bodies have ended.
 */
#include "omp/omp_meet.h"

#define NO_EVENT ((omp_event_handle_t)0)

static omp_event_handle_t of_task;
static Meeting has_event;

static void* fulfil(void* text) {
    meet(&has_event, 2);
    usleep(50000);
    HPCMP_MARK(text);
    omp_fulfill_event(of_task);
    return NULL;
}

static pthread_t start_to_fulfil(const char* text) {
    has_event = 0;
    return start(fulfil, (void*)(intptr_t)text);
}

static void body(const char* text, omp_event_handle_t event) {
    of_task = event;
    HPCMP_MARK(text);
    meet(&has_event, 2);
}

static void waited_for(void) {
    omp_event_handle_t event = NO_EVENT;
    const pthread_t thread = start_to_fulfil("fulfils the child");
#pragma omp task detach(event)
    body("child's body", event);
#pragma omp taskwait
    HPCMP_MARK("child waited for");
    join(thread);
}

static void depended_on(void) {
    int x = 0;
    omp_event_handle_t event = NO_EVENT;
    const pthread_t thread = start_to_fulfil("fulfils the writer");
#pragma omp task detach(event) depend(out : x)
    body("writer's body", event);
#pragma omp task depend(in : x)
    HPCMP_MARK("reads");
#pragma omp taskwait
    join(thread);
    MUST(x == 0);
}

/* With other data, too. */
static void grouped(int n) {
    const pthread_t thread = start_to_fulfil("fulfils the member");
#pragma omp taskgroup
    {
        omp_event_handle_t event = NO_EVENT;
#pragma omp task detach(event) firstprivate(n)
        {
            MUST(n == 7);
            body("member's body", event);
        }
    }
    HPCMP_MARK("group waited for");
    join(thread);
}

#ifdef __clang__

/* Nobody but the barrier waits for it.  (In libgomp 12 all threads of the team then wait
 * for ever.) */
static void last_way(void) {
    static pthread_t thread;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        {
            omp_event_handle_t event = NO_EVENT;
            thread = start_to_fulfil("fulfils the rest");
#pragma omp task detach(event)
            body("rest's body", event);
        }
#pragma omp barrier
        mark_number("after barrier", omp_get_thread_num());
    }
    join(thread);
}

#else

/* The thread goes on when the event is fulfilled.  (LLVM's does at once.) */
static void last_way(void) {
    omp_event_handle_t event = NO_EVENT;
    const pthread_t thread = start_to_fulfil("fulfils the undeferred");
#pragma omp task if (0) detach(event)
    body("undeferred's body", event);
    HPCMP_MARK("goes on");
    join(thread);
}

#endif

int main(void) {
    start_runtime();
    HPCMP_MARK("begin");
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        waited_for();
        depended_on();
        grouped(7);
    }
    last_way();
    HPCMP_MARK("end");
    return 0;
}
