/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a library such as MPI, whose work and heap blocks are recorded separately from the
 * program's. A thread is inside from when the program calls the library until the library returns.
 * It stays inside while the library calls functions of the program. It is not inside while it runs
 * a handler of a signal. A thread that is created inside counts as the library's as long as it
 * lives.
 */
#ifndef HP_IN_LIBRARY_H
#define HP_IN_LIBRARY_H

#include "hpcmp/threads/threads.h"

Bool hp_is_in_library(const Thread* t);
/* t enters the library; t leaves it. `where` is the result of hp_library_call. */
UInt hp_library_call(Thread* t);
void hp_library_return(Thread* t, UInt where);

#endif
