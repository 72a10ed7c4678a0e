/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Atomic instructions of whose result nothing is used.
 *
 * `lock sub $1, (%rdi); ret` reads the word, but what it has read is only in the flags, and no code
 * uses them.  So the thread cannot know whether another thread has stored there before, and nothing
 * that it does afterwards can rely on that.  `lock sub $1, (%rdi); je done` can.
 */
#ifndef HP_UNUSED_H
#define HP_UNUSED_H

#include "hpcmp/base/basics.h"

/* Is nothing used of what the atomic instruction reads that begins at statement i?  False if that
   is not sure, because it depends on code behind the superblock that is not understood.  By the
   calling convention, no function returns a result in the flags or takes an argument there. */
Bool hp_is_result_unused(const IRSB* sb, Int i);

/* Does the code at this address set all arithmetic flags, or return or call a function, before it
   reads any?  False if an instruction comes first that is not understood. */
Bool hp_sets_flags_first(Addr code);

#endif
