/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Work on heap blocks, for programs whose memory depends on the order of their steps.  All of them
 * take an argument, CHANGE, by which they deviate from what they do without it.
 */
#ifndef TESTS_PLANS_MEMORY_H
#define TESTS_PLANS_MEMORY_H

#include <semaphore.h>
#include <string.h>

#include "mark.h"

static const char* change = "";

static inline int changes(const char* how) {
    return strcmp(change, how) == 0;
}

/* A block whose bytes have been written, by so many rounds of work. */
static inline unsigned char* worked(size_t size, int rounds) {
    unsigned char* block = malloc(size);
    MUST(block != NULL);
    memset(block, 1, size);
    for (int round = 0; round < rounds; round++)
        for (size_t i = 64; i < size; i += 64)
            block[i] += block[i - 64];
    return block;
}

static inline void work_on(unsigned char* block, size_t size) {
    for (size_t i = 64; i < size; i += 64)
        block[i] ^= block[i - 64];
}

static inline pthread_t begin(void* (*run)(void*), long number) {
    pthread_t thread;
    MUST(pthread_create(&thread, NULL, run, (void*)number) == 0);
    return thread;
}

static inline void end(pthread_t thread) {
    MUST(pthread_join(thread, NULL) == 0);
}

#endif
