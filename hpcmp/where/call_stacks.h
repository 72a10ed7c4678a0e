/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Call stacks, which have numbers.  Each consists of a place in the code and the stack of its
 * caller.
 */
#ifndef HP_CALL_STACKS_H
#define HP_CALL_STACKS_H

#include "hpcmp/where/code.h"
#include "hpcmp/where/unwind.h"

/* A stack's number; 0: none is known. */
typedef UInt StackNumber;

/* The stack of t where the program has called something, without the insides of the C library, of
   runtime libraries and of our own, unless there is nothing else. */
StackNumber hp_stack_of(const Thread* t);
/* How many frames to unwind for a stack of --num-callers: some are left out again. */
UInt hp_frames_to_unwind(void);
/* Where t executes an instruction: all of these, the innermost first. */
StackNumber hp_stack_of_instructions(const Frames* frames);

/* The stack will be told later, when the files that it is in may be gone. */
void hp_stack_keep_names(StackNumber stack);

/* The innermost place in the code of a stack. */
CodePlace* hp_stack_place(StackNumber stack);
/* The stack of the caller, or 0. */
StackNumber hp_stack_caller(StackNumber stack);
/* Has it been told in this process's trace? */
Bool hp_stack_is_told(StackNumber stack);
void hp_stack_set_told(StackNumber stack, Bool is_told);

void hp_call_stacks_init(void);

#endif
