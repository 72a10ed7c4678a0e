/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Many threads, one after the other or all at once.
 *    many_threads sequential|together N
 */
#include <semaphore.h>
#include <string.h>

#include "mark.h"

static sem_t begun, go;

static void* body(void* unused) {
    sem_post(&begun);
    sem_wait(&go);
    return unused;
}

int main(int argc, char** argv) {
    MUST(argc == 3);
    const int together = strcmp(argv[1], "together") == 0, n = atoi(argv[2]);
    pthread_t* threads = malloc(sizeof *threads * (size_t)n);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 64 * 1024);
    sem_init(&begun, 0, 0);
    sem_init(&go, 0, together ? 0u : (unsigned)n);
    for (int i = 0; i < n; i++) {
        MUST(pthread_create(&threads[i], &attr, body, NULL) == 0);
        if (!together)
            join(threads[i]);
    }
    for (int i = 0; i < n; i++)
        sem_wait(&begun);
    for (int i = 0; together && i < n; i++)
        sem_post(&go);
    for (int i = 0; together && i < n; i++)
        join(threads[i]);
    free(threads);
    return 0;
}
