/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Puts stacks, as JSON, into the output's buffer. The first use of a stack describes it. Later uses
 * contain only its number.
 */
#ifndef HP_JSON_WHERE_H
#define HP_JSON_WHERE_H

#include "hpcmp/where/call_stacks.h"

void hp_json_stack(StackNumber stack);

/* hp_json_where_mark(): text from here on may be cut off again. hp_json_where_undo(): it has been
   cut off. So stacks that were first described there are described again at their next use. */
void hp_json_where_mark(void);
void hp_json_where_undo(void);

#endif
