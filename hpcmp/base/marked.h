/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Marked instructions: the atomic instructions of our library that replaces libtsan
 * (shared/called_atomics.h). Each of them counts as an instruction of the program. The library's
 * other code does not count as the program's.
 */
#ifndef HP_MARKED_H
#define HP_MARKED_H

#include "hpcmp/base/basics.h"

/* Is this instruction marked, which means that the mark stands before it? */
Bool hp_is_marked(Addr instruction);

#endif
