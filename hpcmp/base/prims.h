/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kinds of synchronisation primitives and their names.
 */
#ifndef HP_PRIMS_H
#define HP_PRIMS_H

#include "hpcmp/base/basics.h"
#include "shared/client_requests.h"

/* The name of a kind in the trace and in options. */
const HChar* hp_prim_name(HpPrim prim);
/* Does a thread that holds such an object keep all other threads out? */
Bool hp_prim_is_lock(HpPrim prim);

/* All names, with commas between them, in several lines.  The second line and the following ones
   begin with the margin: "mutex, rwlock,\n    spin, cond".  The text is valid until the next call.
 */
const HChar* hp_all_prims(const HChar* margin);

#endif
