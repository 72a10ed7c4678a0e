/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The JSON object that a measurement prints: all of it, or nothing.
 */
#ifndef HM_OUTPUT_H
#define HM_OUTPUT_H

#include "hpcmp/measure/machine.h"
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE* to; /* a stream into memory, for what has been written so far */
    char* text;
    size_t size;
    Load before;
} Output;

/* Begins the object. Its first key is `mark`, with the number of the format as value. The date
   follows. */
void hm_output_begin(Output* out, const char* mark);
/* Writes which part of the machine's time other processes took since hm_output_begin(), and prints
   the object to standard output.  If that part is too large and is_forced is 0, prints nothing and
   ends the program. */
void hm_output_end(Output* out, int is_forced);

/* Writes a JSON string. */
void hm_write_text(FILE* to, const char* text);

#endif
