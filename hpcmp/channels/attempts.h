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

/* Sets the callbacks. `before_transfer` is called before each attempt of t to transfer something.
   `after_transfer` is called when the call of t has transferred something, but has not returned
   yet. `result` is what the call would return. `transfers_through` says whether the call of t still
   transfers through this descriptor. It may not, because the descriptor may have been closed since
   the call began. */
void hp_attempts_set_callbacks(void (*before_transfer)(const Thread* t),
                               void (*after_transfer)(Thread* t, UInt number, const UWord* args,
                                                      UWord result),
                               Bool (*transfers_through)(const Thread* t, UWord fd));

/* The kinds of files that a descriptor may belong to. */
typedef enum { HP_END_OF_PIPE, HP_STREAM_SOCKET, HP_MESSAGE_SOCKET, HP_EVENTFD } HpEnd;

/* t is about to make this system call, which is to transfer `size` bytes through a descriptor that
   channels/descriptors.c knows. Makes the first attempt, unless the call has to be left to the
   kernel. */
void hp_attempts_begin(Thread* t, HpEnd end, UInt number, const UWord* args, ULong size);
/* If this thread waits in such a call, makes it try again. Its clock is raised to at least `clock`.
 */
void hp_attempts_ring(Thread* waiting, ULong clock);
/* This descriptor is about to be closed. Calls that wait for the pipe behind the descriptor
   continue to wait. */
void hp_attempts_before_close(UWord fd);
/* The call has returned, or will not return. */
void hp_attempts_end(Thread* t);

#endif
