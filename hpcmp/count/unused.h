/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds atomic instructions whose result the program does not use.
 *
 * Example: `lock sub $1, (%rdi); ret` reads the word, but only the flags depend on the value, and
 * no code uses the flags. So the thread cannot know whether another thread has stored to the word
 * before, and nothing that the thread does afterwards can rely on such a store. After `lock sub $1,
 * (%rdi); je done`, the thread can rely on it, because `je` uses the flags.
 */
#ifndef HP_UNUSED_H
#define HP_UNUSED_H

#include "hpcmp/base/basics.h"

/* An atomic instruction begins at statement i. Is the value that it reads unused? The answer is
   False if it depends on code behind the superblock that the tool does not understand. By the
   calling convention, no function returns a result or takes an argument in the flags. */
Bool hp_is_result_unused(const IRSB* sb, Int i);

/* Does the code at this address set all arithmetic flags, return, or call a function before it
   reads a flag? The answer is False if an instruction comes first that the tool does not
   understand. */
Bool hp_sets_flags_first(Addr code);

#endif
