/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/trace.h"

#include "hpcmp/base/options.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/output/output.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/json.h"
#include "hpcmp/trace/json_where.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/trace/standing.h"
#include "hpcmp/where/samples.h"
#include "hpcmp/where/text.h"
#include "shared/trace_vocabulary.h"

static const HChar* name_of(SyncEventKind kind) {
    static const HChar* const names[] = {[HP_SYNC_FORK] = TRACE_FORK,
                                         [HP_SYNC_JOIN] = TRACE_JOIN,
                                         [HP_SYNC_EXIT] = TRACE_EXIT,
                                         [HP_SYNC_REL] = TRACE_REL,
                                         [HP_SYNC_ACQ] = TRACE_ACQ};
    return names[kind];
}

static void write_put_off(Thread* t) {
    const PutOff* put_off = hp_put_off_state(t);
    const SyncEvent* event = &put_off->event;
    hp_follow_event(t, name_of(event->kind), event->prim, event->value);
    EventHead head = {t->thid, put_off->icnt, hp_next_id(), put_off->at};
    t->n_events++;
    hp_json_sync(head, event, t);
    hp_output_end_record();
    hp_put_off_take(t);
}

/* These two are inline because each event calls them, and GCC finds them too long by itself. */
static inline EventHead next_event(Thread* t) {
    if (hp_put_off_event(t) != NULL)
        write_put_off(t);
    EventHead head = {t->thid, t->icnt, hp_next_id(), 0};
    t->icnt = 0;
    t->n_events++;
    return head;
}

/* The same, with where in the program it is. */
static inline EventHead next_event_there(Thread* t) {
    StackNumber at = hp_stack_of(t);
    EventHead head = next_event(t);
    head.at = at;
    return head;
}

void hp_trace_alloc(Thread* t, Block* b) {
    hp_follow_alloc(t, b->addr, b->size);
    if (!hp_output_is_open()) {
        hp_block_set_birth(b, 0);
        return;
    }
    EventHead head = next_event_there(t);
    hp_json_alloc(head, b, hp_is_in_library(t));
    hp_output_end_record();
    hp_block_set_birth(b, hp_birth_of_id(head.id));
    if (hp_clo_keep_last > 0)
        hp_block_extra(b)->origin = (BlockOrigin){head.thid, head.at, hp_is_in_library(t)};
}

void hp_trace_free(Thread* t, const Block* b, Traffic traffic) {
    hp_follow_free(t, b->addr, b->size);
    if (!hp_output_is_open())
        return;
    hp_json_free(next_event(t), b, traffic);
    hp_output_end_record();
}

EventHead hp_trace_newsync(Thread* t, const NewSync* object) {
    if (!hp_output_is_open())
        return (EventHead){.id = 0};
    EventHead head = next_event_there(t);
    hp_json_newsync(head, object);
    hp_output_end_record();
    return head;
}

void hp_trace_delsync(Thread* t, const HChar* prim, Addr a) {
    if (!hp_output_is_open())
        return;
    hp_json_delsync(next_event(t), prim, a);
    hp_output_end_record();
}

static SyncEvent exit_of(const Thread* t) {
    return (SyncEvent){.kind = HP_SYNC_EXIT,
                       .wait = t->waited,
                       .own = t->own,
                       .library = t->of_library,
                       .slept = t->slept};
}

void hp_trace_write_put_off(Thread* t) {
    if (hp_put_off_event(t) == NULL)
        return;
    if (hp_output_is_open())
        write_put_off(t);
    else
        hp_put_off_take(t);
}

