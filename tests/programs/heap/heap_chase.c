/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists whose nodes are followed for long, each pass in another order, so that a
 * place in the code meets another block each time.  The nodes are malloc's, or lie in
 * mappings that are 16 GiB apart, page by page, or are packed as close as can be.
 */
#include <stdint.h>
#include <sys/mman.h>

#include "mark.h"

enum { NODES = 64, PASSES = 4000, PAGES = 16, PAGE = 4096 };

typedef struct Node {
    struct Node* next;
    uint32_t visits;
} __attribute__((packed)) Node;

static Node* all[4 * NODES];
static unsigned n_all;

static void add(const char* kind, unsigned i, Node* node) {
    char name[30];
    snprintf(name, sizeof name, "%s %u", kind, i);
    node->visits = 0;
    mark_address(name, node);
    all[n_all++] = node;
}

/* Writes 8 bytes of each, and makes a ring of all. */
static void link_all(unsigned step) {
    for (unsigned i = 0; i < n_all; i++)
        all[i * step % n_all]->next = all[(i + 1) * step % n_all];
}

/* Reads 12 bytes of each and writes 4. */
static __attribute__((noinline)) void follow(Node* node) {
    for (unsigned i = 0; i < n_all; i++) {
        node->visits++;
        node = node->next;
    }
}

static char* map_at(uintptr_t address) {
    char* area = mmap((void*)address, PAGES * PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (area == MAP_FAILED)
        exit(3);
    return area;
}

static void add_apart(const char* kind, char* area, size_t distance) {
    for (unsigned i = 0; i < NODES; i++) {
        Node* node = (Node*)(area + i * distance);
        VALGRIND_MALLOCLIKE_BLOCK(node, sizeof *node, 0, 0);
        add(kind, i, node);
    }
}

int main(void) {
    const uintptr_t near = 0x200000000, sixteen_gib = 1ULL << 34;
    char* low = map_at(near);
    char* high = map_at(near + sixteen_gib);
    for (unsigned i = 0; i < NODES; i++)
        add("malloc", i, malloc(sizeof(Node)));
    add_apart("low", low, 256);
    add_apart("high", high, 256);
    add_apart("packed", low + 8 * PAGE, sizeof(Node));

    for (unsigned pass = 0; pass < PASSES; pass++) {
        link_all(2 * pass + 1);
        follow(all[pass % n_all]);
    }

    /* The pages that they were alone in are nobody's, and then others' again. */
    for (unsigned i = NODES; i < n_all; i++)
        VALGRIND_FREELIKE_BLOCK(all[i], 0);
    for (unsigned i = NODES; i < n_all; i++)
        all[i]->visits++;
    n_all = NODES;
    add_apart("again", high + 128, 256);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        link_all(2 * pass + 1);
        follow(all[0]);
    }
    return 0;
}
