/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How many bytes a system call is to read or write.
 */
#ifndef HP_TRANSFER_SIZE_H
#define HP_TRANSFER_SIZE_H

#include "pub_tool_basics.h"

/* The size is unknown for calls other than read and write, readv and writev, recvfrom and sendto,
   recvmsg and sendmsg, and if the buffers' sizes cannot be read. */
#define HP_SIZE_UNKNOWN (~0ULL)

ULong hp_transfer_size(UInt number, const UWord* args);

#endif
