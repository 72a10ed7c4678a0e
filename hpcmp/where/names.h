/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the program's name of an object outside of the heap.
 */
#ifndef HP_WHERE_NAMES_H
#define HP_WHERE_NAMES_H

#include "hpcmp/base/basics.h"

/* If the object is in a global variable, returns its name and the distance from its beginning. If
   the object is code, returns its place. If it is a local variable, returns the function that it
   belongs to. Otherwise returns NULL. The text is valid until the next call. */
const HChar* hp_name_of(Addr object);

#endif
