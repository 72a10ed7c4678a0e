/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks of known sizes and lives, each byte of which is written once, and some read; one function
 * for each kind of life.  The most is live in the middle.
 */
#include <stdlib.h>

enum { SHORT = 50, SHORT_SIZE = 40, EARLY = 3, EARLY_SIZE = 1000, BIG = 10, BIG_SIZE = 4096 };

static char* last;

static void touch(volatile char* block, int written, int read) {
    for (int i = 0; i < written; i++)
        block[i] = 1;
    for (int i = 0; i < read; i++)
        (void)block[i];
}

static __attribute__((noinline)) void short_lived(void) {
    for (int i = 0; i < SHORT; i++) {
        char* block = malloc(SHORT_SIZE);
        touch(block, SHORT_SIZE, i);
        free(block);
    }
}

/* Live at once, but not when most is. */
static __attribute__((noinline)) void early(void) {
    char* blocks[EARLY];
    for (int i = 0; i < EARLY; i++) {
        blocks[i] = malloc(EARLY_SIZE);
        touch(blocks[i], EARLY_SIZE, 0);
    }
    for (int i = 0; i < EARLY; i++)
        free(blocks[i]);
}

static inline __attribute__((always_inline)) char* inlined(int size) {
    return malloc((size_t)size);
}

static __attribute__((noinline)) char* recurses(int depth) {
    char* block = depth == 0 ? inlined(BIG_SIZE) : recurses(depth - 1);
    touch(block, depth == 0 ? BIG_SIZE : 0, depth);
    return block;
}

static __attribute__((noinline)) void cleared(void) {
    last = calloc(25, 8);
    touch(last, 0, 200);
}

int main(void) {
    char* blocks[BIG];
    short_lived();
    early();
    for (int i = 0; i < BIG; i++)
        blocks[i] = recurses(i % 2);
    for (int i = 0; i < BIG - 3; i++)
        free(blocks[i]);
    cleared();
    return 0;
}
