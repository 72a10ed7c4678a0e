/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes reads and writes of pipes in a known order.
 *
 * Valgrind gives up the scheduler lock (calls/makers.h) around a system call that may wait. If
 * several threads read or write at the same time, their calls would be recorded in the order in
 * which the threads get the lock again, but the kernel's order may differ. For example, the kernel
 * takes the bytes of thread 3 before those of thread 2, but thread 2 gets the lock first. So such a
 * call is made in parts. First comes an attempt that does not wait, while the thread has the lock.
 * If nothing can be transferred yet, the thread waits without the lock until a transfer may be
 * possible, and makes another attempt. The program notices no difference: results, errors, signals,
 * restarts and cancellation are those of its own call.
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

/* t is about to make this system call, which is asked to transfer `size` bytes through a descriptor
   that channels/descriptors.c knows. Makes the first attempt, unless the call has to be left to the
   kernel. */
void hp_attempts_begin(Thread* t, HpEnd end, UInt number, const UWord* args, ULong size);
/* Makes this thread, which may wait in such a call, try again, with a clock of at least `clock`. */
void hp_attempts_ring(Thread* waiting, ULong clock);
/* This descriptor is about to be closed. A call that waits for the pipe behind it continues to
   wait. */
void hp_attempts_before_close(UWord fd);
/* The call has returned, or will not return. */
void hp_attempts_end(Thread* t);

#endif
