/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads inside a library whose work and heap blocks are told apart from the program's, such as
 * MPI's.  A thread is inside from where the program calls the library to where the library
 * returns, also in functions of the program that the library calls, but not in handlers of
 * signals.  A thread that is created inside is the library's as long as it lives.
 */
#ifndef HP_IN_LIBRARY_H
#define HP_IN_LIBRARY_H

#include "hpcmp/threads/threads.h"

Bool hp_is_in_library(const Thread* t);
/* t enters the library, and leaves it.  hp_library_return takes the result of hp_library_call. */
UInt hp_library_call(Thread* t);
void hp_library_return(Thread* t, UInt where);

#endif
