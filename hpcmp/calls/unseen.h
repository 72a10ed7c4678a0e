/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Notes in the trace (TRACE_INFO_UNSEEN) that the program uses something that the tool does not
 * record.
 */
#ifndef HP_UNSEEN_H
#define HP_UNSEEN_H

#include "hpcmp/threads/threads.h"

void hp_unseen_after(Thread* t, UInt number, const UWord* args, SysRes res);
/* A signal ends the process. t is the thread that has got the signal. */
void hp_unseen_tell_fatal_signal(Thread* t, UInt signal);

#endif
