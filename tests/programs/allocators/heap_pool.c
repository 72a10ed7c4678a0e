/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An allocator of the program's own: small objects, as close together as can
 * be, inside a block of malloc's.
 */
#include <string.h>

#include "mark.h"

enum { OBJECTS = 20, HEADER = 3, SIZE = 4096 };

static volatile char* pool;
static volatile char* pool_end;

static volatile char* take(const char* name, size_t size) {
    volatile char* object = pool_end;
    pool_end += size;
    VALGRIND_MALLOCLIKE_BLOCK(object, size, 0, 0);
    mark_address(name, object);
    return object;
}

static void write_all(volatile char* object, size_t size) {
    for (size_t i = 0; i < size; i++)
        object[i] = 1;
}

int main(void) {
    volatile char* objects[OBJECTS];
    pool = malloc(SIZE);
    write_all(pool, HEADER);
    mark_address("pool", pool);
    pool_end = pool + HEADER;
    for (int i = 0; i < OBJECTS; i++) {
        char name[20];
        snprintf(name, sizeof name, "object %d", i + 1);
        objects[i] = take(name, (size_t)i + 1);
    }
    for (int i = 0; i < OBJECTS; i++)
        write_all(objects[i], (size_t)i + 1);

    /* One access over the end of the 7th object and the begin of the 8th. */
    *(volatile int*)(objects[7] - 1) = 0;

    volatile char* resized = take("resized", 16);
    write_all(resized, 16);
    VALGRIND_RESIZEINPLACE_BLOCK(resized, 16, 40, 0);
    mark_address("grown", resized);
    write_all(resized, 40);
    VALGRIND_RESIZEINPLACE_BLOCK(resized, 40, 10, 0);
    mark_address("shrunk", resized);
    write_all(resized, 40);

    for (int i = 0; i < OBJECTS; i++)
        VALGRIND_FREELIKE_BLOCK(objects[i], 0);
    HPCMP_MARK("freed");
    write_all(objects[0], 1);
    VALGRIND_FREELIKE_BLOCK(objects[0], 0);
    VALGRIND_FREELIKE_BLOCK(pool, 0);
    VALGRIND_RESIZEINPLACE_BLOCK(pool + 1, 16, 40, 0);

    /* free ends what lives inside. */
    take("left over", 64);
    HPCMP_MARK("frees the pool");
    free((void*)pool);

    /* Not inside any block. */
    static char outside[100];
    VALGRIND_MALLOCLIKE_BLOCK(outside, sizeof outside, 0, 0);
    mark_address("outside", outside);
    write_all(outside, sizeof outside);
    VALGRIND_FREELIKE_BLOCK(outside, 0);
    return 0;
}
