/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks on files. Those that flock(2) and F_OFD_SETLK of fcntl(2) make belong to an open file.
 * Those that F_SETLK of fcntl(2) makes belong to the process, so its threads do not exclude each
 * other.
 *
 * The n-th file that the process locks has the address HP_FILE_ADDRESSES + n in the trace
 * (object_addresses.h). A file that is locked both by flock and by fcntl counts as two files,
 * because these locks do not see each other.
 */
#ifndef HP_FILE_LOCKS_H
#define HP_FILE_LOCKS_H

#include "hpcmp/threads/threads.h"

void hp_file_locks_init(void);

void hp_file_locks_before(Thread* t, UInt number, const UWord* args);
/* t is about to execute a program. Releases the locks of those descriptors that are closed by this.
 */
void hp_file_locks_before_exec(Thread* t);
void hp_file_locks_after(Thread* t, UInt number, const UWord* args, SysRes res);

#endif
