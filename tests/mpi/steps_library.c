/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Steps (steps.h) for programs in other languages, which call MPI themselves.
 */
#include "steps.h"

void steps_begin(int rank, int size) {
    g_rank = rank;
    g_size = size;
}

void step_before(void) {
    before();
}

void step_after(const char* what, unsigned ranks) {
    after(what, ranks);
}

void step_expect(int is, int should_be, const char* what) {
    expect(is, should_be, what);
}

void steps_end(void) {
    printf("rank %d of %d: %d steps\n", g_rank, g_size, g_step);
    fflush(stdout);
}
