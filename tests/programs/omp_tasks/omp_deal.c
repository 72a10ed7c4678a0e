/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * omp_deal KIND WORKERS ITEMS [UNIT]: OpenMP deals items to workers as they are free, in a "loop",
 * in a "critical" section, as "tasks", or as "equal" ones.
 */
#include <omp.h>
#include <stdbool.h>

#include "order/rounds.h"

static bool are_equal;

static void do_next(int item) {
    n_done[omp_get_thread_num()]++;
    if (are_equal)
        units(4);
    else
        do_item(item);
}

/* -1: there is none left. */
static int take(void) {
    static int next_item;
    int item;
#pragma omp critical
    item = next_item < n_rounds ? next_item++ : -1;
    return item;
}

static void deal(void) {
#pragma omp parallel num_threads(n_workers)
    for (int item; (item = take()) >= 0;)
        do_next(item);
}

static void loop(void) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(n_workers)
    for (int item = 0; item < n_rounds; item++)
        do_next(item);
}

static void tasks(void) {
#pragma omp parallel num_threads(n_workers)
#pragma omp single
    for (int item = 0; item < n_rounds; item++)
#pragma omp task firstprivate(item)
        do_next(item);
}

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    are_equal = strcmp(argv[1], "equal") == 0;
    if (strcmp(argv[1], "loop") == 0)
        loop();
    else if (strcmp(argv[1], "critical") == 0)
        deal();
    else
        tasks();
    print_done();
}
