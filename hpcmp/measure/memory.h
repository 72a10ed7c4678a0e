/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Measures how many bytes processors move from and to memory in a nanosecond.
 */
#ifndef HM_MEMORY_H
#define HM_MEMORY_H

#include "hpcmp/measure/machine.h"
#include <stdio.h>

/* Writes a JSON value with the speed of one processor alone ("one"), the speed of all processors on
   which the process may run together ("all"), and the bytes of cache that one processor has for
   itself ("cache"). The processors read two arrays and write a third one, as the triad of
   McCalpin's STREAM does. The arrays are too large for the caches. The bytes that instructions read
   and write are counted, because a trace counts these, too. */
void hm_memory(FILE* out, const Processors* at);

#endif
