/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/json.h"

#include "hpcmp/base/options.h"
#include "hpcmp/output/output.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/json_string.h"
#include "hpcmp/trace/json_where.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/where/names.h"
#include "hpcmp/where/samples.h"
#include "shared/trace_vocabulary.h"

/* "key": as a literal of known length. */
#define KEY(name) "\"" name "\":"
#define PUT(literal) HP_OUTPUT_LITERAL(literal)

void hp_json_begin(void) {
    PUT("[\n");
}

void hp_json_end(void) {
    PUT("\n]\n");
}

/*------------------------------------------------------------*/
/*--- What most events are made of                          ---*/
/*------------------------------------------------------------*/

/* These put something where there is room, and return its end. */
static inline HChar* text_at(HChar* at, const HChar* text, SizeT n) {
    __builtin_memcpy(at, text, n);
    return at + n;
}

#define TEXT_AT(at, literal) text_at(at, literal, sizeof(literal) - 1)
#define FIELD_AT(at, literal, number) hp_output_number_at(TEXT_AT(at, literal), number)

static HChar* head_at(HChar* at, EventHead head) {
    if (head.id > 1)
        at = TEXT_AT(at, ",\n");
    at = FIELD_AT(at, "{" KEY(TRACE_THID), head.thid);
    at = FIELD_AT(at, "," KEY(TRACE_ICNT), head.icnt);
    return FIELD_AT(at, "," KEY(TRACE_ID), head.id);
}

static HChar* block_at(HChar* at, const Block* b) {
    at = FIELD_AT(at, KEY(TRACE_ADDR), b->addr);
    return FIELD_AT(at, "," KEY(TRACE_SIZE), b->size);
}

static HChar* traffic_at(HChar* at, Traffic traffic) {
    at = FIELD_AT(at, "," KEY(TRACE_READ), traffic.r);
    return FIELD_AT(at, "," KEY(TRACE_WRITTEN), traffic.w);
}

/* Text without strings and lists needs no more room than that. */
#define MUCH_ROOM 512

static void put_head(EventHead head) {
    hp_output_advance(head_at(hp_output_room(MUCH_ROOM), head));
}

static void put_where(EventHead head) {
    if (head.at == 0)
        return;
    PUT("," KEY(TRACE_AT));
    hp_json_stack(head.at);
}

/*------------------------------------------------------------*/
/*--- Events                                                ---*/
/*------------------------------------------------------------*/

void hp_json_alloc(EventHead head, const Block* b, Bool is_librarys) {
    HChar* at = head_at(hp_output_room(MUCH_ROOM), head);
    at = TEXT_AT(at, "," KEY(TRACE_LIFE) "{" KEY(TRACE_ALLOC) "{");
    at = block_at(at, b);
    if (is_librarys)
        at = TEXT_AT(at, "," KEY(TRACE_LIBRARY) "1");
    if (head.at != 0 && hp_stack_is_told(head.at)) {
        at = FIELD_AT(at, "," KEY(TRACE_AT), head.at);
        hp_output_advance(TEXT_AT(at, "}}}"));
        return;
    }
    hp_output_advance(at);
    put_where(head);
    PUT("}}}");
}

void hp_json_free(EventHead head, const Block* b, Traffic traffic) {
    HChar* at = head_at(hp_output_room(MUCH_ROOM), head);
    at = TEXT_AT(at, "," KEY(TRACE_LIFE) "{" KEY(TRACE_FREE) "{");
    at = traffic_at(block_at(at, b), traffic);
    hp_output_advance(TEXT_AT(at, "}}}"));
}

static void put_object(const HChar* prim, Addr a) {
    PUT("{" KEY(TRACE_PRIM));
    hp_json_string(prim);
    PUT("," KEY(TRACE_ADDR));
    hp_output_number(a);
}

/* A block that a process has inherited has no event in its trace. */
static void put_member(const Block* block, Addr a) {
    ULong alloc = hp_id_of_birth(hp_block_birth(block));
    if (alloc == 0)
        return;
    PUT("," KEY(TRACE_OF_ALLOC));
    hp_output_number(alloc);
    PUT("," KEY(TRACE_OFFSET));
    hp_output_number(a - block->addr);
}

/* How a person calls the object. */
static void put_name(const NewSync* object) {
    const HChar* name = object->block == NULL ? hp_name_of(object->object.at) : NULL;
    if (object->block != NULL)
        put_member(object->block, object->object.at);
    if (name == NULL)
        return;
    PUT("," KEY(TRACE_NAME));
    hp_json_string(name);
}

