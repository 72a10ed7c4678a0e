/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Descriptors of pipes, eventfds and connections that come into the process otherwise than by
 * making or inheriting them: FIFOs and others that are opened by name, descriptors that are
 * received through a socket, and copies of another process's descriptors.
 */
#ifndef HP_ARRIVALS_H
#define HP_ARRIVALS_H

#include "hpcmp/threads/threads.h"

void hp_arrivals_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
