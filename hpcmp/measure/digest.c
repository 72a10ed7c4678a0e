/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/digest.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

const Digest hm_digest_of_nothing = {0, 0xcbf29ce484222325ULL};

static void add(Digest* digest, const unsigned char* bytes, size_t n) {
    digest->bytes += n;
    for (size_t i = 0; i < n; i++)
        digest->hash = (digest->hash ^ bytes[i]) * 0x100000001b3ULL;
}

/* False: nobody reads any more. */
static int pass_on(int to, const unsigned char* bytes, size_t n) {
    while (n > 0) {
        const ssize_t written = write(to, bytes, n);
        if (written < 0 && errno != EINTR)
            return 0;
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        }
    }
    return 1;
}

/* Whether something can be read.  It waits for that no longer than the child lives. */
static int has_more(int pipe, int child) {
    struct pollfd ends[2] = {{pipe, POLLIN, 0}, {child, POLLIN, 0}};
    while (poll(ends, 2, -1) < 0)
        if (errno != EINTR)
            return 0;
    if (ends[0].revents == 0)
        poll(ends, 1, 0); /* written just before the child ended */
    return ends[0].revents != 0;
}

void hm_digest_output(Digest* digest, int pipe, pid_t child, int to) {
    unsigned char bytes[1 << 16];
    /* Before Linux 5.3 there is none (-1), which poll leaves out: then all writers have to end. */
    const int child_end = (int)syscall(SYS_pidfd_open, child, 0);
    while (has_more(pipe, child_end)) {
        const ssize_t n = read(pipe, bytes, sizeof bytes);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        if (n < 0)
            continue;
        add(digest, bytes, (size_t)n);
        if (to >= 0 && !pass_on(to, bytes, (size_t)n))
            break;
    }
    if (child_end >= 0)
        close(child_end);
}
