/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads a JSON file (RFC 8259) piece by piece.  The caller asks for what it expects. Only a buffer
 * is kept in memory, so the file may be larger than the buffer.
 *
 * Example: of {"a": [1, 2]}, hp_read_begin_object() is True, hp_read_key() finds "a",
 * hp_read_begin_array() is True, hp_read_item() is True twice, each time before a number for
 * hp_read_integer(), and then False; the next hp_read_key() is False, because the object has ended.
 *
 * The first error is kept, with its place, in `fault`.  From then on all functions return False or
 * 0, so a caller needs to look at `fault` only at the end of a loop.
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
    HChar fault[160]; /* "" as long as there is none; else "byte 12: ..." */
} JsonFile;

/* False: the file cannot be opened, or is a folder; `fault` says why. */
Bool hp_read_open(JsonFile* file, const HChar* name);
void hp_read_close(JsonFile* file);

Bool hp_read_begin_object(JsonFile* file);
/* The next key of an object, and the colon behind it.  A key that is longer than the room is cut.
   False: the object has ended. */
Bool hp_read_key(JsonFile* file, HChar* key, SizeT room);
Bool hp_read_begin_array(JsonFile* file);
/* Is there a next item of an array?  It comes now.  False: the array has ended. */
Bool hp_read_item(JsonFile* file);

/* A number without fraction and exponent that fits into a Long. */
Long hp_read_integer(JsonFile* file);
/* Text, cut to the room that there is.  Escaped characters beyond ASCII become question marks. */
void hp_read_text(JsonFile* file, HChar* text, SizeT room);
/* Is the next value null?  Then it has been read. */
Bool hp_read_null(JsonFile* file);
/* Skips a value of any kind. */
void hp_read_skip(JsonFile* file);
/* There must be nothing left but space. */
void hp_read_end(JsonFile* file);

/* Notes an error that the caller has found. The message is the place that was read last, then the
   text. */
void hp_read_set_fault(JsonFile* file, const HChar* text, ...) PRINTF_CHECK(2, 3);

#endif
