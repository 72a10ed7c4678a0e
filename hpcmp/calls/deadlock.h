/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells the user that all threads wait for each other, because a program that hangs looks
 * like a tool that hangs.  Example:
 *
 *   no thread can go on, unless a signal wakes one:
 *     thread 1 waits for the end of thread 2, at main (phil.c:30)
 *     thread 2 waits for mutex 0x4c3068 (forks+40), which thread 3 holds, at dine (phil.c:12)
 *     thread 3 waits for mutex 0x4c3040 (forks), which thread 2 holds, at dine (phil.c:12)
 */
#ifndef HP_DEADLOCK_H
#define HP_DEADLOCK_H

#include "hpcmp/base/basics.h"

/* A thread is about to sleep, or is gone. If all live threads now sleep at futexes without a time
   limit, and no other process can wake them, prints what each of them waits for. The message is
   printed only once. If the program handles signals, a handler might still post a semaphore. Then
   the message is printed only in two cases. Either threads wait in a circle, each for a lock of the
   next thread or for its end. Or a thread waits for a lock of a thread that has ended. */
void hp_deadlock_check(void);
/* A call has returned. If it has set a signal's handler, this is noted. */
void hp_deadlock_after(UInt number, const UWord* args, SysRes res);

#endif
