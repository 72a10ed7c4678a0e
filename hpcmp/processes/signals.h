/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Signals that one thread of the program sends to another thread or to the process. A thread that
 * receives a signal (in a handler, with sigwait or through a signalfd) comes after the thread that
 * sent it.
 *
 * The object of signal number n has the address HP_SIGNAL_ADDRESSES + n in the trace
 * (object_addresses.h).
 */
#ifndef HP_SIGNALS_H
#define HP_SIGNALS_H

#include "hpcmp/threads/threads.h"

void hp_signals_init(void);

/* The number of the latest signal that has come to a thread, or 0 if there was none. If a thread
   has sent SIGKILL since, it is SIGKILL. If a signal ends the process, it is this signal, because
   no other one is delivered afterwards. */
UInt hp_latest_signal(void);

void hp_signals_before(Thread* t, UInt number, const UWord* args);
void hp_signals_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
