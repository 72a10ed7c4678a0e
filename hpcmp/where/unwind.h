/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread's stack: the addresses of code that it is in, the innermost first, and how to
 * see that it is still the same.
 *
 * The room where knows the places in the program's code that threads are at; it asks base and
 * threads.
 */
#ifndef HP_WHERE_UNWIND_H
#define HP_WHERE_UNWIND_H

#include "hpcmp/threads/threads.h"

/* As Valgrind's core allows for --num-callers, with what we leave out again. */
enum { HP_MOST_FRAMES = 512 };

/* Where a thread is. */
typedef struct {
    Addr ip;
    Addr sp;
    Addr fp;
} Registers;

typedef struct {
    UInt n;
    Bool is_cut;             /* unwinding ended because there were as many as were asked for */
    Addr ip[HP_MOST_FRAMES]; /* of the instruction itself; then, in each call */
    Addr sp[HP_MOST_FRAMES];
    Addr fp[HP_MOST_FRAMES];
} Frames;

/* A word of memory, and its address. */
typedef struct {
    Addr at;
    Addr value;
} Word8;

Registers hp_registers_of(const Thread* t);
/* At most so many frames, as if the registers were these. */
const Frames* hp_unwind(const Thread* t, Registers registers, UInt most);

/* The data from which a thread's first frames follow, besides IP and SP. */
typedef struct {
    Bool is_known;
    Bool is_fp_needed; /* the register FP */
    UInt n_words;
    Word8 words[2 * HP_MOST_FRAMES]; /* what lies in memory, from the innermost frame on */
} Unwound;

/* The data from which the first n frames follow. */
const Unwound* hp_unwound_from(const Frames* frames, UInt n);

#endif
