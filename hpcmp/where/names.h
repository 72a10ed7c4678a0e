/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's name of an object outside of the heap.
 */
#ifndef HP_WHERE_NAMES_H
#define HP_WHERE_NAMES_H

#include "hpcmp/base/basics.h"

/* A global variable, with the distance from its beginning; code, with its place; or whose local
   variable it is.  NULL: nobody can tell.  Valid until the next call. */
const HChar* hp_name_of(Addr object);

#endif
