/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks of the program's own allocator whose outer block is freed before their end is
 * announced.
 */
#include "mark.h"

int main(void) {
    for (int round = 0; round < 3; round++) {
        char* outer = malloc(200);
        VALGRIND_MALLOCLIKE_BLOCK(outer + 16, 84, 0, 1);
        VALGRIND_MALLOCLIKE_BLOCK(outer + 100, 100, 0, 1);
        mark_address("inner", outer + 16);
        outer[120] = 1;
        free(outer);
        VALGRIND_FREELIKE_BLOCK(outer + 100, 0);
        VALGRIND_FREELIKE_BLOCK(outer + 16, 0);
        fprintf(stderr, "round %d\n", round);
        if (round == 2) /* a second time: that is wrong */
            VALGRIND_FREELIKE_BLOCK(outer + 16, 0);
    }
    return 0;
}
