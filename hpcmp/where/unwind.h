/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Unwinds a thread's stack: the addresses of code in its frames, the innermost first. Also finds
 * the data from which one can see that the stack is still the same.
 *
 * The room `where` knows at which places in the program's code threads are. It asks base and
 * threads.
 */
#ifndef HP_WHERE_UNWIND_H
#define HP_WHERE_UNWIND_H

#include "hpcmp/threads/threads.h"

/* The most that Valgrind's core allows for --num-callers, plus frames that the tool leaves out
   again. */
enum { HP_MOST_FRAMES = 512 };

/* Where a thread is. */
typedef struct {
    Addr ip;
    Addr sp;
    Addr fp;
} Registers;

typedef struct {
    UInt n;
    Bool is_cut;             /* unwinding ended because it had reached the number of frames that was
                                asked for */
    Addr ip[HP_MOST_FRAMES]; /* innermost frame: address of the instruction that is executed; each
                                caller: an address in its call instruction */
    Addr sp[HP_MOST_FRAMES];
    Addr fp[HP_MOST_FRAMES];
} Frames;

/* A word of memory, and its address. */
typedef struct {
    Addr at;
    Addr value;
} Word8;

Registers hp_registers_of(const Thread* t);
/* Returns at most `most` frames of t, for these values of the registers. */
const Frames* hp_unwind(const Thread* t, Registers registers, UInt most);

/* The data from which a thread's first frames follow, besides IP and SP. */
typedef struct {
    Bool is_known;
    Bool is_fp_needed; /* the register FP is needed, too */
    UInt n_words;
    Word8 words[2 * HP_MOST_FRAMES]; /* words in memory, those of the innermost frame first */
} Unwound;

/* The data from which the first n frames follow. */
const Unwound* hp_unwound_from(const Frames* frames, UInt n);

#endif
