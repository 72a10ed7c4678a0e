/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Infos that stay true: what a trace that begins in the middle of a run has to say again.
 *
 * Example: a thread says once that it "is named reader".  If --hpcmp-keep-last drops this event,
 * the part that is kept repeats it.  That the thread has taken 7 bytes from a pipe happened at one
 * moment, so it is not repeated.
 */
#ifndef HP_STANDING_H
#define HP_STANDING_H

#include "hpcmp/trace/event.h"

/* An info has been told; it is kept if it is one that stays true. */
void hp_standing_add(EventHead head, const HChar* text);
/* Calls `is_true` for each one, in the order in which they were told, and forgets it if the answer
   is no.  is_threads: it is true as long as its thread lives; else it is about the process. */
void hp_standing_keep_if(Bool (*is_true)(EventHead head, const HChar* text, Bool is_threads));
/* Has an info told of what other processes have, too, or do?  Those are not kept. */
Bool hp_standing_lacks_others(void);
/* In the child of a fork: its trace has told nothing yet. */
void hp_standing_forget(void);

#endif
