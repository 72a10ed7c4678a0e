/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Producers and consumers of a queue with a mutex and two condition variables.
 *
 * CHANGE: more        a producer makes one more item
 *         fewer       a consumer leaves one item early
 *         larger      items are larger
 *         spin        a spin lock in the place of the mutex where an item is counted
 *         object      the queue's mutex in the place of the other one where an item is counted
 *         thread      one more thread is begun, which does nothing
 *         early       the process ends as soon as the first consumer does
 */
#include "memory.h"

/* bench/plans compiles this with other sizes, too. */
#ifndef PRODUCERS
#define PRODUCERS 2
#define CONSUMERS 2
#define ITEMS 6
#define ROOM 3
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counter = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_item = PTHREAD_COND_INITIALIZER;
static struct {
    unsigned char* block;
    size_t size;
} queue[ROOM];
static int n_put, n_taken, n_left = PRODUCERS * ITEMS, n_counted;

static void put(unsigned char* block, size_t size) {
    pthread_mutex_lock(&lock);
    while (n_put - n_taken == ROOM)
        pthread_cond_wait(&has_room, &lock);
    queue[n_put % ROOM].block = block;
    queue[n_put++ % ROOM].size = size;
    pthread_cond_signal(&has_item);
    pthread_mutex_unlock(&lock);
}

static void count(void) {
    if (changes("spin")) {
        pthread_spin_lock(&spin);
        n_counted++;
        pthread_spin_unlock(&spin);
    } else {
        pthread_mutex_t* mutex = changes("object") ? &lock : &counter;
        pthread_mutex_lock(mutex);
        n_counted++;
        pthread_mutex_unlock(mutex);
    }
}

static void* produce(void* number) {
    long producer = (long)number;
    int n = ITEMS + (changes("more") && producer == 1);
    for (int i = 0; i < n; i++) {
        size_t size = (1 + (producer * 5 + i * 3) % 9) * (changes("larger") ? 4000 : 2000);
        put(worked(size, 2), size);
        count();
    }
    return NULL;
}

/* NULL: there are no more. */
static unsigned char* take(size_t* size) {
    unsigned char* block = NULL;
    pthread_mutex_lock(&lock);
    while (n_put == n_taken && n_left > 0)
        pthread_cond_wait(&has_item, &lock);
    if (n_left > 0) {
        block = queue[n_taken % ROOM].block;
        *size = queue[n_taken++ % ROOM].size;
        if (--n_left == 0)
            pthread_cond_broadcast(&has_item);
        pthread_cond_signal(&has_room);
    }
    pthread_mutex_unlock(&lock);
    return block;
}

static void* consume(void* number) {
    size_t size;
    unsigned char* block;
    while ((block = take(&size)) != NULL) {
        unsigned char* copy = worked(2 * size, 2);
        free(copy);
        free(block);
    }
    if (changes("early") && number == NULL)
        exit(0);
    return NULL;
}

static void* nothing(void* unused) {
    return unused;
}

int main(int argc, char** argv) {
    pthread_t threads[PRODUCERS + CONSUMERS];
    change = argc > 1 ? argv[1] : "";
    n_left += changes("more") - changes("fewer");
    pthread_spin_init(&spin, 0);
    for (long i = 0; i < PRODUCERS; i++)
        threads[i] = begin(produce, i);
    for (long i = 0; i < CONSUMERS; i++)
        threads[PRODUCERS + i] = begin(consume, i);
    if (changes("thread"))
        end(begin(nothing, 0));
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        end(threads[i]);
    return 0;
}
