/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which file descriptors of the program are ends of pipes, what system calls do to
 * them, and what goes through them.
 */
#ifndef HP_DESCRIPTORS_H
#define HP_DESCRIPTORS_H

#include "hp_threads.h"

void hp_descriptors_before(Thread* t, UInt number, const UWord* args);
void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res);

/* The call that t was in will not return, or has returned: t exits, or goes on. */
void hp_descriptors_abandon(Thread* t);
/* In the child of a fork, while the other threads are still known. */
void hp_descriptors_reset_in_child(void);

#endif
