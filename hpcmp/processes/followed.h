/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Is a program recorded that the process is about to execute?
 *
 * With --trace-children=yes Valgrind's core starts itself with each program that the process
 * executes.  For some programs that cannot go well: the core refuses a setuid program, there is
 * no tool for 32-bit programs, behind a chroot there is no
 * Valgrind, and Valgrind ends a process that has no folder for temporary files.  The profiled
 * program would see a call that fails, or a child that dies.  So such a program runs without the
 * tool, as it does with --trace-children=no, and the trace says why.  Example: under `hpcmp make`,
 * a rule that calls `sudo` works as ever, and the report says that sudo is not recorded.
 */
#ifndef HP_FOLLOWED_H
#define HP_FOLLOWED_H

#include "hpcmp/base/basics.h"

/* The program is about to call execve with this environment, an array that may be unreadable.
   It is looked at while the call lasts. */
void hp_followed_set_environment(Addr environment);
/* Why the tool cannot be started with this file, although the user wants that, as a part of a
   sentence about the file; NULL: it can, or the user does not want it. */
const HChar* hp_reason_not_followed(const HChar* file);

#endif
