/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the kernel reads and writes in heap blocks on the program's behalf.
 *
 * What a call moves is known when it has returned.  Until then, what Valgrind says
 * that it reads and writes is only noted; the notes of a call that a signal
 * interrupts are dropped as the next one begins, be it the same again.
 */
#ifndef HP_SYSCALLS_H
#define HP_SYSCALLS_H

#include "hpcmp/threads/threads.h"

void hp_syscalls_init(void);

/* t is about to make this system call. */
void hp_syscalls_before(Thread* t, UInt number, const UWord* args);
/* n bytes more of the data that the call sends have left, and count already. */
void hp_syscalls_sent(Thread* t, ULong n);
/* The call has returned: what it has read counts; and then what it has written. */
void hp_syscalls_has_read(Thread* t, SysRes res);
void hp_syscalls_has_written(Thread* t, SysRes res);
/* The call will not return. */
void hp_syscalls_forget(Thread* t);

/* Can the program read all of [a, a + size)? */
Bool hp_is_readable(Addr a, SizeT size);
/* The length of the C string at a as far as it can be read, and at most max. */
SizeT hp_readable_string_length(Addr a, SizeT max);

#endif
