/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks on files: those that belong to an open file, of flock(2) and F_OFD_SETLK of
 * fcntl(2), and those of F_SETLK, which belong to the process, so that its threads do
 * not exclude each other.
 *
 * The n-th file that the process locks so, or in the other of the two ways, goes by
 * the number HP_FILE_ADDRESSES + n (object_addresses.h).
 */
#ifndef HP_FILE_LOCKS_H
#define HP_FILE_LOCKS_H

#include "hpcmp/threads/threads.h"

void hp_file_locks_init(void);

void hp_file_locks_before(Thread* t, UInt number, const UWord* args);
/* t is about to execute a program. Releases the locks of the descriptors that this closes. */
void hp_file_locks_before_exec(Thread* t);
void hp_file_locks_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
