/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread increments a counter, and nothing else, while another one works and reads the counter
 * from time to time.  Prints what was read.  Both do the same number of instructions a round, so
 * the counter has grown by about ROUNDS at each reading.
 *
 *    counter [READINGS]       without READINGS, nobody reads the counter before the end
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 50000, MOST = 10, ALL = (MOST + 4) * ROUNDS };

static unsigned counter;
static unsigned read_by_reader[MOST];
static int n_readings;

/* A round of each loop has three instructions. */
static void* increment(void* unused) {
    long n = ALL;
    __asm__ volatile("1: lock addl $1, %1\n sub $1, %0\n jne 1b" : "+r"(n), "+m"(counter) : : "cc");
    return unused;
}

static void* work(void* unused) {
    for (int i = 0; i < n_readings; i++) {
        long n = ROUNDS;
        __asm__ volatile("1: nop\n sub $1, %0\n jne 1b" : "+r"(n) : : "cc");
        read_by_reader[i] = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
    }
    return unused;
}

int main(int argc, char** argv) {
    pthread_t threads[2];
    n_readings = argc > 1 ? atoi(argv[1]) : 0;
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, n_readings > 0 ? work : increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < n_readings; i++)
        printf("%u\n", read_by_reader[i]);
    return 0;
}
