/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The futex system call, made by a program or a runtime library that has its own primitives: a
 * thread that is woken comes after the thread that woke it.
 *
 * The C library's own calls are not looked at: what it builds of them is wrapped.
 */
#ifndef HP_FUTEX_H
#define HP_FUTEX_H

#include "hpcmp/threads/threads.h"

void hp_futex_init(void);

void hp_futex_before(Thread* t, const UWord* args);
void hp_futex_after(Thread* t, const UWord* args, SysRes res);

#endif
