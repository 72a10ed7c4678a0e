/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The room trace fills a buffer with the trace's text. This file passes the text on to sink.c,
 * which writes it to the file that file_name.c has opened. The room output knows only one thing
 * about the text: it is a JSON array with one record in each line.
 *
 * The room output knows files, buffers and compressors. It asks base.
 *
 * Only whole records reach the file. So the trace of a process that is killed ends with a whole
 * record.
 */
#ifndef HP_OUTPUT_H
#define HP_OUTPUT_H

#include "hpcmp/base/basics.h"

/* Opens the file that --hpcmp-out-file names for this process. `run` names the run, because a file
   that another process of this run has written is not replaced. If the file cannot be opened, ends
   the process with a message if is_fatal; otherwise continues without a file. */
void hp_output_open(const HChar* run, Bool is_fatal);
/* In the child of a fork: drops what the parent has not written yet, because it is the parent's. */
void hp_output_drop_in_child(void);
Bool hp_output_is_open(void);
/* The file's absolute name, or NULL if the file is not open. */
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
/* Writes a number at `at`, where there is room for its digits. Returns the end of the digits. */
HChar* hp_output_number_at(HChar* at, ULong number);

/* Puts a string literal into the buffer. */
#define HP_OUTPUT_LITERAL(literal)                                                                 \
    do {                                                                                           \
        HChar* room_ = hp_output_room(sizeof(literal));                                            \
        __builtin_memcpy(room_, literal, sizeof(literal) - 1);                                     \
        hp_output_advance(room_ + sizeof(literal) - 1);                                            \
    } while (0)

/* The caller says that the text in the buffer ends with a whole record. */
void hp_output_end_record(void);
/* The caller says that the text so far identifies the trace. Writes this text to the file without
   compression, so that it can be found there. Then starts the compressor, because the program may
   later set limits that would hinder it. */
void hp_output_end_head(void);
/* Write the buffer to the file if its content is old. Called at the end of a thread's turn, and
   before a system call, because the call may wait for long. */
void hp_output_tick(void);
void hp_output_before_wait(void);

/* Writes all records to the file and makes the file complete, because the process may be about to
   execute another program. Returns the place where the file ends, or HP_NO_PLACE if the file is
   closed or cannot be cut off there. */
Long hp_output_settle(void);
#define HP_NO_PLACE (-1L)
/* Writes what was put into the buffer since hp_output_settle(), uncompressed even if the file is
   compressed. */
void hp_output_store(void);
/* Cuts the file off at this place. */
void hp_output_cut(Long place);

/* Copies what has been written so far to the file `to`. Returns the number of bytes, or -1 if that
   is impossible. */
Long hp_output_copy(Int to);

/* Returns how many bytes have been written, or HP_NO_PLACE if the file cannot be cut off. */
Long hp_output_place(void);
/* Takes the buffer's n bytes and returns them without writing them. The caller frees them.
   Afterwards the buffer is empty. */
HChar* hp_output_take(SizeT* n);
/* Called after hp_output_settle(). Replaces the part of the file before `from` by these n bytes.
   Returns the place where the file now ends. If that is impossible, prints a message, leaves the
   file as it was, and returns HP_NO_PLACE. */
Long hp_output_replace(const HChar* bytes, SizeT n, Long from);

/* Writes everything and closes the file. Returns False if there is no file, or if it could not be
   written. */
Bool hp_output_close(void);

#endif
