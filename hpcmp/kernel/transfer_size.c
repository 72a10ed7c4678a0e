/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/transfer_size.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"

static ULong size_of_vector(const struct vki_iovec* part, UWord n_parts) {
    if (n_parts > UIO_MAXIOV || !hp_is_readable((Addr)part, n_parts * sizeof *part))
        return HP_SIZE_UNKNOWN;
    ULong size = 0;
    for (UWord i = 0; i < n_parts; i++)
        size += part[i].iov_len;
    return size;
}

static ULong size_of_message(const struct vki_msghdr* message) {
    return hp_is_readable((Addr)message, sizeof *message)
               ? size_of_vector(message->msg_iov, message->msg_iovlen)
               : HP_SIZE_UNKNOWN;
}

ULong hp_transfer_size(UInt number, const UWord* args) {
    switch (number) {
    case __NR_read:
    case __NR_write:
    case __NR_recvfrom:
    case __NR_sendto: return args[2];
    case __NR_readv:
    case __NR_writev: return size_of_vector((const struct vki_iovec*)args[1], args[2]);
    case __NR_recvmsg:
    case __NR_sendmsg: return size_of_message((const struct vki_msghdr*)args[1]);
    default: return HP_SIZE_UNKNOWN;
    }
}