void hp_json_newsync(EventHead head, const NewSync* object) {
    put_head(head);
    PUT("," KEY(TRACE_LIFE) "{" KEY(TRACE_NEWSYNC));
    put_object(object->prim, object->object.named);
    if (object->rwlock_kind != 0) {
        PUT("," KEY(TRACE_RWLOCK_KIND));
        hp_output_number(object->rwlock_kind);
    }
    if (hp_clo_stacks)
        put_name(object);
    put_where(head);
    PUT("}}}");
}

void hp_json_delsync(EventHead head, const HChar* prim, Addr a) {
    put_head(head);
    PUT("," KEY(TRACE_LIFE) "{" KEY(TRACE_DELSYNC));
    put_object(prim, a);
    PUT("}}}");
}

/* put_off: the event is that, or NULL. */
static void put_usage(const Thread* t, const PutOff* put_off) {
    PUT("," KEY(TRACE_USAGE) "[");
    UInt n = put_off != NULL ? put_off->n_traffic : hp_traffic_n_touched(t);
    for (UInt i = 0; i < n; i++) {
        const Block* b = hp_traffic_touched(t, i);
        if (i > 0)
            PUT(",");
        HChar* at = TEXT_AT(hp_output_room(MUCH_ROOM), "{");
        at = traffic_at(block_at(at, b),
                        put_off != NULL ? put_off->traffic[i] : hp_traffic_pending(t, b));
        hp_output_advance(at);
        ULong alloc = hp_id_of_birth(hp_block_birth(b));
        if (b->is_dead && alloc != 0) {
            PUT("," KEY(TRACE_OF_ALLOC));
            hp_output_number(alloc);
        }
        PUT("}");
    }
    PUT("]");
}

/* Where the thread has been in the interval that ends. */
static void put_work(const Thread* t, const PutOff* put_off) {
    UInt n = put_off != NULL ? put_off->n_samples : hp_n_samples(t);
    for (UInt i = 0; i < n; i++) {
        const Sample* sample = put_off != NULL ? &put_off->samples[i] : hp_sample(t, i);
        if (i == 0)
            PUT("," KEY(TRACE_WORK) "[{" KEY(TRACE_AT));
        else
            PUT(",{" KEY(TRACE_AT));
        hp_json_stack(sample->stack);
        PUT("," KEY(TRACE_SAMPLES));
        hp_output_number(sample->n);
        if (sample->n_io > 0) {
            PUT("," KEY(TRACE_IO));
            hp_output_number(sample->n_io);
        }
        PUT("}");
    }
    if (n > 0)
        PUT("]");
}

static void put_kind(const SyncEvent* event) {
    switch (event->kind) {
    case HP_SYNC_FORK: PUT(KEY(TRACE_FORK)); break;
    case HP_SYNC_JOIN: PUT(KEY(TRACE_JOIN)); break;
    case HP_SYNC_REL: PUT(KEY(TRACE_REL)); break;
    case HP_SYNC_ACQ: PUT(KEY(TRACE_ACQ)); break;
    case HP_SYNC_EXIT: PUT(KEY(TRACE_EXIT) "null"); return;
    }
    hp_output_number(event->value);
}

void hp_json_sync(EventHead head, const SyncEvent* event, const Thread* t) {
    const PutOff* put_off = event == hp_put_off_event(t) ? hp_put_off_state(t) : NULL;
    put_head(head);
    PUT("," KEY(TRACE_SYNC) "{");
    put_kind(event);
    if (event->prim != NULL) {
        PUT("," KEY(TRACE_PRIM));
        hp_json_string(event->prim);
    }
    if (event->has_seq) {
        PUT("," KEY(TRACE_SEQ));
        hp_output_number(event->seq);
    }
    if (event->mode != NULL) {
        PUT("," KEY(TRACE_MODE));
        hp_json_string(event->mode);
    }
#define SYNC_NUMBER(ID, number)                                                                    \
    if (event->number > 0) {                                                                       \
        PUT("," KEY(TRACE_##ID));                                                                  \
        hp_output_number(event->number);                                                           \
    }
#include "shared/event_keys.def"
    put_usage(t, put_off);
    put_work(t, put_off);
    put_where(head);
    PUT("}}");
}

void hp_json_bare_exit(EventHead head) {
    put_head(head);
    PUT("," KEY(TRACE_SYNC) "{" KEY(TRACE_EXIT) "null," KEY(TRACE_USAGE) "[]}}");
}

void hp_json_info(EventHead head, const HChar* text) {
    put_head(head);
    PUT("," KEY(TRACE_INFO));
    hp_json_string(text);
    PUT("}");
}
