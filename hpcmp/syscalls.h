/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells all files that a system call concerns of the call, before it is made and after it has
 * returned.
 */
#ifndef HP_SYSCALLS_H
#define HP_SYSCALLS_H

void hp_syscalls_init(void);

#endif
