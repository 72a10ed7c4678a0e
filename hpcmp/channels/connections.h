/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Connections of stream sockets, Unix or TCP. Each direction of a connection is a pipe, whichever
 * processes have its ends. Connections that a runtime library makes for itself are ignored.
 */
#ifndef HP_CONNECTIONS_H
#define HP_CONNECTIONS_H

#include "hpcmp/threads/threads.h"

/* The process has got the descriptor fd, which may be an end of a connection. */
void hp_connection_add(Thread* t, UWord fd);

void hp_connections_before(Thread* t, UInt number, const UWord* args);
void hp_connections_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
