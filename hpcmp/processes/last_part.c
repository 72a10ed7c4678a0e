/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/last_part.h"

#include "hpcmp/base/options.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/blocks/pool.h"
#include "hpcmp/output/output.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/identity.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/json.h"
#include "hpcmp/trace/standing.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

enum { MAIN_THREAD = 1 };

/* A part of the file. */
typedef struct {
    Long place;       /* where it begins */
    ULong first_id;   /* of its events */
    HChar* beginning; /* what stands before it once the part before is dropped */
    SizeT n_beginning;
} Part;

static Part g_newer; /* without a beginning, it is the first one, and the only one */
static ULong g_first_id = 1;

const HChar* hp_events_in_file(void) {
    static HChar text[80];
    if (g_first_id == 1)
        VG_(sprintf)(text, "%llu events", hp_n_events());
    else
        VG_(sprintf)(text, "events %llu to %llu", g_first_id, hp_n_events());
    return text;
}

/*------------------------------------------------------------*/
/*--- What is true                                          ---*/
/*------------------------------------------------------------*/

/* An event that says again what is true. */
typedef struct {
    EventHead head;
    void (*put)(EventHead head, const void* what);
    const void* what;
} Saying;

static XArray* g_sayings;

/* The threads that may have events: those that live and those that can be joined. */
static VgHashTable* g_threads; /* key: the thid */

static void say(EventHead head, void (*put)(EventHead, const void*), const void* what) {
    head.icnt = 0;
    VG_(addToXA)(g_sayings, &(Saying){head, put, what});
}

/* A thread that is gone can have no event, so the main thread has those that it leaves behind. */
static ULong thread_for(ULong thid) {
    return VG_(HT_lookup)(g_threads, thid) != NULL ? thid : MAIN_THREAD;
}

static void put_info(EventHead head, const void* text) {
    hp_json_info(head, text);
}

static void put_exit(EventHead head, const void* unused) {
    hp_json_bare_exit(head);
}

static void put_alloc(EventHead head, const void* block) {
    hp_json_alloc(head, block, hp_block_extra_if_any(block)->origin.is_librarys);
}

static void put_newsync(EventHead head, const void* obj) {
    const NewSync said = hp_sync_newsync(obj);
    hp_json_newsync(head, &said);
}

static void say_thread(ULong thid, ULong forked_by) {
    hp_table_add(g_threads, thid, "hp.last_part.thread", sizeof(VgHashNode));
    if (thid != MAIN_THREAD)
        say((EventHead){.thid = thid, .id = forked_by}, put_info, TRACE_INFO_UNFORKED);
}

static void say_exited_thread(ULong thid, ULong forked_by) {
    say_thread(thid, forked_by);
    say((EventHead){.thid = thid, .id = hp_next_id()}, put_exit, NULL);
}

/* The one that is being created is told by what comes. */
static void say_threads(void) {
    HP_FOR_EACH_THREAD (t)
        if (t->parent == VG_INVALID_THREADID)
            say_thread(t->thid, t->forked_by);
    hp_joinable_for_each(say_exited_thread);
}

static Bool say_standing(EventHead head, const HChar* text, Bool is_threads) {
    const ULong thid = thread_for(head.thid);
    if (thid != head.thid && is_threads)
        return False;
    say((EventHead){.thid = thid, .id = head.id}, put_info, text);
    return True;
}

static void say_block(const Block* b) {
    const ULong id = hp_id_of_birth(hp_block_birth(b));
    const BlockExtra* extra = hp_block_extra_if_any(b);
    if (id != 0 && extra != NULL && extra->origin.thid != 0)
        say((EventHead){.thid = thread_for(extra->origin.thid), .id = id, .at = extra->origin.at},
            put_alloc, b);
}

static void say_object(Thread* t, SyncObj* obj) {
    EventHead head = obj->told;
    head.thid = thread_for(head.thid);
    if (head.id != 0)
        say(head, put_newsync, obj);
}

/* The main thread stands for those that are gone, so it is told even if it is gone, too. */
static void say_main_thread(void) {
    if (VG_(HT_lookup)(g_threads, MAIN_THREAD) == NULL)
        say((EventHead){.thid = MAIN_THREAD, .id = hp_next_id()}, put_exit, NULL);
}

static Int by_id(const void* a, const void* b) {
    const ULong x = ((const Saying*)a)->head.id, y = ((const Saying*)b)->head.id;
    return x < y ? -1 : x > y;
}

/* Puts all that is true now, as the beginning of a trace.  Returns the id of the first event that
   comes behind it. */
static ULong put_beginning(Thread* t) {
    HChar part[sizeof TRACE_INFO_PART + 120];
    HChar* process = hp_process_description();
    g_sayings = VG_(newXA)(VG_(malloc), "hp.last_part.sayings", VG_(free), sizeof(Saying));
    g_threads = VG_(HT_construct)("hp.last_part.threads");
    say((EventHead){.thid = MAIN_THREAD, .id = 1}, put_info, process);
    say((EventHead){.thid = MAIN_THREAD, .id = hp_next_id()}, put_info, part);
    say_threads();
    say_main_thread();
    hp_standing_keep_if(say_standing);
    hp_blocks_for_each(say_block);
    hp_sync_for_each(t, say_object);
    const ULong first_id = hp_n_events() + 1;
    VG_(sprintf)(part, TRACE_INFO_PART "only the end of the run, from event %llu on%s", first_id,
                 hp_standing_lacks_others() ? "; some of the order between processes is missing"
                                            : "");
    VG_(setCmpFnXA)(g_sayings, by_id);
    VG_(sortXA)(g_sayings);
    hp_json_begin();
    for (Word i = 0; i < VG_(sizeXA)(g_sayings); i++) {
        const Saying* saying = VG_(indexXA)(g_sayings, i);
        saying->put(saying->head, saying->what);
    }
    VG_(HT_destruct)(g_threads, VG_(free));
    VG_(deleteXA)(g_sayings);
    VG_(free)(process);
    return first_id;
}

/*------------------------------------------------------------*/
/*--- Parts of the file                                     ---*/
/*------------------------------------------------------------*/

/* The newer part is the older one from now on, and the older one is gone. */
static void begin_part(Thread* t, Long end) {
    const ULong first_id = g_newer.beginning == NULL ? g_first_id : g_newer.first_id;
    if (end != HP_NO_PLACE && g_newer.beginning != NULL)
        end = hp_output_replace(g_newer.beginning, g_newer.n_beginning, g_newer.place);
    VG_(free)(g_newer.beginning);
    g_newer = (Part){.place = end};
    if (end == HP_NO_PLACE) {
        hp_clo_keep_last = 0; /* all is kept from here on */
        return;
    }
    g_first_id = first_id;
    hp_moment_announce(HP_PART_BEGINS, t);
    g_newer.first_id = put_beginning(t);
    g_newer.beginning = hp_output_take(&g_newer.n_beginning);
}

void hp_last_part_turn_ends(Thread* t) {
    enum { TURNS_BETWEEN = 16 }; /* to ask the kernel costs as much as the rest of a short turn */
    static UInt n_turns;
    if (hp_clo_keep_last == 0 || ++n_turns % TURNS_BETWEEN != 0)
        return;
    const Long full = hp_clo_keep_last * (1024 * 1024 / 8 * 3);
    const Long place = hp_output_place();
    if (place != HP_NO_PLACE && place - g_newer.place >= full)
        begin_part(t, hp_output_settle());
}

void hp_last_part_in_child(Thread* t) {
    hp_standing_forget();
    VG_(free)(g_newer.beginning);
    g_newer = (Part){.place = 0};
    g_first_id = 1;
}
