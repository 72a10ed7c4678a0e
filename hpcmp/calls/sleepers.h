/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Queues of the threads that sleep at futexes, in the order of the program.
 *
 * Between its turn and its sleep in the kernel a thread loses any amount of time, and so the
 * kernel's queues are in an order that depends on the machine. Threads of this process therefore
 * queue here, while they have the turn, and each sleeps in the kernel at a word of its own. Futexes
 * that are shared with other processes stay in the kernel's queues, and so do mutexes that inherit
 * priorities.
 */
#ifndef HP_SLEEPERS_H
#define HP_SLEEPERS_H

#include "hpcmp/threads/threads.h"

void hp_sleepers_init(void);

/* t is about to make a futex call. Wakes the threads that the call is to wake. Returns whether t
   will sleep. */
Bool hp_sleepers_begin(Thread* t, const UWord* args);
/* Does t sleep until another thread of this process, or a signal, wakes it? */
Bool hp_sleeps_until_woken(const Thread* t);
/* The call of the kernel has returned `res`. Returns the result that the program gets. */
SysRes hp_sleepers_end(Thread* t, SysRes res);

/* The kernel is to clear this word when t ends. */
void hp_sleepers_note_end_word(Thread* t, Addr word);

#endif
