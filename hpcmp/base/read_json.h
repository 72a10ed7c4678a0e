/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads a JSON file (RFC 8259) piece by piece.  The caller asks for what it expects. Only a buffer
 * is kept in memory, so the file may be larger than the buffer.
 *
 * Example: the file contains {"a": [1, 2]}. hp_read_begin_object() returns True, hp_read_key()
 * reads "a", and hp_read_begin_array() returns True. hp_read_item() returns True twice, and each
 * time hp_read_integer() reads a number. Then hp_read_item() returns False, because the array has
 * ended, and hp_read_key() returns False, because the object has ended.
 *
 * The first error and its place are kept in `fault`. From then on all functions return False or 0,
 * so a caller needs to look at `fault` only at the end of a loop.
 */
#ifndef HP_READ_JSON_H
#define HP_READ_JSON_H

#include "hpcmp/base/basics.h"

typedef struct {
    Int fd;
    HChar buffer[65536];
    SizeT n, at;      /* bytes in the buffer, and how many of these have been read */
    ULong offset;     /* of the buffer in the file */
    Bool is_first;    /* no key or item of the innermost object or array has been read */
    HChar fault[160]; /* "" as long as there is no error; else "byte 12: ..." */
} JsonFile;

/* False: the file cannot be opened, or is a folder; `fault` says why. */
Bool hp_read_open(JsonFile* file, const HChar* name);
void hp_read_close(JsonFile* file);

Bool hp_read_begin_object(JsonFile* file);
/* Reads the next key of an object, and the colon behind it. A key that needs more than `room` bytes
   is cut. Returns False if the object has ended. */
Bool hp_read_key(JsonFile* file, HChar* key, SizeT room);
Bool hp_read_begin_array(JsonFile* file);
/* Returns True if the array has another item. The caller reads this item next. Returns False if the
   array has ended. */
Bool hp_read_item(JsonFile* file);

/* Reads a number that has no fraction and no exponent, and that fits into a Long. */
Long hp_read_integer(JsonFile* file);
/* Reads a text, and cuts it to `room` bytes. Escaped characters beyond ASCII become question marks.
 */
void hp_read_text(JsonFile* file, HChar* text, SizeT room);
/* Is the next value null? If so, it is skipped. */
Bool hp_read_null(JsonFile* file);
/* Skips a value of any kind. */
void hp_read_skip(JsonFile* file);
/* Notes an error if anything but space is left. */
void hp_read_end(JsonFile* file);

/* Notes an error that the caller has found. The message consists of the place that was read last,
   and the text. */
void hp_read_set_fault(JsonFile* file, const HChar* text, ...) PRINTF_CHECK(2, 3);

#endif
