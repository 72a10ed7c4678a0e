/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signals that one thread of the program sends to another or to the process: a thread that receives
 * one, in a handler, with sigwait or through a signalfd, comes after the thread that sent it.
 *
 * The object of signal number n goes by the number HP_SIGNAL_ADDRESSES + n (object_addresses.h).
 */
#ifndef HP_SIGNALS_H
#define HP_SIGNALS_H

#include "hpcmp/threads/threads.h"

void hp_signals_init(void);

/* The number of the latest signal that has come to any thread, 0 before the first one; or SIGKILL,
   if a thread has sent it since.  If a signal has ended the process, it is this one, because no
   other is delivered afterwards. */
UInt hp_latest_signal(void);

void hp_signals_before(Thread* t, UInt number, const UWord* args);
void hp_signals_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
