/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How many bytes processors move from and to memory in a nanosecond.
 */
#ifndef HM_MEMORY_H
#define HM_MEMORY_H

#include "hpcmp/measure/machine.h"
#include <stdio.h>

/* Writes a JSON value: one processor alone ("one"), all on which the process may run together
   ("all"), and the bytes that a processor has in caches of its own ("cache"). They read two arrays
   and write a third one that caches cannot hold, as the triad of McCalpin's STREAM does. What is
   counted is what instructions read and write, because a trace counts that. */
void hm_memory(FILE* out, const Processors* at);

#endif
