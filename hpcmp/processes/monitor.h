/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Commands that the user gives while the program runs, with vgdb or gdb's "monitor": start, stop,
 * snapshot FILE, status, help. They need Valgrind's option --vgdb=yes.
 */
#ifndef HP_MONITOR_H
#define HP_MONITOR_H

#include "hpcmp/threads/threads.h"

/* VG_USERREQ__GDB_MONITOR_COMMAND: arg[1] is the command.  *result is 1 if it is one of ours.  t is
   NULL if no thread runs. */
Bool hp_monitor_request(Thread* t, const UWord* arg, UWord* result);

#endif
