/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the bytes that the kernel reads and writes in heap blocks on the program's behalf.
 *
 * It is known which bytes a call moves when it has returned. Until then, the reads and writes that
 * Valgrind names are only noted. If a signal interrupts a call, its notes are dropped when the next
 * call begins, even if that is the same one again.
 */
#ifndef HP_ACCESSES_H
#define HP_ACCESSES_H

#include "hpcmp/threads/threads.h"

void hp_accesses_init(void);

/* t is about to make this system call. */
void hp_accesses_before(Thread* t, UInt number, const UWord* args);
/* n bytes more of the data that the call sends have left, and count already. */
void hp_accesses_count_sent(Thread* t, ULong n);
/* The call has returned: what it has read counts; and then what it has written. */
void hp_accesses_count_read(Thread* t, SysRes res);
void hp_accesses_count_written(Thread* t, SysRes res);

#endif
