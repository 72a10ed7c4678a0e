/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events as JSON: docs/trace-format.md.  They go into the output's buffer.
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
/* With the pending traffic of t, or what belongs to the event that t has put off. */
void hp_json_sync(EventHead head, const SyncEvent* event, const Thread* t);
/* The exit of a thread of which there is nothing else to say. */
void hp_json_bare_exit(EventHead head);
void hp_json_info(EventHead head, const HChar* text);

#endif
