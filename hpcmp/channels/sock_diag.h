/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the socket at the other end of a connection. Sockets are named by the kernel's cookies,
 * which are numbers that no other socket has while the machine runs.
 */
#ifndef HP_SOCK_DIAG_H
#define HP_SOCK_DIAG_H

#include "hpcmp/base/basics.h"

/* The value of a numeric option of SOL_SOCKET. 0 if there is no such option, or if fd is no socket.
 */
Int hp_socket_option(Int fd, Int option);
/* The cookie of the socket fd. 0 if the kernel does not tell it. */
ULong hp_socket_cookie(Int fd);
/* The cookie of the socket to which the socket fd, Unix or TCP, is connected. 0 if fd is not
   connected, if the other socket is closed or on another machine, or if the kernel does not tell.
 */
ULong hp_socket_peer_cookie(Int fd);

#endif
