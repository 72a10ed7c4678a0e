/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the bytes that the kernel reads and writes in heap blocks on the program's behalf.
 *
 * Only when a call has returned is it known which bytes it has moved. Until then, the reads and
 * writes that Valgrind names are only noted. If a signal interrupts a call, its notes are dropped
 * when the next call begins, even if the program makes the same call again.
 */
#ifndef HP_ACCESSES_H
#define HP_ACCESSES_H

#include "hpcmp/calls/moved.h"
#include "hpcmp/threads/threads.h"

void hp_accesses_init(void);

/* t is about to make this system call. */
void hp_accesses_before(Thread* t, UInt number, const UWord* args);
/* t's latest call, or NULL. */
const Syscall* hp_accesses_call(const Thread* t);
/* The call has sent n more bytes of its data. They are counted now, although the call has not
   returned. */
void hp_accesses_count_sent(Thread* t, ULong n);
/* The call has returned. The first function counts the bytes that it has read, the second one those
   that it has written. */
void hp_accesses_count_read(Thread* t, SysRes res);
void hp_accesses_count_written(Thread* t, SysRes res);

#endif
