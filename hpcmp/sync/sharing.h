/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Infos in the trace about objects that other processes may have, too (TRACE_INFO_OBJECT of
 * trace_vocabulary.h).  From them ilmgen puts the operations of all processes on an object in one
 * order.
 */
#ifndef HP_SHARING_H
#define HP_SHARING_H

#include "hpcmp/threads/threads.h"

/* The name that all processes use for the memory at this address, or NULL if it is not shared. The
   caller frees it. */
HChar* hp_sharing_name(Addr a);

/* Called before the newsync event of the object at a. Tells its name, primitive and value. begins:
   the object begins now; otherwise this process sees it for the first time. */
void hp_sharing_introduce(Thread* t, Addr a, Bool begins, ULong value, const HChar* prim,
                          const HChar* shared_as);
/* Tells that something happened at this time of the machine's clock. `what`: TRACE_OBJECT_ACTS, for
   example. */
void hp_sharing_tell(Thread* t, Addr a, const HChar* what, ULong clock);
/* Tells more about what t does next. */
void hp_sharing_tell_more(Thread* t, Addr a, const HChar* text);

#endif
