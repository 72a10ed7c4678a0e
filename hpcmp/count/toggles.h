/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions of the program that switch recording on and off: --hpcmp-from, --hpcmp-to,
 * --hpcmp-only.
 *
 * At its beginning, such a function's first superblock asks the tool whether recording has to
 * change. If so, the turn ends before the function's first instruction, because recording changes
 * only between turns (threads/recording.h). In its next turn the thread comes to the same
 * superblock again, and then passes it.
 *
 * For --hpcmp-only the tool has to see where the function ends. When the function is entered, its
 * return address is on the stack. The superblock at this address is translated again, and asks the
 * tool, too. If the stack is then shorter than it was at the entry, the function has ended.
 * Otherwise a deeper call has returned to the same address. If longjmp or an exception leaves the
 * function, the tool does not see that. The function then counts as ended when it is entered again
 * from a shorter stack, or when the thread ends.
 *
 * --hpcmp-only applies to the thread that executes the function. If the main thread executes it,
 * the function is a phase of the program. The option then applies to all threads, because other
 * threads (those of an OpenMP region, for example) work for this phase. --hpcmp-from and --hpcmp-to
 * apply to all threads. Recording of another thread changes at the beginning of its next turn,
 * which is at most MOST_AHEAD (gates.c) instructions later.
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
    UWord what; /* the argument for hp_toggle_reached; 0: nothing is asked */
    UInt cut;   /* If not 0, an instruction inside the superblock asks. The superblock then ends
                   before it, after `cut` instructions. */
} Toggle;

/* Returns what the superblock asks for that begins at nraddr, its address before redirection. */
Toggle hp_toggle_of(const IRSB* sb, Addr nraddr);
/* Called by generated code; `here` is where the superblock begins.  Sets hp_run.leaves if the turn
   is over. */
VG_REGPARM(2) void hp_toggle_reached(UWord what, Addr here);

/* The process begins, and the options are known. */
void hp_toggles_begin(void);
/* Has a function been entered that the value of this option names? */
Bool hp_toggle_has_been_reached(const HChar* function);
/* The user switches recording on or off by a command. */
void hp_toggle_set(Bool is_on);

#endif
