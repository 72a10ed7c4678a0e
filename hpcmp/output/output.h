/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The trace file: its name, its buffer, and what becomes of it when the
 * process forks, executes another program, or the disk is full.  output/sink.c writes
 * it.
 *
 * Only whole events reach the file, so that a process that is killed leaves a
 * trace that ends after one.
 */
#ifndef HP_OUTPUT_H
#define HP_OUTPUT_H

#include "hpcmp/base/basics.h"
#include "hpcmp/threads/threads.h"

/* Opens the file that --hpcmp-out-file names for this process.  Ends the
   process with a message if it cannot and is_fatal, else goes on without. */
void hp_output_open(Bool is_fatal);
/* In the child of a fork: what the parent has not written yet is not ours. */
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

/* Room for n more bytes; the caller fills it and says how far with
   hp_output_advance. */
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
/* Puts a number where there is room for so many digits; returns its end. */
HChar* hp_output_number_at(HChar* at, ULong number);

/* A string literal. */
#define HP_OUTPUT_LITERAL(literal)                                                                 \
    do {                                                                                           \
        HChar* room_ = hp_output_room(sizeof(literal));                                            \
        __builtin_memcpy(room_, literal, sizeof(literal) - 1);                                     \
        hp_output_advance(room_ + sizeof(literal) - 1);                                            \
    } while (0)

/* What was put so far ends with a whole event. */
void hp_output_end_event(void);
/* What was put so far tells whose trace this is.  Writes it out so that it can be
   found in the file, also if that is compressed; what compresses begins before the
   program can limit what it may do. */
void hp_output_end_head(void);
/* At the end of a thread's turn, and before a system call, which may wait for
   long: writes the buffer out if it is old. */
void hp_output_tick(void);
void hp_output_before_wait(void);

/* Writes the whole events out. */
void hp_output_flush(void);

/* Ends the trace in the file, as the process may be about to become another
   one; and takes the end back if it has not.  What cannot be cut off, such as a
   pipe, stays without an end.  `file` is the program that t is about to
   execute; NULL if there is none of that name. */
void hp_output_suspend(const Thread* t, const HChar* file);
void hp_output_resume(void);

/* Writes all and says where the trace is. */
void hp_output_close(void);

#endif
