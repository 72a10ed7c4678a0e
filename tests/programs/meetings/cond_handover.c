/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue of one element, a mutex and two condition variables, as every
 * textbook has it.
 */
#include "mark.h"

enum { ITEMS = 200, CONSUMERS = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int item, total;

static void put(int value) {
    pthread_mutex_lock(&mutex);
    while (item != 0)
        pthread_cond_wait(&emptied, &mutex);
    item = value;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
}

static int take(void) {
    pthread_mutex_lock(&mutex);
    while (item == 0)
        pthread_cond_wait(&filled, &mutex);
    const int value = item;
    item = 0;
    total += value > 0 ? value : 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&mutex);
    return value;
}

static void* consume(void* unused) {
    while (take() > 0)
        work(3000);
    return unused;
}

int main(void) {
    pthread_t threads[CONSUMERS];
    mark_address("filled", &filled);
    mark_address("emptied", &emptied);
    mark_address("mutex", &mutex);
    for (int i = 0; i < CONSUMERS; i++)
        threads[i] = start(consume, NULL);
    for (int i = 1; i <= ITEMS; i++)
        put(i);
    for (int i = 0; i < CONSUMERS; i++)
        put(-1);
    for (int i = 0; i < CONSUMERS; i++)
        join(threads[i]);
    printf("%d\n", total);
    return 0;
}
