/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/json.h"

#include "hpcmp/output/output.h"
#include "hpcmp/trace/ids.h"
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

/* What has no string in it and is no list needs no more than that. */
#define MUCH_ROOM 512

static void put_head(EventHead head) {
    hp_output_advance(head_at(hp_output_room(MUCH_ROOM), head));
}

/*------------------------------------------------------------*/
/*--- Strings                                               ---*/
/*------------------------------------------------------------*/

/* The length of the well-formed UTF-8 sequence at s, or 0 (Unicode, table
   3-7). */
static UInt utf8_length(const UChar* s) {
    UInt n = s[0] < 0x80   ? 1
             : s[0] < 0xc2 ? 0
             : s[0] < 0xe0 ? 2
             : s[0] < 0xf0 ? 3
             : s[0] < 0xf5 ? 4
                           : 0;
    for (UInt i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))
        return 0;
    return n;
}

/* A byte that is not UTF-8 becomes the code point of its value. */
static void put_string(const HChar* text) {
    PUT("\"");
    const UChar* s = (const UChar*)text;
    while (*s != '\0') {
        UInt n = utf8_length(s);
        if (n == 0 || *s < 0x20) {
            HChar escaped[8];
            hp_output_bytes(escaped, VG_(sprintf)(escaped, "\\u%04x", *s));
            n = 1;
        } else {
            if (*s == '"' || *s == '\\')
                PUT("\\");
            hp_output_bytes((const HChar*)s, n);
        }
        s += n;
    }
    PUT("\"");
}

/*------------------------------------------------------------*/
/*--- Events                                                ---*/
/*------------------------------------------------------------*/

void hp_json_alloc(EventHead head, const Block* b) {
    HChar* at = head_at(hp_output_room(MUCH_ROOM), head);
    at = TEXT_AT(at, "," KEY(TRACE_LIFE) "{" KEY(TRACE_ALLOC) "{");
    at = block_at(at, b);
    hp_output_advance(TEXT_AT(at, "}}}"));
}

void hp_json_free(EventHead head, const Block* b, Traffic traffic) {
    HChar* at = head_at(hp_output_room(MUCH_ROOM), head);
    at = TEXT_AT(at, "," KEY(TRACE_LIFE) "{" KEY(TRACE_FREE) "{");
    at = traffic_at(block_at(at, b), traffic);
    hp_output_advance(TEXT_AT(at, "}}}"));
}

void hp_json_life_of_sync(EventHead head, Bool begins, const HChar* prim, Addr a) {
    put_head(head);
    PUT("," KEY(TRACE_LIFE) "{");
    if (begins)
        PUT(KEY(TRACE_NEWSYNC) "{" KEY(TRACE_PRIM));
    else
        PUT(KEY(TRACE_DELSYNC) "{" KEY(TRACE_PRIM));
    put_string(prim);
    PUT("," KEY(TRACE_ADDR));
    hp_output_number(a);
    PUT("}}}");
}

static void put_usage(const Thread* t) {
    PUT("," KEY(TRACE_USAGE) "[");
    for (UInt i = 0; i < hp_traffic_n_touched(t); i++) {
        const Block* b = hp_traffic_touched(t, i);
        if (i > 0)
            PUT(",");
        HChar* at = TEXT_AT(hp_output_room(MUCH_ROOM), "{");
        at = traffic_at(block_at(at, b), hp_traffic_pending(t, b));
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
    put_head(head);
    PUT("," KEY(TRACE_SYNC) "{");
    put_kind(event);
    if (event->prim != NULL) {
        PUT("," KEY(TRACE_PRIM));
        put_string(event->prim);
    }
    if (event->has_seq) {
        PUT("," KEY(TRACE_SEQ));
        hp_output_number(event->seq);
    }
    if (event->mode != NULL) {
        PUT("," KEY(TRACE_MODE));
        put_string(event->mode);
    }
    if (event->wait > 0) {
        PUT("," KEY(TRACE_WAIT));
        hp_output_number(event->wait);
    }
    if (event->own > 0) {
        PUT("," KEY(TRACE_OWN));
        hp_output_number(event->own);
    }
    put_usage(t);
    PUT("}}");
}

void hp_json_info(EventHead head, const HChar* text) {
    put_head(head);
    PUT("," KEY(TRACE_INFO));
    put_string(text);
    PUT("}");
}
