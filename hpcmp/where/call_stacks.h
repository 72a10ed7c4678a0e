/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Call stacks, which are numbered. A call stack consists of a place in the code and the call stack
 * of the caller.
 */
#ifndef HP_CALL_STACKS_H
#define HP_CALL_STACKS_H

#include "hpcmp/where/code.h"
#include "hpcmp/where/unwind.h"

/* The number of a stack; 0: the stack is unknown. */
typedef UInt StackNumber;

/* The stack of t. It begins where the program has called a library. Frames inside the C library,
   runtime libraries and our own library are left out, unless there are no others. */
StackNumber hp_stack_of(const Thread* t);
/* How many frames to unwind to get a stack of --num-callers frames. The number is larger, because
   some frames are left out. */
UInt hp_frames_to_unwind(void);
/* The stack of an instruction that a thread executes. It contains all these frames, the innermost
   first. */
StackNumber hp_stack_of_instructions(const Frames* frames);

/* Keeps the names of this stack, because it will be told later, when its files may no longer be
   mapped. */
void hp_stack_keep_names(StackNumber stack);

/* The innermost place in the code of a stack. */
CodePlace* hp_stack_place(StackNumber stack);
/* The stack of the caller, or 0. */
StackNumber hp_stack_caller(StackNumber stack);
/* Does this process's trace contain the stack already? */
Bool hp_stack_is_told(StackNumber stack);
void hp_stack_set_told(StackNumber stack, Bool is_told);

void hp_call_stacks_init(void);

#endif
