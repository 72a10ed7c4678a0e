/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names that the program gives its threads.
 */
#ifndef HP_THREAD_NAMES_H
#define HP_THREAD_NAMES_H

#include "hpcmp/threads/threads.h"

/* A system call has returned. If it has named a thread, tells the name. */
void hp_thread_names_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
