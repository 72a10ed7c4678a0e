/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program that writes a few bytes behind its blocks, gets away with it natively,
 * and so must it under the tool.
 *
 *     heap_overrun BYTES
 */
#include <string.h>

#include "mark.h"

/* A multiple of what Valgrind's allocator rounds up to, so that nothing is left
   over behind a block. */
enum { SIZE = 48, BLOCKS = 64, FREED = 12 };

static volatile size_t n_too_many;

int main(int argc, char** argv) {
    MUST(argc == 2);
    n_too_many = (size_t)atoi(argv[1]);
    char* volatile blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        blocks[i] = malloc(SIZE);
    for (int i = 0; i < BLOCKS; i += 2)
        memset(blocks[i], 'A', SIZE + n_too_many);
    for (int i = 0; i < FREED; i += 2)
        free(blocks[i]);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[0] = malloc(SIZE + 7 * i);
        free(blocks[0]);
    }
    return 0;
}
