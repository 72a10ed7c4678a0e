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
    FILE* to; /* what has been written so far is in memory */
    char* text;
    size_t size;
    Load before;
} Output;

/* Begins the object with the number of its format, by this key, and the date. */
void hm_output_begin(Output* out, const char* mark);
/* Writes what others took of the machine since then, and prints the object to standard output.  If
   that was too much, it prints nothing and ends the program, unless it is forced. */
void hm_output_end(Output* out, int is_forced);

/* Writes a JSON string. */
void hm_write_text(FILE* to, const char* text);

#endif
