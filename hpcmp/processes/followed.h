/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out whether a program that the process is about to execute can be recorded.
 *
 * With --trace-children=yes Valgrind's core starts itself with each program that the process
 * executes. This is impossible for some programs. The core refuses a setuid program. There is no
 * tool for 32-bit programs. After a chroot, Valgrind cannot be found. Valgrind ends a process that
 * has no folder for temporary files. In these cases the profiled program would see a call that
 * fails, or a child that dies. So such a program runs without the tool, as with
 * --trace-children=no, and the trace says why. Example: under `hpcmp make`, a rule that calls
 * `sudo` works as without hpcmp, and the report says that sudo is not recorded.
 */
#ifndef HP_FOLLOWED_H
#define HP_FOLLOWED_H

#include "hpcmp/base/basics.h"

/* The program is about to call execve with this environment, which may be unreadable. The array is
   used until the call ends. */
void hp_followed_set_environment(Addr environment);
/* Returns why the tool cannot be started with this file although the user wants it, as a part of a
   sentence about the file. Returns NULL if the tool can be started, or if the user does not want
   it. */
const HChar* hp_reason_not_followed(const HChar* file);

#endif
