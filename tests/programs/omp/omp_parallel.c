/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parallel regions in all their forms, one after the other.
 */
#include "omp_meet.h"

static void do_share(const char* text) {
    mark_number(text, omp_get_thread_num());
    share();
}

static void loops(void) {
    int sum = 0;
#pragma omp parallel for num_threads(3) schedule(static) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
        sum += i;
#pragma omp parallel for num_threads(3) schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
        sum += i;
#pragma omp parallel for num_threads(3) schedule(guided, 2) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
        sum += i;
#pragma omp parallel for num_threads(3) schedule(runtime) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
        sum += i;
#pragma omp parallel for num_threads(3) schedule(monotonic : dynamic) reduction(+ : sum)
    for (int i = 0; i < 30; i++)
        sum += i;
    MUST(sum == 5 * 435);
}

static void sections(void) {
    int a = 0, b = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        a = 1;
#pragma omp section
        b = 2;
    }
    MUST(a + b == 3);
}

static void nested(void) {
    int sum = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        const int outer = omp_get_thread_num();
        mark_number("outer", outer);
#pragma omp parallel num_threads(2) reduction(+ : sum)
        {
            mark_number(outer ? "inner 1" : "inner 0", omp_get_thread_num());
            sum += 1;
        }
        mark_number("after inner", outer);
    }
    MUST(sum == 4);
}

int main(void) {
    HPCMP_MARK("team of 4");
#pragma omp parallel num_threads(4)
    do_share("four");
    HPCMP_MARK("team of 2");
#pragma omp parallel num_threads(2)
    do_share("two");
    HPCMP_MARK("team of 1");
#pragma omp parallel num_threads(1)
    do_share("one");
    HPCMP_MARK("not parallel");
#pragma omp parallel if (0)
    do_share("none");
    HPCMP_MARK("loops");
    loops();
    HPCMP_MARK("sections");
    sections();
    HPCMP_MARK("nested");
    nested();
    HPCMP_MARK("end");
    return 0;
}
