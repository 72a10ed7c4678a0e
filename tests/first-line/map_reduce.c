// SPDX-License-Identifier: GPL-2.0-or-later
// The main thread reads, which is half of the time with four threads; these count.  Each of 1,000
// words is copied for a moment, by a function that only calls malloc, and the table of 100 blocks
// of 10,000 bytes is never freed.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, UNIT = 4000000, WORDS = 1000, BLOCKS = 100, BLOCK = 10000 };

static char* table[BLOCKS];

__attribute__((noinline)) static void* xmalloc(size_t size) {
    void* memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

__attribute__((noinline)) static void read_all(void) {
    for (volatile int i = 0; i < UNIT; ++i)
        ;
    for (int i = 0; i < BLOCKS; ++i)
        table[i] = memset(xmalloc(BLOCK), i, BLOCK);
}

__attribute__((noinline)) static void copy_word(void) {
    char* word = xmalloc(32);
    memset(word, 'a', 32);
    free(word);
}

__attribute__((noinline)) static void count_all(void) {
    for (volatile int i = 0; i < UNIT; ++i)
        ;
    for (int i = 0; i < WORDS / THREADS; ++i)
        copy_word();
}

static void* map(void* unused) {
    count_all();
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
    read_all();
    for (int i = 0; i < THREADS; ++i)
        pthread_create(&threads[i], NULL, map, NULL);
    for (int i = 0; i < THREADS; ++i)
        pthread_join(threads[i], NULL);
}
