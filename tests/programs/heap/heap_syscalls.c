/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the kernel reads and writes on the program's behalf.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "mark.h"

static char* named(const char* name, size_t size) {
    char* block = calloc(1, size);
    mark_address(name, block);
    return block;
}

static int scratch_file(void) {
    static const char text[1000];
    char name[] = "scratch-XXXXXX";
    const int file = mkstemp(name);
    MUST(file >= 0 && unlink(name) == 0);
    MUST(write(file, text, sizeof text) == sizeof text);
    return file;
}

int main(void) {
    int pipe_ends[2];
    const int file = scratch_file();
    MUST(pipe(pipe_ends) == 0);

    char* block = named("pread", 200);
    MUST(pread(file, block + 50, 100, 0) == 100);
    block = named("pwrite", 200);
    MUST(pwrite(file, block + 50, 77, 0) == 77);

    /* Asked for 200, given 10. */
    block = named("short read", 200);
    MUST(write(pipe_ends[1], "0123456789", 10) == 10);
    MUST(read(pipe_ends[0], block, 200) == 10);

    char *first = named("readv 1", 100), *second = named("readv 2", 100);
    struct iovec parts[] = {{first, 40}, {second, 60}};
    MUST(lseek(file, 0, SEEK_SET) == 0);
    MUST(readv(file, parts, 2) == 100);
    MUST(writev(file, parts, 2) == 100);

    /* A buffer that goes on behind the block's end, into its slack. */
    block = named("clipped", 100);
    MUST(pread(file, block + 96, 8, 0) == 8);

    /* A string: its end is read too. */
    block = named("path", 30);
    static const char path[] = "/nonexistent";
    for (size_t i = 0; i + 1 < sizeof path; i++)
        ((volatile char*)block)[i] = path[i];
    MUST(syscall(SYS_open, block, O_RDONLY) == -1);
    return 0;
}
