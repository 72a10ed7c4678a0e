/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * io_uring, of which the trace can only say that it is there.
 */
#include <linux/io_uring.h>
#include <string.h>
#include <sys/syscall.h>

#include "mark.h"

int main(void) {
    struct io_uring_params params;
    memset(&params, 0, sizeof params);
    const long ring = syscall(SYS_io_uring_setup, 4, &params);
    if (ring < 0)
        return 77;
    close((int)ring);
    memset(&params, 0, sizeof params);
    MUST(syscall(SYS_io_uring_setup, 4, NULL) == -1); /* says nothing */
    return 0;
}
