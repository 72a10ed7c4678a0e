/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stack as a line of text.
 */
#ifndef HP_WHERE_TEXT_H
#define HP_WHERE_TEXT_H

#include "hpcmp/where/call_stacks.h"

/* FUNCTION (FILE:LINE) < CALLER (FILE:LINE) ..., up to so many functions, or as much of that as
   is known; to be freed. */
HChar* hp_stack_text(StackNumber stack, UInt most);
/* The same of code at an address, where a function begins or a call returns to. */
HChar* hp_code_text(Addr code);

#endif
