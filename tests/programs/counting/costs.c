/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the tool takes of the machine, as far as it is the same on every machine:
 * memory for live blocks, and system calls that write.
 */
#include <fcntl.h>
#include <string.h>

#include "../../../bench/programs/resident.h"
#include "mark.h"

enum { WARM_UP = 20000, BLOCKS = 400000, SIZE = 64 };
/* A block of SIZE bytes takes so many in the C library's heap, and 16 more in Valgrind's. */
enum { NATIVE_BYTES = SIZE + 16, TOOL_BYTES = 64 };
enum { EVENTS_PER_WRITE = 1000 };

static char* blocks[BLOCKS];

static void allocate(int n) {
    for (int i = 0; i < n; i++)
        blocks[i] = malloc(SIZE);
}

static void release(int n) {
    for (int i = 0; i < n; i++)
        free(blocks[i]);
}

/* System calls that wrote, so far; Valgrind's are among them. */
static long n_writes(void) {
    char text[512] = "";
    const int file = open("/proc/self/io", O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0)
        return 0;
    close(file);
    const char* line = strstr(text, "syscw: ");
    return line == NULL ? 0 : strtol(line + strlen("syscw: "), NULL, 10);
}

int main(void) {
    memset(blocks, 1, sizeof blocks);
    allocate(WARM_UP);
    release(WARM_UP);

    const double before = resident_bytes();
    allocate(BLOCKS);
    const double alive = (resident_bytes() - before) / BLOCKS;
    const long writes_before = n_writes();
    release(BLOCKS);
    const long writes = n_writes() - writes_before;
    const double freed = (resident_bytes() - before) / BLOCKS;

    MUST(alive <= NATIVE_BYTES + TOOL_BYTES);
    MUST(freed <= NATIVE_BYTES);
    MUST(writes <= BLOCKS / EVENTS_PER_WRITE);
    return 0;
}
