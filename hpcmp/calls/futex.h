/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The futex system call of programs and runtime libraries that have their own primitives. A thread
 * that is woken comes after the thread that woke it.
 *
 * The C library's own futex calls are ignored, because its primitives (mutexes, for example) are
 * recorded by wrappers.
 */
#ifndef HP_FUTEX_H
#define HP_FUTEX_H

#include "hpcmp/threads/threads.h"

void hp_futex_init(void);

void hp_futex_before(Thread* t, const UWord* args);
void hp_futex_after(Thread* t, const UWord* args, SysRes res);

#endif
