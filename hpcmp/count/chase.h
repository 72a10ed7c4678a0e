/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Limits how many instructions a superblock contains, and which calls it follows.
 */
#ifndef HP_CHASE_H
#define HP_CHASE_H

#include "hpcmp/base/basics.h"
#include "libvex.h"

/* When the current translation of a superblock is finished, the superblock is translated once more,
   with at most this number of instructions. */
void hp_chase_cut(UInt n_instructions);
/* This superblock is being translated. If it leaves its function, generated code counts the
   superblock behind it even after a jump forward, which VEX does not count otherwise. */
void hp_chase_count_calls(const IRSB* sb);
/* Is the first one of these two instructions of a superblock a call, and the next one the beginning
   of the called function? */
Bool hp_is_chased_call(Addr instruction, Addr next);

#endif
