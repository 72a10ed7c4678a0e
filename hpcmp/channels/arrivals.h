/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Descriptors of pipes, eventfds and connections that the process has neither made nor inherited.
 * It has got them by opening a FIFO or another file by name, by receiving a descriptor through a
 * socket, or by copying a descriptor of another process.
 */
#ifndef HP_ARRIVALS_H
#define HP_ARRIVALS_H

#include "hpcmp/threads/threads.h"

void hp_arrivals_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
