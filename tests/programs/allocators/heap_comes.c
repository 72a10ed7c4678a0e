/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks come, go and come again where the same code has found none before: in
 * static memory, in a mapping far from all others, and on a stack.
 */
#include <sys/mman.h>
#include <valgrind.h>

#include "mark.h"

enum { PAGE = 4096, SIZE = 64, ROUNDS = 100 };

static char static_page[2 * PAGE] __attribute__((aligned(PAGE)));

/* Reads a byte ROUNDS times. */
__attribute__((noinline)) static void touch(const volatile char* at) {
    for (int i = 0; i < ROUNDS; i++)
        (void)*at;
}

/* There is a block in the place, and then another one. */
static void come_and_go(const char* name, const char* again, char* place) {
    touch(place);
    VALGRIND_MALLOCLIKE_BLOCK(place, SIZE, 0, 0);
    mark_address(name, place);
    touch(place);
    touch(place + SIZE);
    VALGRIND_FREELIKE_BLOCK(place, 0);
    touch(place);
    VALGRIND_MALLOCLIKE_BLOCK(place, 2 * SIZE, 0, 0);
    mark_address(again, place);
    touch(place + SIZE);
    VALGRIND_FREELIKE_BLOCK(place, 0);
    touch(place);
}

static void* on_a_stack(void* unused) {
    char local[4 * PAGE];
    come_and_go("stack", "stack again", local + 2 * PAGE);
    return unused;
}

int main(void) {
    char* mapped = mmap((void*)0x300000000000, PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MUST(mapped != MAP_FAILED);
    come_and_go("static", "static again", static_page);
    come_and_go("mapped", "mapped again", mapped);
    in_a_thread(on_a_stack, NULL);
    char* block = malloc(SIZE);
    MUST(block != NULL);
    mark_address("malloc", block);
    touch(block);
    free(block);
    return 0;
}
