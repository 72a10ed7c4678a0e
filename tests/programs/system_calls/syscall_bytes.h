/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Heap blocks that the kernel reads and writes, and how much of each.
 *
 * A case is run twice, with two fillings of its blocks; what the kernel has written
 * differs from one of the two.  So what a case says of its blocks is found to be
 * true natively; under the tool, the marks say what must have been counted.
 */
#ifndef TESTS_SYSCALL_BYTES_H
#define TESTS_SYSCALL_BYTES_H

#include <string.h>

#include "mark.h"

enum { MOST_BLOCKS = 16, MOST_BYTES = 300000 };

typedef struct {
    unsigned char* at;
    size_t size;
    size_t n_written;
    int is_filled; /* what the kernel writes shows */
} Buffer;

static Buffer buffers[MOST_BLOCKS];
static int n_buffers, run_of_case;
static const char* who = "";
static unsigned char before[MOST_BLOCKS][MOST_BYTES];
static unsigned char changed[MOST_BLOCKS][MOST_BYTES];

static inline void* block(const char* name, size_t size, size_t n_read, size_t n_written,
                          int is_filled) {
    static int n_names;
    char full[60], text[120];
    snprintf(full, sizeof full, "%s%s %d", who, name, ++n_names);
    unsigned char* at = malloc(size);
    MUST(n_buffers < MOST_BLOCKS && size <= MOST_BYTES && at != NULL);
    memset(at, run_of_case == 0 ? 0x55 : 0xaa, size);
    buffers[n_buffers++] = (Buffer){at, size, n_written, is_filled};
    mark_address(full, at);
    snprintf(text, sizeof text, "moved|%s|%zu|%zu", full, n_read, n_written);
    HPCMP_MARK(text);
    return at;
}

/* A block of which the kernel writes so much, whatever it reads there. */
static inline void* room(const char* name, size_t size, size_t n_written) {
    return block(name, size, 0, n_written, 1);
}

/* A copy of `data`, which the kernel reads and may write. */
static inline void* input(const char* name, const void* data, size_t size, size_t n_read,
                          size_t n_written) {
    return memcpy(block(name, size, n_read, n_written, 0), data, size);
}

static inline void remember(void) {
    for (int i = 0; i < n_buffers; i++)
        memcpy(before[i], buffers[i].at, buffers[i].size);
}

static inline void compare(void) {
    for (int i = 0; i < n_buffers; i++)
        for (size_t k = 0; k < buffers[i].size; k++)
            changed[i][k] |= before[i][k] != buffers[i].at[k];
}

/* The call itself: only its accesses are recorded. */
#define CALL(call)                                                                                 \
    ({                                                                                             \
        remember();                                                                                \
        HPCMP_RESUME;                                                                              \
        long result_ = (long)(call);                                                               \
        HPCMP_PAUSE;                                                                               \
        compare();                                                                                 \
        result_;                                                                                   \
    })

static inline void check_buffers(const char* name) {
    for (int i = 0; i < n_buffers; i++) {
        size_t n = 0;
        for (size_t k = 0; k < buffers[i].size; k++)
            n += changed[i][k];
        if (buffers[i].is_filled && n != buffers[i].n_written) {
            fprintf(stderr, "%s, block %d: %zu bytes written\n", name, i, n);
            exit(99);
        }
        free(buffers[i].at);
    }
    n_buffers = 0;
}

static inline void run_case(const char* name, void (*body)(void)) {
    HPCMP_PAUSE;
    memset(changed, 0, sizeof changed);
    for (run_of_case = 0; run_of_case < 2; run_of_case++) {
        for (int i = 0; i < n_buffers; i++)
            free(buffers[i].at);
        n_buffers = 0;
        body();
    }
    check_buffers(name);
    HPCMP_RESUME;
}

#endif
