/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Loops that change a word again and again: the last change is the thread's release, and all that
 * the thread has done before that one lies before the release, to the byte.
 */
#include "mark.h"

enum { ROUNDS = 1000 };

static unsigned* word;
static unsigned long* other;

/* `lock addl` begins the superblock of its loop. */
static void repeat_alone(void) {
    unsigned long n = ROUNDS;
    __asm__ volatile("1: lock addl $1, (%1); dec %0; jnz 1b" : "+r"(n) : "r"(word) : "memory");
}

/* Another superblock goes on to it. */
static void repeat_behind_another(void) {
    unsigned long n = ROUNDS;
    __asm__ volatile("1: mov $1, %%eax; lock xaddl %%eax, (%1); add $0, %%eax; dec %0; jnz 1b"
                     : "+r"(n)
                     : "r"(word)
                     : "memory", "eax");
}

/* The loop looks at the word, too. */
static void repeat_by_comparing(void) {
    unsigned long n = ROUNDS;
    __asm__ volatile("1: mov (%1), %%eax; 2: lea 1(%%rax), %%edx; lock cmpxchgl %%edx, (%1);"
                     "jne 2b; dec %0; jnz 1b"
                     : "+r"(n)
                     : "r"(word)
                     : "memory", "eax", "edx");
}

/* In each round the loop stores to another block, which its site holds. */
static void repeat_with_stores(void) {
    unsigned long n = ROUNDS;
    __asm__ volatile("1: lock addl $1, (%1); nop; nop; addq $1, (%2); dec %0; jnz 1b"
                     : "+r"(n)
                     : "r"(word), "r"(other)
                     : "memory");
}

static void store_behind(void) {
    for (int i = 0; i < ROUNDS; i++)
        __asm__ volatile("movq $1, (%0)" : : "r"(other) : "memory");
}

static const struct {
    const char* name;
    void (*repeat)(void);
} loops[] = {{"alone", repeat_alone},
             {"behind another", repeat_behind_another},
             {"by comparing", repeat_by_comparing},
             {"with stores", repeat_with_stores}};

static void* change(void* unused) {
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++) {
        HPCMP_MARK(loops[i].name);
        loops[i].repeat();
        store_behind();
        HPCMP_MARK("over");
        sched_yield();
    }
    return unused;
}

int main(void) {
    word = malloc(64);
    other = malloc(64);
    *word = 0;
    *other = 0;
    mark_address("word", word);
    mark_address("other", other);
    in_a_thread(change, NULL);
    MUST(*word == 4 * ROUNDS);
    return 0;
}
