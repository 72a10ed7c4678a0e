/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program that allocates, says hello, and returns 3.
 *    hello [TIMES]
 */
#include "mark.h"

int main(int argc, char** argv) {
    const int times = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < times; i++) {
        volatile char* block = malloc(100);
        if (i == 0)
            mark_address("block", block);
        block[0] = 1;
        free((void*)block);
    }
    puts("hello");
    return 3;
}
