/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Infos in the trace about objects that other processes may have, too (TRACE_INFO_OBJECT of
 * trace_vocabulary.h).  From them ilmgen puts the operations of all processes on an object in one
 * order.
 */
#ifndef HP_SHARING_H
#define HP_SHARING_H

#include "hpcmp/threads/threads.h"

/* The name that all processes use for the memory at this address; NULL: it is not shared.  To be
   freed by the caller. */
HChar* hp_sharing_name(Addr a);

/* Before the newsync of an object at a: who it is, with this value; it begins, or is seen for
   the first time. */
void hp_sharing_introduce(Thread* t, Addr a, Bool begins, ULong value, const HChar* prim,
                          const HChar* shared_as);
/* TRACE_OBJECT_ACTS, ... with the machine's clock then. */
void hp_sharing_tell(Thread* t, Addr a, const HChar* what, ULong clock);
/* More of what t does next. */
void hp_sharing_tell_more(Thread* t, Addr a, const HChar* text);

#endif
