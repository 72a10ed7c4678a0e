/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stacks as JSON: a number or, at its first use, what it stands for.
 */
#ifndef HP_JSON_WHERE_H
#define HP_JSON_WHERE_H

#include "hpcmp/where/call_stacks.h"

void hp_json_stack(StackNumber stack);

/* Stacks that are put from here on may be cut off again; they have been cut off, so their next
   use tells them anew. */
void hp_json_where_mark(void);
void hp_json_where_undo(void);

#endif
