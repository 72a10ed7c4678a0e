/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions of the program that switch recording on and off: --hpcmp-from, --hpcmp-to,
 * --hpcmp-only.
 *
 * The superblock with which such a function begins first asks the tool. If recording has to change,
 * the turn ends before the function's first instruction, because recording changes only between
 * turns (threads/recording.h).  The thread then comes to the same superblock again and passes.
 *
 * For --hpcmp-only the tool has to see where the function ends. When the function is entered, its
 * return address is on the stack. The superblock at this address is translated again, and asks the
 * tool, too. The function has ended there if the stack is shorter than it was at the entry.
 * Otherwise a deeper call has returned to the same address.  A function that is left by longjmp or
 * an exception ends when it is entered again from a shorter stack, or with the thread.
 *
 * --hpcmp-only applies to the thread that executes the function. If that is the main thread, the
 * function is a phase of the program, and the option applies to all threads, because they work for
 * this phase, such as those of an OpenMP region. --hpcmp-from and --hpcmp-to apply to all threads.
 * Recording of another thread changes at the beginning of its next turn, which is at most
 * MOST_AHEAD (gates.c) instructions later.
 *
 * Example: main calls solve at 0x40100a with SP 0x1fff000ff8.  Recording is on from there until
 * 0x40100f is reached with an SP of more than 0x1fff000ff8.
 */
#ifndef HP_TOGGLES_H
#define HP_TOGGLES_H

#include "hpcmp/base/basics.h"
#include "libvex_ir.h"
#include "pub_tool_tooliface.h"

typedef struct {
    UWord what; /* to be handed to hp_toggle_reached; 0: nothing */
    UInt cut;   /* If not 0, an instruction inside the superblock asks. The superblock then ends
                   before it, after `cut` instructions. */
} Toggle;

/* Says what the superblock that begins at nraddr, before redirection, asks for. */
Toggle hp_toggle_of(const IRSB* sb, Addr nraddr);
/* Called by generated code; `here` is where the superblock begins.  Sets hp_run.leaves if the turn
   is over. */
VG_REGPARM(2) void hp_toggle_reached(UWord what, Addr here);

/* The process begins, and the options are known. */
void hp_toggles_begin(void);
/* Has a function of this option been entered? */
Bool hp_toggle_has_been_reached(const HChar* function);
/* The user switches recording on or off by a command. */
void hp_toggle_set(Bool is_on);

#endif
