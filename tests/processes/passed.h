// SPDX-License-Identifier: GPL-2.0-or-later
//
// Descriptors that go from process to process with a byte through a socket.
#ifndef PASSED_H
#define PASSED_H

#include <string.h>
#include <sys/socket.h>

enum { MOST_PASSED = 2 };

// Sends n of them, or receives them.  Returns whether it could.
static int pass(int through, int is_sender, int* fds, int n) {
    char byte = 'x';
    struct iovec data = {&byte, 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(MOST_PASSED * sizeof(int))] = {0};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(n * sizeof(int));
    struct cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(n * sizeof(int));
    if (is_sender) {
        memcpy(CMSG_DATA(rights), fds, n * sizeof(int));
        return sendmsg(through, &message, 0) == 1;
    }
    if (recvmsg(through, &message, 0) != 1)
        return 0;
    memcpy(fds, CMSG_DATA(rights), n * sizeof(int));
    return 1;
}

#endif
