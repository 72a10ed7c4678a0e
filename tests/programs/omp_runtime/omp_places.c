/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where the runtime binds its threads to: each says its set of processors and where it runs.
 */
#include <omp.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
    cpu_set_t first;
    sched_getaffinity(0, sizeof first, &first);
#pragma omp parallel num_threads(4)
#pragma omp critical
    {
        cpu_set_t set;
        sched_getaffinity(0, sizeof set, &set);
        const int here = sched_getcpu();
        printf("thread %d: %d of %d, %s\n", omp_get_thread_num(), omp_get_place_num(),
               omp_get_num_places(),
               CPU_COUNT(&set) == 1 && CPU_ISSET(here, &set) ? "there" : "away");
    }
    return 0;
}
