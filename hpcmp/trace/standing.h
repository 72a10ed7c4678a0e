/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Infos that stay true. A trace that begins in the middle of a run has to repeat them.
 *
 * Example: a thread says once that it "is named reader". If --hpcmp-keep-last drops this event, the
 * part that is kept repeats it. An info that the thread has taken 7 bytes from a pipe is not
 * repeated, because this happened at one moment.
 */
#ifndef HP_STANDING_H
#define HP_STANDING_H

#include "hpcmp/trace/event.h"

/* An info has been told. If it stays true, it is kept. */
void hp_standing_add(EventHead head, const HChar* text);
/* Calls `is_true` for each kept info, in the order in which they were told, and forgets the info if
   the answer is False. is_threads: the info is true as long as its thread lives. Otherwise it is
   about the process. */
void hp_standing_keep_if(Bool (*is_true)(EventHead head, const HChar* text, Bool is_threads));
/* Was there an info about other processes, or about objects that they have, too? Such infos are not
   kept. */
Bool hp_standing_lacks_others(void);
/* In the child of a fork: its trace has told nothing yet. */
void hp_standing_forget(void);

#endif
