/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Limits how far a superblock goes.
 */
#ifndef HP_CHASE_H
#define HP_CHASE_H

#include "hpcmp/base/basics.h"
#include "libvex.h"

/* The superblock that is being translated is to be translated again, up to this number of
   instructions. */
void hp_chase_cut(UInt n_instructions);
/* If this superblock, which is being translated, leaves its function, the superblocks behind it
   are counted. */
void hp_chase_count_calls(const IRSB* sb);
/* Are these two instructions of a superblock a call and the beginning of the function? */
Bool hp_is_chased_call(Addr instruction, Addr next);

#endif
