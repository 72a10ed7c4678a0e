/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How far a superblock goes.
 */
#ifndef HP_CHASE_H
#define HP_CHASE_H

#include "hpcmp/base/basics.h"

/* The superblock that is being translated is to be translated again, up to this number of
   instructions. */
void hp_chase_cut(UInt n_instructions);

#endif
