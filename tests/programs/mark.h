/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a program under test names what its .prog file asks for.
 */
#ifndef TESTS_MARK_H
#define TESTS_MARK_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hpcmp.h"

/* The object or heap block at this address will be asked for as `name`. */
static inline void mark_address(const char* name, const volatile void* address) {
    char text[80];
    snprintf(text, sizeof text, "%s=%#lx", name, (unsigned long)address);
    HPCMP_MARK(text);
}

/* The condition must hold in the program itself, natively and under the tool. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            exit(99);                                                                              \
        }                                                                                          \
    } while (0)

/* Instructions that the compiler cannot leave out. */
static inline void work(unsigned long rounds) {
    volatile unsigned long i = 0;
    while (i < rounds)
        i = i + 1;
}

static inline pthread_t start(void* (*body)(void*), void* argument) {
    pthread_t thread;
    MUST(pthread_create(&thread, NULL, body, argument) == 0);
    return thread;
}

static inline void join(pthread_t thread) {
    MUST(pthread_join(thread, NULL) == 0);
}

/* Runs body in a thread of its own, to its end. */
static inline void in_a_thread(void* (*body)(void*), void* argument) {
    join(start(body, argument));
}

#endif
