/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Limits the size of files, allocates more blocks than such a file can tell of, and
 * runs to its end.
 */
#include <stdlib.h>
#include <sys/resource.h>

enum { LARGEST_FILE = 200000, BLOCKS = 40000 };

int main(void) {
    const struct rlimit limit = {LARGEST_FILE, LARGEST_FILE};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    for (int i = 0; i < BLOCKS; i++) {
        void* volatile block = malloc(1 + i % 100);
        free(block);
    }
    return 0;
}
