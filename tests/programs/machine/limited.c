/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads a file that says which processors there are, while it may write no files.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    struct rlimit former, none;
    char text[2] = "";
    getrlimit(RLIMIT_FSIZE, &former);
    none = former;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &none);
    const int fd = open("/sys/devices/system/cpu/online", O_RDONLY);
    const ssize_t n = read(fd, text, 1);
    close(fd);
    setrlimit(RLIMIT_FSIZE, &former);
    printf("%zd byte: %s\n", n, text);
    return 0;
}
