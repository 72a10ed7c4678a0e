/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells which system calls wait for I/O: those with IO in hpcmp/calls/syscalls.def.
 *
 * A call that reads or writes a pipe between the program's own threads and processes is no I/O,
 * because the trace has an order for what passes through it. A pipe without a name is one of these,
 * unless hpcmp-native has inherited it, because then it comes from outside of the program. A pipe
 * with a name (a FIFO) counts always, because any process may open it. A socket counts always, too,
 * because Linux does not tell quickly which process has its other end. ilmgen takes only those
 * waits for which the trace has calls for I/O.
 *
 * Examples: read() from a terminal is I/O, and read() from a pipe between two threads is none.
 */
#ifndef HM_IO_CALLS_H
#define HM_IO_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    long number; /* negative: it is no system call */
    uint64_t arguments[6];
    uint64_t sp; /* the stack pointer */
} SystemCall;

/* To be called before hpcmp-native makes a pipe: from now on, those pipes that it has are known to
   come from outside of the program. */
void hm_note_inherited_pipes(void);

/* Parses what /proc/TID/syscall contains if the thread is blocked in a system call:
   "0 0x3 0x7ffd5e0 0x40 0x0 0x0 0x0 0x7ffd5c8 0x7f32d1\n". */
SystemCall hm_system_call(const char* text);
/* Whether there are arguments with which this call waits for I/O. */
bool hm_may_be_io(const SystemCall* call);
/* Whether the thread, which is blocked in the call, waits for I/O. */
bool hm_is_io(const SystemCall* call, pid_t thread);

#endif