/* Tells a deviation from the plan once, with the place where its thread is. */
static void tell_deviation(Thread* t) {
    Thread* where = NULL;
    HChar* sentence = hp_follow_deviation(&where);
    if (sentence == NULL)
        return;
    HChar* place = where == NULL ? NULL : hp_stack_text(hp_stack_of(where), 1);
    SizeT most = VG_(strlen)(sentence) + (place == NULL ? 0 : VG_(strlen)(place)) + 40;
    HChar* text = VG_(malloc)("hp.trace.deviation", most);
    VG_(sprintf)(text, "%s%s%s%s", TRACE_INFO_PLAN_DROPPED, sentence, place == NULL ? "" : ", at ",
                 place == NULL ? "" : place);
    VG_(umsg)("%s: %s; the run goes on in virtual order\n", HP_NAME, text);
    hp_trace_info(t, text);
    VG_(free)(text);
    VG_(free)(place);
    VG_(free)(sentence);
}

void hp_trace_sync(Thread* t, const SyncEvent* event) {
    hp_trace_write_put_off(t);
    hp_follow_event(t, name_of(event->kind), event->prim, event->value);
    tell_deviation(t);
    if (hp_output_is_open()) {
        SyncEvent complete = *event;
        complete.library = t->of_library;
        complete.slept = t->slept;
        if (event->kind == HP_SYNC_EXIT)
            complete = exit_of(t);
        else if (event->kind == HP_SYNC_ACQ || event->kind == HP_SYNC_JOIN)
            complete.wait = hp_waiting_take(t);
        EventHead head = event->kind == HP_SYNC_EXIT ? next_event(t) : next_event_there(t);
        hp_json_sync(head, &complete, t);
        hp_output_end_record();
    }
    hp_traffic_clear(t);
    hp_samples_clear(t);
    t->of_library = 0;
    t->slept = 0;
}

void hp_trace_info(Thread* t, const HChar* text) {
    if (!hp_output_is_open())
        return;
    const EventHead head = next_event(t);
    hp_json_info(head, text);
    hp_output_end_record();
    if (hp_clo_keep_last > 0)
        hp_standing_add(head, text);
}

void hp_trace_begin(Thread* main_thread, const HChar* text) {
    if (!hp_output_is_open())
        return;
    hp_json_begin();
    hp_trace_info(main_thread, text);
    hp_output_end_head();
}

/* An event behind the thread's last one: there is nothing left to be said of the thread itself. */
static void put_next_program(const Thread* t, const HChar* begin, const HChar* file,
                             const HChar* rest) {
    if (!hp_output_is_open())
        return;
    HChar* text = VG_(malloc)("hp.trace.executes",
                              VG_(strlen)(begin) + VG_(strlen)(file) + VG_(strlen)(rest) + 1);
    VG_(sprintf)(text, "%s%s%s", begin, file, rest);
    hp_json_info((EventHead){t->thid, 0, hp_next_id(), 0}, text);
    hp_output_end_record();
    VG_(free)(text);
}

void hp_trace_exec(const Thread* t, const HChar* file) {
    put_next_program(t, TRACE_INFO_EXECUTES, file, "");
}

void hp_trace_exec_unseen(const Thread* t, const HChar* file, const HChar* reason) {
    HChar rest[200];
    VG_(snprintf)(rest, sizeof rest, ", %s", reason);
    put_next_program(t, TRACE_INFO_UNSEEN, file, rest);
}

void hp_trace_end(void) {
    if (!hp_output_is_open())
        return;
    HP_FOR_EACH_THREAD (t)
        hp_trace_write_put_off(t);
    hp_json_where_mark();
    Thread* any = hp_thread_next_living(1);
    if (any != NULL)
        tell_deviation(any);
    HP_FOR_EACH_THREAD (t) {
        if (t->parent != VG_INVALID_THREADID)
            continue;
        SyncEvent exit_event = exit_of(t);
        hp_json_sync((EventHead){t->thid, t->icnt, hp_next_id(), 0}, &exit_event, t);
        hp_output_end_record();
    }
    hp_json_end();
    hp_json_where_undo();
}

void hp_trace_turn_ends(Thread* t) {
    hp_output_tick();
}

void hp_trace_turn_begins(Thread* t) {
    static ULong n_told;
    tell_deviation(t);
    if (n_told == hp_n_late())
        return;
    n_told = hp_n_late();
    hp_trace_info(t, TRACE_INFO_LATE);
}
