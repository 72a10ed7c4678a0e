/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Connections of stream sockets, of Unix and TCP: each direction is a pipe, whichever processes
 * have its ends.  Those that a runtime library makes are its business.
 */
#ifndef HP_CONNECTIONS_H
#define HP_CONNECTIONS_H

#include "hpcmp/threads/threads.h"

/* fd, which has come into the process, may be an end of one. */
void hp_connection_add(Thread* t, UWord fd);

void hp_connections_before(Thread* t, UInt number, const UWord* args);
void hp_connections_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
