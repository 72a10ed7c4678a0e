/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads of OpenMP say their numbers, and in which region they are, by blocks of that size. */
#include <omp.h>
#include <stdlib.h>

static void say(int region) {
    free(malloc(1000 * region + omp_get_thread_num()));
}

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4) /* region 1 */
    say(1);
#pragma omp parallel num_threads(3) /* region 2 */
    {
        say(2);
#pragma omp parallel num_threads(2) /* region 3 */
        say(3);
#pragma omp parallel num_threads(3) /* region 4 */
        say(4);
    }
#pragma omp parallel num_threads(2) /* region 5 */
    say(5);
#pragma omp parallel num_threads(1) /* region 7 */
    say(7);
#pragma omp parallel num_threads(5) /* region 6 */
    say(6);
    return 0;
}
