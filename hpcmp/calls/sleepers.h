/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Queues of the threads that sleep at futexes, in the order of the program.
 *
 * Between a thread's turn and its sleep in the kernel, any amount of time may pass. So the order of
 * the kernel's queues depends on the machine. Threads of this process therefore queue here, while
 * they have the turn, and each of them sleeps in the kernel at a word of its own. Two kinds of
 * futexes stay in the kernel's queues: those that are shared with other processes, and those of
 * mutexes that inherit priorities.
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

/* The program has asked the kernel to clear this word when t ends. */
void hp_sleepers_note_end_word(Thread* t, Addr word);

#endif
