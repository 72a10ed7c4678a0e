/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a program of this folder tells which orders its trace must contain.
 *
 * A point is a moment of a thread: the program allocates a block of a size that no other block
 * has, and frees it. The trace contains the allocation as an event of that thread, so a checker
 * finds the point by its size. A point does not order threads, and it is never between two
 * accesses whose order is under test. point(POINT(2, 7)), the seventh point of thread 2, is an
 * allocation of 1,002,007 bytes. The main thread is thread 0.
 *
 * A program knows which values its threads have read, so it can say by the rules of C11 which
 * points are ordered in this run, whatever the schedule was. It prints a line for each such pair:
 *
 *   required 1001 2001   point 1001 happens before point 2001. The word in between is one that a
 *                        thread has waited for in a loop, or one that LOCK instructions change.
 *   named 1001 2001      the same, but only debug information can tell that the word is atomic.
 *   forbidden 1002 2001  point 1002 does not happen before point 2001.
 *   relaxed 1002 2001    the same, but only debug information can tell that, because a memory
 *                        order says it: without it, every load acquires and every store releases.
 *   untimely 1001 2001   before point 2001, the thread has looked at a word that another one
 *                        stores after point 1001. It has seen the store though it looked much
 *                        earlier, or missed it though it looked much later. This cannot be on a
 *                        machine with a processor for each thread, and less is tested then.
 *   parallelism 1.5      work divided by span while there are several threads.
 *
 * run_roles() adds pairs that are forbidden in every program: the first point of a thread comes
 * after no other thread's, and its last point before no other thread's.
 *
 * Example: thread 1 executes `data = 1; point(POINT(1, 1)); store_release(&flag); point(POINT(1,
 * 2));` and thread 2 executes `while (!load_acquire(&flag)); point(POINT(2, 1));`. Then
 * required(POINT(1, 1), POINT(2, 1)) and forbidden(POINT(1, 2), POINT(2, 1)) hold.
 *
 * With -DWEAK, memory orders that the required pairs rest on are relaxed, so that a sanitizer for
 * data races finds the data that is handed over. With -DTWIN, a program does the same with
 * objects of pthreads. Each such build lists the kinds that it has.
 */
#ifndef TESTS_ATOMICS_POINTS_H
#define TESTS_ATOMICS_POINTS_H

#include "order/rounds.h"

enum { POINT_BYTES = 1000000, POINTS_OF_THREAD = 1000, FIRST = 0, LAST = 999, MOST_PAIRS = 2000 };

#define POINT(thread, number) ((thread)*POINTS_OF_THREAD + (number))

/* The barrier keeps the compiler from leaving out an allocation that nobody uses. It names no
   memory, so it leaves accesses to memory as they are. */
static inline void point(int name) {
    void* block = malloc((size_t)POINT_BYTES + (size_t)name);
    __asm__ volatile("" : : "r"(block));
    free(block);
}

/* Each thread notes pairs in a list of its own, because a common one would order threads. */
struct pair {
    const char* what;
    int a, b;
};
static struct pairs {
    struct pair of[MOST_PAIRS];
    int n;
} pairs_of_threads[MOST_WORKERS + 1];
static double known_parallelism;

static inline void note_pair(int thread, const char* what, int a, int b) {
    struct pairs* pairs = &pairs_of_threads[thread];
    MUST(pairs->n < MOST_PAIRS);
    pairs->of[pairs->n++] = (struct pair){what, a, b};
}

/* Called by the main thread. Other threads call note_pair(). */
__attribute__((unused)) static inline void required(int a, int b) {
    note_pair(0, "required", a, b);
}

__attribute__((unused)) static inline void forbidden(int a, int b) {
    note_pair(0, "forbidden", a, b);
}

/* Thread i executes roles[i - 1](i). */
typedef void role(int me);
static role* role_of[MOST_WORKERS + 1];

static inline void* play_role(void* argument) {
    int me = number_of(argument) + 1;
    point(POINT(me, FIRST));
    role_of[me](me);
    point(POINT(me, LAST));
    return NULL;
}

static inline void run_roles(role* const* roles, int n) {
    n_workers = n;
    for (int i = 1; i <= n; i++)
        role_of[i] = roles[i - 1];
    run_workers(play_role);
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= n; j++) {
            if (i != j) {
                forbidden(POINT(i, FIRST), POINT(j, FIRST));
                forbidden(POINT(i, LAST), POINT(j, LAST));
            }
        }
    }
}

__attribute__((unused)) static inline void run_two(role* first, role* second) {
    role* roles[] = {first, second};
    run_roles(roles, 2);
}

__attribute__((unused)) static inline void run_same(role* all, int n) {
    role* roles[MOST_WORKERS];
    for (int i = 0; i < n; i++)
        roles[i] = all;
    run_roles(roles, n);
}

/* ----------------------------------------------------------------
 * The main program
 * ---------------------------------------------------------------- */

struct kind {
    const char* name;
    void (*run)(void);
};

static inline void print_pairs(void) {
    for (int thread = 0; thread <= MOST_WORKERS; thread++) {
        const struct pairs* pairs = &pairs_of_threads[thread];
        for (int i = 0; i < pairs->n; i++)
            printf("%s %d %d\n", pairs->of[i].what, pairs->of[i].a, pairs->of[i].b);
    }
    if (known_parallelism > 0)
        printf("parallelism %.4f\n", known_parallelism);
}

/* Without arguments, lists the kinds; else runs one, and prints its pairs. Work of one unit is
   50,000 instructions, so that a loop that hands over is less than a hundredth of it. */
static inline int run_kind(const struct kind* kinds, int n, int argc, char** argv) {
    unit = 50000;
    for (int i = 0; i < n; i++) {
        if (argc == 1) {
            puts(kinds[i].name);
        } else if (strcmp(kinds[i].name, argv[1]) == 0) {
            kinds[i].run();
            print_pairs();
            return 0;
        }
    }
    return argc == 1 ? 0 : 1;
}

#define RUN_KIND(kinds, argc, argv)                                                                \
    run_kind(kinds, (int)(sizeof(kinds) / sizeof((kinds)[0])), argc, argv)

#endif
