/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * execve: the trace ends before another program takes over. If execve fails, the trace continues.
 */
#ifndef HP_EXEC_H
#define HP_EXEC_H

#include "hpcmp/threads/threads.h"

void hp_exec_before(Thread* t, UInt number, const UWord* args);
void hp_exec_after(UInt number);

#endif
