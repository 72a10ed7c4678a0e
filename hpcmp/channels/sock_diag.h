/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the socket at the other end of a connection. Sockets are named by the kernel's cookies,
 * which are numbers that no other socket has while the machine runs.
 */
#ifndef HP_SOCK_DIAG_H
#define HP_SOCK_DIAG_H

#include "hpcmp/base/basics.h"

/* An option of SOL_SOCKET that is a number; 0: it is none, or fd is no socket. */
Int hp_socket_option(Int fd, Int option);
/* 0: the kernel does not tell. */
ULong hp_socket_cookie(Int fd);
/* The cookie of the socket to which this one, of Unix or TCP, is connected. 0: it is not connected,
   or the other one is on another machine or closed, or the kernel does not tell. */
ULong hp_socket_peer_cookie(Int fd);

#endif
