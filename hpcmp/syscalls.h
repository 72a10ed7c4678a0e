/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * System calls are passed on from here to all files that they concern, before they are made and
 * after they have returned.
 */
#ifndef HP_SYSCALLS_H
#define HP_SYSCALLS_H

void hp_syscalls_init(void);

#endif
