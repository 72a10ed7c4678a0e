/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads and writes of pipes in an order that is known.
 *
 * Valgrind gives up the scheduler lock (calls/makers.h) around a system call that may wait. If
 * several threads read or write at the same time, this would be recorded in the order in which they
 * get the lock again. The kernel's order may be another one. For example, the kernel takes the
 * bytes of thread 3 before those of thread 2, but thread 2 gets the lock first. So such a call is
 * made in parts: an attempt that does not wait, while the thread has the lock; if nothing can be
 * transferred yet, a wait without the lock until something may be, and another attempt. To the
 * program it is the call that it made: results, errors, signals, restarts and cancellation are the
 * same.
 */
#ifndef HP_ATTEMPTS_H
#define HP_ATTEMPTS_H

#include "hpcmp/threads/threads.h"

void hp_attempts_init(void);

/* Sets the callbacks. `before_transfer` is called when t is about to transfer something, if it can.
   `after_transfer` is called when the call of t, which has not returned, has transferred something
   and would return this result. `transfers_through` says whether the call of t still transfers
   through this descriptor, because that may have been closed since the call began. */
void hp_attempts_set_callbacks(void (*before_transfer)(const Thread* t),
                               void (*after_transfer)(Thread* t, UInt number, const UWord* args,
                                                      UWord result),
                               Bool (*transfers_through)(const Thread* t, UWord fd));

/* The kinds of files that a descriptor may belong to. */
typedef enum { HP_END_OF_PIPE, HP_STREAM_SOCKET, HP_MESSAGE_SOCKET, HP_EVENTFD } HpEnd;

/* t is about to make this system call, which is to transfer `size` bytes through a
   descriptor that channels/descriptors.c knows.  The first attempt is made, unless the
   call has to be left to the kernel. */
void hp_attempts_begin(Thread* t, HpEnd end, UInt number, const UWord* args, ULong size);
/* This thread, which may wait in such a call, is to make its next attempt, with at least
   this clock. */
void hp_attempts_ring(Thread* waiting, ULong clock);
/* This descriptor is about to be closed.  A call that waits for what is behind it
   goes on waiting. */
void hp_attempts_before_close(UWord fd);
/* The call has returned or will not. */
void hp_attempts_end(Thread* t);

#endif
