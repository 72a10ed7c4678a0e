/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stack as a line of text.
 */
#ifndef HP_WHERE_TEXT_H
#define HP_WHERE_TEXT_H

#include "hpcmp/where/call_stacks.h"

/* Returns "FUNCTION (FILE:LINE) < CALLER (FILE:LINE) ..." with at most `most` functions. Unknown
   parts are left out. The caller frees the text. */
HChar* hp_stack_text(StackNumber stack, UInt most);
/* The same for code at an address, at which a function begins or to which a call returns. */
HChar* hp_code_text(Addr code);

#endif
