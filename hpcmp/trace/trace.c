/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/trace.h"

#include "config.h"
#include "hpcmp/base/options.h"
#include "hpcmp/kernel/processes.h"
#include "hpcmp/output/output.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_libcproc.h"
#include "shared/trace_vocabulary.h"

static ULong g_last_id;
/* Births before this are from traces of former processes. */
static ULong g_first_birth;

static const TraceFormat* format(void) {
    return hp_clo_format == HP_FORMAT_JSON ? &hp_trace_json : &hp_trace_text;
}

static EventHead next_event(Thread* t) {
    EventHead head = {t->thid, t->icnt, ++g_last_id};
    t->icnt = 0;
    return head;
}

ULong hp_trace_n_events(void) {
    return g_last_id;
}

void hp_trace_set_n_events(ULong n) {
    g_last_id = n;
}

void hp_trace_restart(void) {
    g_first_birth += g_last_id;
    g_last_id = 0;
}

ULong hp_trace_birth(ULong id) {
    return g_first_birth + id;
}

ULong hp_trace_id(ULong birth) {
    return birth > g_first_birth ? birth - g_first_birth : 0;
}

ULong hp_trace_alloc(Thread* t, const Block* b) {
    if (!hp_output_is_open())
        return 0;
    EventHead head = next_event(t);
    format()->alloc(head, b);
    hp_output_end_event();
    return hp_trace_birth(head.id);
}

void hp_trace_free(Thread* t, const Block* b, Traffic traffic) {
    if (!hp_output_is_open())
        return;
    format()->free(next_event(t), b, traffic);
    hp_output_end_event();
}

static void life_of_sync(Thread* t, Bool begins, const HChar* prim, Addr a) {
    if (!hp_output_is_open())
        return;
    format()->life_of_sync(next_event(t), begins, prim, a);
    hp_output_end_event();
}

void hp_trace_newsync(Thread* t, const HChar* prim, Addr a) {
    life_of_sync(t, True, prim, a);
}

void hp_trace_delsync(Thread* t, const HChar* prim, Addr a) {
    life_of_sync(t, False, prim, a);
}

static SyncEvent exit_of(const Thread* t) {
    return (SyncEvent){.kind = HP_SYNC_EXIT, .wait = t->waited, .own = t->own};
}

void hp_trace_sync(Thread* t, const SyncEvent* event) {
    if (hp_output_is_open()) {
        SyncEvent complete = *event;
        if (event->kind == HP_SYNC_EXIT)
            complete = exit_of(t);
        else if (event->kind == HP_SYNC_ACQ || event->kind == HP_SYNC_JOIN)
            complete.wait = hp_waiting_take(t);
        format()->sync(next_event(t), &complete, t);
        hp_output_end_event();
    }
    hp_traffic_clear(t);
}

void hp_trace_info(Thread* t, const HChar* text) {
    if (!hp_output_is_open())
        return;
    format()->info(next_event(t), text);
    hp_output_end_event();
}

void hp_trace_begin(Thread* main_thread) {
    if (!hp_output_is_open())
        return;
    format()->begin();
    HChar* text = hp_process_description();
    hp_trace_info(main_thread, text);
    VG_(free)(text);
    hp_output_end_head();
}

void hp_trace_executes(const Thread* t, const HChar* file) {
    if (!hp_output_is_open())
        return;
    HChar* text = VG_(malloc)("hp.trace.executes", sizeof TRACE_INFO_EXECUTES + VG_(strlen)(file));
    VG_(sprintf)(text, "%s%s", TRACE_INFO_EXECUTES, file);
    EventHead head = {t->thid, 0, ++g_last_id};
    format()->info(head, text);
    hp_output_end_event();
    VG_(free)(text);
}

void hp_trace_end(void) {
    if (!hp_output_is_open())
        return;
    for (Thread* t = hp_thread_next_living(1); t != NULL; t = hp_thread_next_living(t->tid + 1)) {
        if (t->parent != VG_INVALID_THREADID)
            continue;
        EventHead head = {t->thid, t->icnt, ++g_last_id};
        SyncEvent exit_event = exit_of(t);
        format()->sync(head, &exit_event, t);
        hp_output_end_event();
    }
    format()->end();
}
