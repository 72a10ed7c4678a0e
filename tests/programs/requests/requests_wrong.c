/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Requests that make no sense.
 */
#include "mark.h"

int main(void) {
    static char object;
    char* const nowhere = NULL;
    char* const kernel = (char*)0xffff800000000000;
    volatile char* block;

    HPCMP_RESUME;
    HPCMP_RESUME;
    HPCMP_PRIM_END(&object);
    HPCMP_RELEASE(nowhere);
    HPCMP_ACQUIRE(nowhere);
    HPCMP_ACQUIRE(&object);
    HPCMP_RELEASE_SEQ(nowhere, 3);
    HPCMP_ACQUIRE_SEQ(&object, 1000000);
    HPCMP_PRIM_BEGIN(nowhere, &object);
    HPCMP_PRIM_BEGIN(kernel, &object);
    HPCMP_PRIM_BEGIN("name", nowhere);
    HPCMP_PRIM_BEGIN("name", &object);
    HPCMP_PRIM_BEGIN("another", &object);
    HPCMP_PRIM_END(&object);
    HPCMP_PRIM_END(&object);
    HPCMP_SEM_TAKEN(&object);
    HPCMP_BARRIER_DEPART(&object);
    HPCMP_BARRIER_ARRIVE(&object);
    HPCMP_SEM_POST(&object);
    HPCMP_BARRIER_DEPART(&object);
    HPCMP_MARK(nowhere);
    HPCMP_MARK(kernel);

    /* Requests that only the preload library makes, from anywhere. */
    for (unsigned request = 0; request < 64; request++)
        for (unsigned long argument = 0; argument < 3; argument++)
            VALGRIND_DO_CLIENT_REQUEST_STMT(
                VG_USERREQ_TOOL_BASE('H', 'P') + 0x1000 + request, argument,
                argument == 1 ? (unsigned long)kernel : argument, argument, 0, 0);

    /* Recording goes on as if nothing had been said. */
    block = malloc(100);
    mark_address("block", block);
    for (int i = 0; i < 100; i++)
        block[i] = 1;
    free((void*)block);
    HPCMP_PAUSE;
    return 0;
}
