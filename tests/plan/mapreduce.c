// SPDX-License-Identifier: GPL-2.0-or-later
//
// Eight threads fill a large buffer each, count what is in it and leave a small result: the example
// of docs/manual.md.  Fewer of them are planned faster.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef PARTS
#define PARTS 8
#endif
enum { parts = PARTS, words = 20000 };
static unsigned* results[parts];

/* Reads a part into a large buffer, and leaves a small result. */
static void* map(void* part) {
    unsigned n = (unsigned)(size_t)part, *buffer = malloc((n + 1) * words * sizeof *buffer);
    unsigned* result = calloc(16 * words / 100, sizeof *result);
    for (unsigned i = 0; i < (n + 1) * words; i++)
        buffer[i] = i * n;
    for (unsigned i = 0; i < (n + 1) * words; i++)
        result[buffer[i] % (16 * words / 100)]++;
    free(buffer);
    results[n] = result;
    return NULL;
}

int main(void) {
    pthread_t threads[parts];
    for (size_t n = 0; n < parts; n++)
        pthread_create(&threads[n], NULL, map, (void*)n);
    for (unsigned n = 0; n < parts; n++) {
        pthread_join(threads[n], NULL);
        free(results[n]);
    }
    return 0;
}
