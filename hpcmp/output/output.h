/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes the trace's text from the buffer that the room trace fills to the file that file_name.c
 * opens and sink.c writes. This room does not know what the text means, except that it is a JSON
 * array with one record in each line.
 *
 * The room output knows files, buffers and compressors; it asks base.
 *
 * Only whole records reach the file, so that a process that is killed leaves a
 * trace that ends after one.
 */
#ifndef HP_OUTPUT_H
#define HP_OUTPUT_H

#include "hpcmp/base/basics.h"

/* Opens the file that --hpcmp-out-file names for this process. `run` names the run, because a file
   that another process of this run has written is not replaced. If the file cannot be opened and
   is_fatal, ends the process with a message; else goes on without a file. */
void hp_output_open(const HChar* run, Bool is_fatal);
/* In the child of a fork: drops what the parent has not written yet, because it is the parent's. */
void hp_output_drop_in_child(void);
Bool hp_output_is_open(void);
/* The file's name, from its root; NULL: it is not open. */
const HChar* hp_output_name(void);

typedef struct {
    HChar* bytes;
    SizeT used;
    SizeT capacity;
} OutputBuffer;

extern OutputBuffer hp_output_buffer;
void hp_output_grow(SizeT n);

/* Returns room for n more bytes. The caller fills it, and says with hp_output_advance how many it
   has filled. */
static inline HChar* hp_output_room(SizeT n) {
    if (UNLIKELY(hp_output_buffer.used + n > hp_output_buffer.capacity))
        hp_output_grow(n);
    return hp_output_buffer.bytes + hp_output_buffer.used;
}

static inline void hp_output_advance(const HChar* end) {
    hp_output_buffer.used = end - hp_output_buffer.bytes;
}

void hp_output_bytes(const HChar* bytes, SizeT n);
void hp_output_number(ULong number);

#define HP_MAX_DIGITS 20
/* Writes a number where there is room for its digits; returns its end. */
HChar* hp_output_number_at(HChar* at, ULong number);

/* A string literal. */
#define HP_OUTPUT_LITERAL(literal)                                                                 \
    do {                                                                                           \
        HChar* room_ = hp_output_room(sizeof(literal));                                            \
        __builtin_memcpy(room_, literal, sizeof(literal) - 1);                                     \
        hp_output_advance(room_ + sizeof(literal) - 1);                                            \
    } while (0)

/* Says that the text that was put so far ends with a whole record. */
void hp_output_end_record(void);
/* Says that the text that was put so far identifies the trace. Writes it to the file without
   compression, so that it can be found there.  Then starts the compressor, before the program can
   set limits for it. */
void hp_output_end_head(void);
/* At the end of a thread's turn, and before a system call, which may wait for
   long: writes the buffer out if it is old. */
void hp_output_tick(void);
void hp_output_before_wait(void);

/* Writes all records out and makes the file complete, because the process may be about to execute
   another program. Returns the place where the file ends, or HP_NO_PLACE if the file is closed or
   cannot be cut off there. */
Long hp_output_settle(void);
#define HP_NO_PLACE (-1L)
/* Writes out what was put since then, uncompressed even if the file is compressed. */
void hp_output_store(void);
/* Cuts the file off there. */
void hp_output_cut(Long place);

/* Copies the file, as far as it is written, to this one.  Returns the number of bytes, or -1. */
Long hp_output_copy(Int to);

/* How many bytes have been written; HP_NO_PLACE: the file is none that could be cut off. */
Long hp_output_place(void);
/* Empties the buffer, of which nothing is written: n bytes, to be freed by the caller. */
HChar* hp_output_take(SizeT* n);
/* All is written (hp_output_settle).  The file becomes these n bytes and what it has had from
   `from` on.  Returns the place where it ends now; HP_NO_PLACE: with a message, it could not be
   done, and the file is as it was. */
Long hp_output_replace(const HChar* bytes, SizeT n, Long from);

/* Writes everything and closes the file. Returns False if there is no file, or if it could not be
   written. */
Bool hp_output_close(void);

#endif
