/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The trace for a person: a line an event,
 *
 *    ID tTHREAD +INSTRUCTIONS WHAT ...
 *
 * with blocks as ADDRESS[SIZE] and traffic as r/w bytes.
 */

#include "hpcmp/output/output.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

static void put(const HChar* text) {
    hp_output_bytes(text, VG_(strlen)(text));
}

#define PUT_FORMATTED(...)                                                                         \
    do {                                                                                           \
        HChar line_[200];                                                                          \
        VG_(snprintf)(line_, sizeof line_, __VA_ARGS__);                                           \
        put(line_);                                                                                \
    } while (0)

/* A line break in the program's text must not look like an event. */
static void put_on_one_line(const HChar* text) {
    for (; *text != '\0'; text++)
        hp_output_bytes(*text == '\n' ? " " : text, 1);
}

static void nothing(void) {}

static void put_head(EventHead head) {
    PUT_FORMATTED("%llu t%llu +%llu ", head.id, head.thid, head.icnt);
}

static void put_alloc(EventHead head, const Block* b) {
    put_head(head);
    PUT_FORMATTED(TRACE_ALLOC " %#lx[%lu]\n", (Addr)b->addr, (SizeT)b->size);
}

static void put_traffic(const Block* b, Traffic traffic) {
    PUT_FORMATTED(" %#lx[%lu] r%llu w%llu", (Addr)b->addr, (SizeT)b->size, traffic.r, traffic.w);
}

static void put_free(EventHead head, const Block* b, Traffic traffic) {
    put_head(head);
    put(TRACE_FREE);
    put_traffic(b, traffic);
    put("\n");
}

static void put_life_of_sync(EventHead head, Bool begins, const HChar* prim, Addr a) {
    put_head(head);
    put(begins ? TRACE_NEWSYNC " " : TRACE_DELSYNC " ");
    put_on_one_line(prim);
    PUT_FORMATTED(" %#lx\n", a);
}

static void put_kind(const SyncEvent* event) {
    switch (event->kind) {
    case HP_SYNC_FORK: PUT_FORMATTED(TRACE_FORK " t%llu", event->value); break;
    case HP_SYNC_JOIN: PUT_FORMATTED(TRACE_JOIN " t%llu", event->value); break;
    case HP_SYNC_REL: PUT_FORMATTED(TRACE_REL " %#llx", event->value); break;
    case HP_SYNC_ACQ: PUT_FORMATTED(TRACE_ACQ " %#llx", event->value); break;
    case HP_SYNC_EXIT: put(TRACE_EXIT); break;
    }
}

static void put_sync(EventHead head, const SyncEvent* event, const Thread* t) {
    put_head(head);
    put_kind(event);
    if (event->prim != NULL) {
        put(" ");
        put_on_one_line(event->prim);
    }
    if (event->has_seq)
        PUT_FORMATTED(" " TRACE_SEQ " %llu", event->seq);
    if (event->mode != NULL)
        PUT_FORMATTED(" %s", event->mode);
    if (event->wait > 0)
        PUT_FORMATTED(" " TRACE_WAIT " %llu", event->wait);
    if (event->own > 0)
        PUT_FORMATTED(" " TRACE_OWN " %llu", event->own);
    if (t->n_touched > 0)
        put(" " TRACE_USAGE);
    for (UInt i = 0; i < t->n_touched; i++)
        put_traffic(hp_at(t->touched[i]), hp_traffic_pending(t, hp_at(t->touched[i])));
    put("\n");
}

static void put_info(EventHead head, const HChar* text) {
    put_head(head);
    put(TRACE_INFO " ");
    put_on_one_line(text);
    put("\n");
}

const TraceFormat hp_trace_text = {.begin = nothing,
                                   .end = nothing,
                                   .alloc = put_alloc,
                                   .free = put_free,
                                   .life_of_sync = put_life_of_sync,
                                   .sync = put_sync,
                                   .info = put_info};
