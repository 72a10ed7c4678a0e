/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The atomic instructions of our library that stands for libtsan (shared/called_atomics.h).  Each
 * stands for the program's own instruction.  The other code of that library is not the program's.
 */
#ifndef HP_MARKED_H
#define HP_MARKED_H

#include "hpcmp/base/basics.h"

/* Does the mark stand before this instruction? */
Bool hp_is_marked(Addr instruction);

#endif
