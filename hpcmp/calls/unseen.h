/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The trace says what the program uses that is not recorded: TRACE_INFO_UNSEEN.
 */
#ifndef HP_UNSEEN_H
#define HP_UNSEEN_H

#include "hpcmp/threads/threads.h"

void hp_unseen_after(Thread* t, UInt number, const UWord* args, SysRes res);
/* A signal ends the process, and t is the thread that it has come to. */
void hp_unseen_tell_fatal_signal(Thread* t, UInt signal);

#endif
