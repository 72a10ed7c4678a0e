// SPDX-License-Identifier: GPL-2.0-or-later
// A pipeline of three threads, which hand 60 items on through queues of four.  The thread
// "compress" works four times as long at each item as each of the others: of 6 units, 4 are its.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

enum { ITEMS = 60, PLACES = 4, UNIT = 50000 };

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int items;
};

#define EMPTY_QUEUE                                                                                \
    { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 }
static struct queue to_compress = EMPTY_QUEUE;
static struct queue to_write = EMPTY_QUEUE;

static void change(struct queue* queue, int by) {
    pthread_mutex_lock(&queue->lock);
    while (queue->items + by < 0 || queue->items + by > PLACES)
        pthread_cond_wait(&queue->changed, &queue->lock);
    queue->items += by;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

__attribute__((noinline)) static void fill(void) {
    for (volatile int i = 0; i < UNIT; ++i)
        ;
}

__attribute__((noinline)) static void squeeze(void) {
    for (volatile int i = 0; i < 4 * UNIT; ++i)
        ;
}

__attribute__((noinline)) static void store(void) {
    for (volatile int i = 0; i < UNIT; ++i)
        ;
}

static void* compress_all(void* unused) {
    for (int i = 0; i < ITEMS; ++i) {
        change(&to_compress, -1);
        squeeze();
        change(&to_write, 1);
    }
    return unused;
}

static void* write_all(void* unused) {
    for (int i = 0; i < ITEMS; ++i) {
        change(&to_write, -1);
        store();
    }
    return unused;
}

int main(void) {
    pthread_t compress, write;
    pthread_create(&compress, NULL, compress_all, NULL);
    pthread_create(&write, NULL, write_all, NULL);
    pthread_setname_np(compress, "compress");
    pthread_setname_np(write, "write");
    for (int i = 0; i < ITEMS; ++i) {
        fill();
        change(&to_compress, 1);
    }
    pthread_join(compress, NULL);
    pthread_join(write, NULL);
}
