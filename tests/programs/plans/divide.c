/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Divide and conquer: each part is divided in two, of which a thread of its own solves one.
 */
#include "memory.h"

/* bench/plans compiles this with other sizes, too. */
#ifndef DEPTH
#define DEPTH 3
#define SIZE 100000
#endif

typedef struct {
    int depth;
    size_t size;
    unsigned char* result;
} Part;

static void* solve(void* argument) {
    Part* part = argument;
    unsigned char* own = worked(part->size, 1);
    if (part->depth == 0) {
        part->result = own;
        return NULL;
    }
    Part first = {part->depth - 1, part->size / 2, NULL};
    Part second = {part->depth - 1, part->size / 2 - part->size / 8, NULL};
    pthread_t helper = begin(solve, (long)&first);
    solve(&second);
    end(helper);
    part->result = worked(part->size, 1);
    free(first.result);
    free(second.result);
    free(own);
    return NULL;
}

int main(void) {
    Part all = {DEPTH, SIZE, NULL};
    solve(&all);
    free(all.result);
    return 0;
}
