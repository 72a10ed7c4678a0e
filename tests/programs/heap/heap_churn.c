/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A single thread that allocates, resizes, reads and writes, and never over a
 * block's end: what DHAT counts too.  It says what DHAT counts differently.
 *    heap_churn [system-calls]
 */
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 64, ROUNDS = 40 };

static char* blocks[BLOCKS];
static size_t sizes[BLOCKS];
static size_t copied_by_realloc, strings_for_the_kernel;

static unsigned next_random(unsigned* state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void write_block(volatile char* block, size_t size, unsigned step) {
    for (size_t i = 0; i < size; i += step)
        block[i] = (char)i;
}

static unsigned read_block(const volatile char* block, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += (unsigned char)block[i];
    return sum;
}

/* A block of size 0 counts as one of 1. */
static void resize(int i, size_t size) {
    if (blocks[i] != NULL) {
        const size_t old = sizes[i] == 0 ? 1 : sizes[i];
        copied_by_realloc += old < size ? old : size;
    }
    blocks[i] = realloc(blocks[i], size);
}

static unsigned churn(unsigned* state) {
    unsigned sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        size_t size = next_random(state) % 300;
        switch (next_random(state) % 4) {
        case 0:
            free(blocks[i]);
            blocks[i] = malloc(size);
            break;
        case 1:
            free(blocks[i]);
            blocks[i] = calloc(1, size);
            break;
        case 2: resize(i, ++size); break;
        default:
            free(blocks[i]);
            blocks[i] = aligned_alloc(64, size);
            break;
        }
        sizes[i] = size;
        write_block(blocks[i], size, 1 + next_random(state) % 3);
        sum += read_block(blocks[i], size / 2);
    }
    return sum;
}

static void make_system_calls(void) {
    int ends[2];
    char* path = strdup("/dev/zero");
    const int file = open(path, O_RDONLY);
    strings_for_the_kernel++;
    if (file < 0 || pipe(ends) != 0)
        exit(1);
    char* block = malloc(1000);
    struct iovec* parts = malloc(2 * sizeof *parts);
    parts[0] = (struct iovec){block, 100};
    parts[1] = (struct iovec){block + 500, 50};
    if (read(file, block, 1000) != 1000 || writev(ends[1], parts, 2) != 150 ||
        read(ends[0], block, 1000) != 150 || write(ends[1], block, 77) != 77)
        exit(1);
    free(path);
    free(block);
    free(parts);
}

int main(int argc, char** argv) {
    unsigned state = 1, sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += churn(&state);
    if (argc > 1 && strcmp(argv[1], "system-calls") == 0)
        make_system_calls();
    printf("checksum %u\n", sum);
    printf("realloc copied %zu\n", copied_by_realloc);
    printf("strings %zu\n", strings_for_the_kernel);
    return 0;
}
