/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a library whose work and heap blocks are told apart from the program's, as
 * that of MPI: from where the program calls it to where it returns, the program's functions
 * that it calls included, but not handlers of signals.  A thread that is created inside is
 * the library's as long as it lives.
 */
#ifndef HP_IN_LIBRARY_H
#define HP_IN_LIBRARY_H

#include "hpcmp/threads/threads.h"

void hp_in_library_init(void);

Bool hp_in_library(const Thread* t);
/* What it returns is given back as t leaves. */
UInt hp_library_call(Thread* t);
void hp_library_return(Thread* t, UInt where);

#endif
