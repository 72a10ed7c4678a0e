/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory of the whole process, under Valgrind the tool's included.
 */
#ifndef BENCH_PROGRAMS_RESIDENT_H
#define BENCH_PROGRAMS_RESIDENT_H

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes that are in memory now.  No stdio: it would allocate. */
static inline double resident_bytes(void) {
    char text[128] = "";
    const int file = open("/proc/self/statm", O_RDONLY);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0)
        return 0;
    close(file);
    char* after_total;
    (void)strtoull(text, &after_total, 10);
    return (double)strtoull(after_total, NULL, 10) * (double)sysconf(_SC_PAGESIZE);
}

#endif
