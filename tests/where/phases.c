/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Short superblocks, a function call each, and then, between two events, a loop of long ones; in
 * two threads, which have turns.
 */
#include <pthread.h>

static volatile unsigned sink;

static __attribute__((noinline)) void one(unsigned i) {
    sink += i;
}

static __attribute__((noinline)) void calls(void) {
    for (unsigned i = 0; i < 3000; i++)
        one(i);
}

static __attribute__((noinline)) unsigned loop(unsigned char* row) {
    for (unsigned i = 1; i < 260000; i++) {
        unsigned char* here = &row[i % 64 + 1];
        *here = (here[-1] + here[0] + here[1]) / 3;
    }
    return row[1];
}

static void* rounds(void* of) {
    pthread_mutex_t* lock = of;
    unsigned char row[66] = {1};
    for (int round = 0; round < 10; round++) {
        calls();
        pthread_mutex_lock(lock);
        sink = loop(row);
        pthread_mutex_unlock(lock);
    }
    return NULL;
}

int main(void) {
    pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
    pthread_t other;
    pthread_create(&other, NULL, rounds, &locks[0]);
    rounds(&locks[1]);
    pthread_join(other, NULL);
    return 0;
}
