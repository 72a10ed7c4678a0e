/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Work that takes so many instructions that what surrounds it does not count, and what the
 * programs of this folder have in common: so many workers, of which each says at its end how
 * much it has done.  tests/order/ knows what a machine with a processor for each does.
 */
#ifndef TESTS_ROUNDS_H
#define TESTS_ROUNDS_H

#include <string.h>

#include "mark.h"

enum { MOST_WORKERS = 64 };

static int n_workers;
static int n_rounds;
static unsigned long unit = 5000; /* instructions */
static int n_done[MOST_WORKERS];

/* KIND WORKERS ROUNDS [UNIT] */
static inline void read_arguments(int argc, char** argv) {
    MUST(argc == 4 || argc == 5);
    n_workers = atoi(argv[2]);
    n_rounds = atoi(argv[3]);
    if (argc == 5)
        unit = strtoul(argv[4], NULL, 10);
}

/* n, to 3.  Each multiplication waits for the one before, so that two threads on one
   processor's core hardly slow each other down. */
static inline void instructions(unsigned long n) {
    unsigned long rounds = n / 3 + 1, product = 1;
    __asm__ volatile("1: imul %1, %1\n\tdec %0\n\tjnz 1b" : "+r"(rounds), "+r"(product) : : "cc");
}

static inline void units(unsigned long n) {
    instructions(n * unit);
}

/* An item costs 1 to 8 units. */
static inline void do_item(int item) {
    units(1 + (unsigned)item * 7 % 8);
}

/* Worker i gets a pointer to the i-th of these. */
static int numbers[MOST_WORKERS];

static inline int number_of(const void* argument) {
    return *(const int*)argument;
}

__attribute__((unused)) static inline void run_workers(void* (*body)(void*)) {
    pthread_t threads[MOST_WORKERS];
    for (int i = 0; i < n_workers; i++) {
        numbers[i] = i;
        threads[i] = start(body, &numbers[i]);
    }
    for (int i = 0; i < n_workers; i++)
        join(threads[i]);
}

/* Worker `me` does this in each round.  The program's first argument names the kind. */
typedef struct {
    const char* name;
    void (*round)(int me, int round);
} RoundKind;
static const RoundKind* round_kind;

static void* do_rounds(void* argument) {
    for (int round = 0; round < n_rounds; round++)
        round_kind->round(number_of(argument), round);
    return NULL;
}

__attribute__((unused)) static inline void choose_rounds(const RoundKind* kinds, size_t n,
                                                         const char* name) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(kinds[i].name, name) == 0)
            round_kind = &kinds[i];
    MUST(round_kind != NULL);
}

__attribute__((unused)) static inline void run_rounds(void) {
    run_workers(do_rounds);
}

static inline void print_done(void) {
    for (int i = 0; i < n_workers; i++)
        printf("%d\n", n_done[i]);
}

#endif
