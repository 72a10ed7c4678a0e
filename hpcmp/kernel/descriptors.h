/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which file descriptors of the program are ends of pipes, what system calls do to
 * them, and what goes through them.
 */
#ifndef HP_DESCRIPTORS_H
#define HP_DESCRIPTORS_H

#include "hpcmp/threads/threads.h"

void hp_descriptors_before(Thread* t, UInt number, const UWord* args);
void hp_descriptors_after(Thread* t, UInt number, const UWord* args, SysRes res);

/* The call of t, which has not returned, has transferred something, and would return
   this result. */
void hp_descriptors_transferred(Thread* t, UInt number, const UWord* args, UWord result);
/* Is it through this descriptor that the call of t transfers?  It may have been
   closed since it began. */
Bool hp_descriptors_transfers(const Thread* t, UWord fd);

/* The call that t was in will not return, or has returned: t exits, or goes on. */
void hp_descriptors_abandon(Thread* t);
/* In the child of a fork, while the other threads are still known. */
void hp_descriptors_reset_in_child(void);

#endif
