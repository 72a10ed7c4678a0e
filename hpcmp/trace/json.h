/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Puts events, as JSON (docs/trace-format.md), into the output's buffer.
 */
#ifndef HP_JSON_H
#define HP_JSON_H

#include "hpcmp/count/traffic.h"
#include "hpcmp/trace/event.h"

void hp_json_begin(void);
void hp_json_end(void);
void hp_json_alloc(EventHead head, const Block* b, Bool is_librarys);
void hp_json_free(EventHead head, const Block* b, Traffic traffic);
void hp_json_newsync(EventHead head, const NewSync* object);
void hp_json_delsync(EventHead head, const HChar* prim, Addr a);
/* The event contains the pending traffic of t. If it is the event that t has put off, it contains
   the traffic kept for that event. */
void hp_json_sync(EventHead head, const SyncEvent* event, const Thread* t);
/* The exit event of a thread, without anything else about the thread. */
void hp_json_bare_exit(EventHead head);
void hp_json_info(EventHead head, const HChar* text);

#endif
