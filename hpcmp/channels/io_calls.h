/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts the calls by which a thread may wait for something outside of the program: for a disk, for
 * the network, for another program. `IO` in syscalls.def marks these calls. The trace does not tell
 * how long they wait, because that differs from run to run. ilmgen takes the time from a native run
 * (docs/native-format.md).
 *
 * A call that transfers through a pipe, a FIFO or a connection is no such call if it writes, or if
 * this process alone has the channel, because the trace has the order of what goes through.
 */
#ifndef HP_IO_CALLS_H
#define HP_IO_CALLS_H

#include "hpcmp/threads/threads.h"

/* A call of t has returned. A call that fails counts, too, because it may have waited before: for
   an answer that does not come, for example. */
void hp_io_calls_after(Thread* t, UInt number, const UWord* args);

#endif
