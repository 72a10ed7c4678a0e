/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/atomics.h"

#include "hpcmp/atomics/loops.h"
#include "hpcmp/atomics/words.h"
#include "hpcmp/base/options.h"
#include "hpcmp/count/gates.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/spinning.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/trace/trace.h"
#include "hpcmp/where/atomic_code.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "shared/object_addresses.h"

/* The state of a word. */
typedef struct {
    ULong n_stores;
} AtomicWord;

/* The releases that a thread has taken lately, by word: the number of a store. */
enum { N_TAKEN = 64 };

typedef struct _Looks {
    ULong taken[N_TAKEN];
    /* The latest look. */
    const WatchedAccess* access; /* NULL: the thread has done something else since */
    Addr at;
    ULong value;
    ULong store;    /* the number of the store that it found, or 0 */
    SyncObj* found; /* whose acquire is put off */
    Addr fails_to;  /* where turns end behind a look that finds nothing new; 0: not known */
    ULong period;   /* instructions from one look to the next; 0: there was only one */
    Bool is_last;   /* the turn ends behind it; */
    Bool has_failed; /* it found nothing new */
    ULong worked;   /* instructions of the thread until then; */
    ULong waited;   /* of its wait, if it has turned out to be one */
    ULong n_events; /* of the thread until then */
    ULong registers; /* a hash of them */
    Bool has_idled;  /* it has paused, yielded or slept since */
    Bool has_stored;
} Looks;

static ULong g_n_stores;

/* Does no other thread live?  Threads have come or gone since that was found out, perhaps. */
static Bool g_is_alone;
static Bool g_has_changed = True;

static Bool is_alone(const Thread* t) {
    if (g_has_changed) {
        const Thread* first = hp_thread_next_living(1);
        g_is_alone = first == NULL || hp_thread_next_living(first->tid + 1) == NULL;
        g_has_changed = False;
    }
    return g_is_alone;
}

/* Operations of libraries that are recorded as a whole have atomic operations inside. */
static Bool is_left_out(const Thread* t) {
    return hp_in_runtime(t) || hp_in_library(t) || t->n_pauses > 0;
}

static Addr word_of(Addr a) {
    return HP_ATOMIC_ADDRESSES + a;
}

/*------------------------------------------------------------*/
/*--- Taking                                                ---*/
/*------------------------------------------------------------*/

static ULong* taken_from(Looks* looks, const SyncObj* obj) {
    return &looks->taken[obj->at / sizeof(UInt) % N_TAKEN];
}

static Bool is_to_take(const Thread* t, const Store* store) {
    return store->thid != t->thid &&
           (t->looks == NULL || *taken_from(t->looks, store->obj) < store->number);
}

static void take(Thread* t, const Store* store) {
    *taken_from(HP_KEPT(t->looks), store->obj) = store->number;
    for (ULong seq = store->since; seq <= store->seq; seq++)
        hp_sync_acquire(t, store->obj, seq, NULL);
}

/* The stores that the bytes are from and t has not taken. */
static UInt stores_to_take(const Thread* t, Addr a, UInt n_bytes,
                           const Store* stores[HP_MOST_STORES]) {
    UInt n = hp_word_stores(a, n_bytes, stores);
    UInt n_left = 0;
    for (UInt i = 0; i < n; i++)
        if (is_to_take(t, stores[i]))
            stores[n_left++] = stores[i];
    return n_left;
}

static void take_all(Thread* t, Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = stores_to_take(t, a, n_bytes, stores);
    if (n > 0)
        hp_turn_so_far(t);
    for (UInt i = 0; i < n; i++)
        take(t, stores[i]);
}

/*------------------------------------------------------------*/
/*--- Looking again                                         ---*/
/*------------------------------------------------------------*/

/* A loop that waits has few instructions, but it may sleep or back off in them. */
enum { MOST_BETWEEN_LOOKS = 10000 };

static ULong latest_store(Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = hp_word_stores(a, n_bytes, stores);
    ULong latest = 0;
    for (UInt i = 0; i < n; i++)
        if (stores[i]->number > latest)
            latest = stores[i]->number;
    return latest;
}

static Bool is_ours(const Thread* t) {
    return t->is_spinning && t->looks != NULL && t->waits_for == word_of(t->looks->at);
}

/* What t has executed up to now was no wait. */
static void end_wait(Thread* t) {
    if (!is_ours(t))
        return;
    hp_turn_so_far(t);
    hp_waiting_end(t);
}

static Bool is_acquire_put_off(const Thread* t) {
    const SyncEvent* event = hp_is_put_off(t);
    return event != NULL && event->kind == HP_SYNC_ACQ;
}

/* The latest look has found what it was for. */
static void look_succeeds(Thread* t) {
    if (!is_acquire_put_off(t))
        return;
    hp_turn_so_far(t);
    *taken_from(t->looks, t->looks->found) = t->looks->store;
    hp_trace_put_off_sync(t);
}

/* t does something else than looking again. */
static void leave_loop(Thread* t) {
    look_succeeds(t);
    end_wait(t);
    if (t->looks != NULL)
        t->looks->access = NULL;
}

static ULong hash_of_registers(const Thread* t) {
    enum { N = 16 };
    ULong registers[N];
    ULong hash = 0;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)registers, 0,
                              offsetof(VexGuestAMD64State, guest_RAX), sizeof registers);
    for (UInt i = 0; i < N; i++)
        hash = (hash ^ registers[i]) * 0x9e3779b97f4a7c15UL;
    return hash;
}

/* A loop in which nothing changes waits, and so does one that gives up the processor.  Any other
   loop may compute something, with a limit in memory: for (i = 0; i < n; i++). */
static Bool goes_nowhere(const Thread* t) {
    return t->looks->has_idled || t->looks->registers == hash_of_registers(t);
}

static Bool looks_again(const Thread* t, Addr a, const WatchedAccess* access) {
    const Looks* looks = t->looks;
    return looks != NULL && looks->access == access && looks->at == a &&
           looks->n_events == t->n_events && !looks->has_stored && hp_run.has_stored == 0 &&
           (hp_word_is_known(a, access->n_bytes) || goes_nowhere(t));
}

/* The look before this one found nothing, so what t has executed since was a wait. */
static void look_has_failed(Thread* t, Addr a) {
    if (is_acquire_put_off(t))
        hp_put_off_drop(t);
    hp_turn_so_far(t);
    hp_word_know(a, t->looks->access->n_bytes);
    Looks* looks = t->looks;
    if (hp_is_waiting(t)) {
        looks->period = t->waited - looks->waited;
        return;
    }
    looks->period = t->worked - looks->worked;
    if (looks->period <= MOST_BETWEEN_LOOKS)
        hp_waiting_turns_out(t, word_of(a), looks->period);
}

/* If a store of another thread is found, t has perhaps waited for it. */
static void find(Thread* t, Addr a, const WatchedAccess* access) {
    const Store* stores[HP_MOST_STORES];
    UInt n = stores_to_take(t, a, access->n_bytes, stores);
    if (n == 0)
        return;
    if (n > 1 || stores[0]->since < stores[0]->seq) {
        take_all(t, a, access->n_bytes);
        return;
    }
    hp_turn_so_far(t);
    HP_KEPT(t->looks)->found = stores[0]->obj;
    hp_sync_put_off_acquire(t, stores[0]->obj, stores[0]->seq);
}

static void remember_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    Looks* looks = HP_KEPT(t->looks);
    if (looks->access != access)
        looks->fails_to = looks->period = 0;
    looks->access = access;
    looks->at = a;
    looks->value = value;
    looks->store = latest_store(a, access->n_bytes);
    looks->worked = t->worked + (hp_is_waiting(t) ? 0 : hp_run_uncounted());
    looks->waited = t->waited;
    looks->n_events = t->n_events;
    looks->has_stored = looks->has_idled = False;
    looks->registers = hash_of_registers(t);
    hp_run.has_stored = 0;
}

static Bool is_watched(Addr instruction) {
    return hp_is_watched_code(instruction) && hp_is_atomic_by_source(instruction);
}

/* Is that a word for atomic operations?  An instruction that was found by its access to one may
   access plain data, too. */
static Bool is_word(Addr a, const WatchedAccess* access) {
    return hp_word_is_known(a, access->n_bytes) || is_watched(access->instruction);
}

static void on_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    if (is_left_out(t) || !(is_word(a, access) || hp_is_candidate(access->instruction)))
        return;
    Bool is_again = looks_again(t, a, access);
    Bool is_same = is_again && t->looks->value == value &&
                   t->looks->store == latest_store(a, access->n_bytes);
    if (is_again)
        look_has_failed(t, a);
    else
        leave_loop(t);
    if (!is_same)
        find(t, a, access);
    if (is_alone(t) && !is_acquire_put_off(t))
        return;
    remember_look(t, a, access, value);
    t->has_looked = is_ours(t);
    t->looks->is_last = is_ours(t);
    t->looks->has_failed = is_same;
    if (is_ours(t))
        hp_turn_must_end();
}

/* The turn has ended behind the latest look.  Behind looks that fail, the loop goes on at one
   place. */
static void learn_from_end(Thread* t) {
    Looks* looks = t->looks;
    Addr ip = VG_(get_IP)(t->tid);
    if (looks->has_failed)
        looks->fails_to = ip;
    else if (looks->fails_to != 0 && looks->fails_to != ip)
        look_succeeds(t);
    looks->is_last = False;
}

/* A thread that has executed more than a round of its loop since its latest look has found
   something, or it has given up. */
static void leave_loop_after_long(Thread* t) {
    const Looks* looks = t->looks;
    ULong since = hp_is_waiting(t) ? t->waited - looks->waited : t->worked - looks->worked;
    ULong most = looks->period == 0 ? MOST_BETWEEN_LOOKS : 2 * looks->period + 32;
    if (looks->has_stored || since > most)
        leave_loop(t);
}

/*------------------------------------------------------------*/
/*--- Storing                                               ---*/
/*------------------------------------------------------------*/

static Bool waits_for_word(const Thread* t, Addr a, UInt n_bytes) {
    return is_ours(t) && t->looks->at < a + n_bytes && a < t->looks->at + t->looks->access->n_bytes;
}

static UInt n_who_came_before(const Thread* t, Addr a, UInt n_bytes) {
    UInt n = 0;
    HP_FOR_EACH_THREAD (other)
        n += waits_for_word(other, a, n_bytes) &&
             (other->waits_since < t->waits_since ||
              (other->waits_since == t->waits_since && other->thid < t->thid));
    return n;
}

/* A thread that finds a lock free takes it some instructions later. */
enum { BETWEEN_WAITING = 16 };

/* The threads that wait for the word look at it now, at the clock of the store, one after the
   other as they came.  The limit of this turn does not know of them. */
static void tell_waiting(const Thread* t, Addr a, UInt n_bytes) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    HP_FOR_EACH_THREAD (other)
        if (waits_for_word(other, a, n_bytes)) {
            hp_order_make_next(other,
                               t->clock + BETWEEN_WAITING * n_who_came_before(other, a, n_bytes));
            hp_turn_must_end();
        }
}

static Bool is_release_put_off(const Thread* t, const SyncObj* obj) {
    const SyncEvent* event = hp_is_put_off(t);
    return event != NULL && event->kind == HP_SYNC_REL && event->value == obj->node.key;
}

static void release(Thread* t, Addr a, const WatchedAccess* access) {
    if (is_alone(t)) {
        hp_word_clear(a, access->n_bytes);
        return;
    }
    hp_turn_so_far(t);
    SyncObj* obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_ATOMIC, word_of(a), NULL);
    ULong seq = ++((AtomicWord*)obj->state)->n_stores;
    hp_word_set(a, access->n_bytes,
                &(Store){.number = ++g_n_stores, .thid = t->thid, .obj = obj, .seq = seq,
                         .since = seq});
    if (is_release_put_off(t, obj))
        hp_put_off_drop(t);
    else
        hp_trace_put_off_sync(t);
    hp_sync_put_off_release(t, obj, seq);
    tell_waiting(t, a, access->n_bytes);
}

static void on_store(Thread* t, Addr a, const WatchedAccess* access) {
    if (is_left_out(t) || !is_word(a, access))
        return;
    leave_loop(t);
    release(t, a, access);
}

static void on_change(Thread* t, Addr a, const WatchedAccess* access) {
    if (is_left_out(t))
        return;
    if (looks_again(t, a, access))
        look_has_failed(t, a);
    else
        look_succeeds(t);
    take_all(t, a, access->n_bytes);
    leave_loop(t);
    release(t, a, access);
}

/* A plain access to a word.  The instruction is watched from now on; this time it has been made
   already, just before the turn ended. */
static void on_touch(Thread* t, Addr a, const WatchedAccess* access, Bool is_write) {
    if (is_left_out(t))
        return;
    hp_watch_instruction(access->instruction);
    leave_loop(t);
    if (is_write)
        release(t, a, access);
    else
        take_all(t, a, access->n_bytes);
}

/*------------------------------------------------------------*/
/*--- Moments                                               ---*/
/*------------------------------------------------------------*/

void hp_atomics_created(Thread* t) {
    g_has_changed = True;
}

void hp_atomics_gone(Thread* t) {
    g_has_changed = True;
}

void hp_atomics_turn_begins(Thread* t) {
    hp_run.has_stored = 0;
}

/* Others can see what t has released. */
void hp_atomics_turn_ends(Thread* t) {
    if (t->looks != NULL) {
        t->looks->has_stored |= hp_run.has_stored != 0;
        t->looks->has_idled |= hp_is_behind_pause(t) || t->is_in_kernel;
        if (t->looks->is_last)
            learn_from_end(t);
        if (t->looks->access != NULL)
            leave_loop_after_long(t);
    }
    if (!is_acquire_put_off(t))
        hp_trace_put_off_sync(t);
    if (!is_alone(t) && !hp_is_waiting(t) && !is_left_out(t))
        hp_loops_look_at(t);
}

void hp_atomics_in_child(Thread* t) {
    g_has_changed = True;
    hp_word_forget_all();
    HP_FOR_EACH_THREAD (other)
        if (other->looks != NULL)
            VG_(memset)(other->looks, 0, sizeof *other->looks);
}

static void on_end(Thread* t, SyncObj* obj) {
    hp_word_forget(obj);
}

void hp_atomics_init(void) {
    static const SyncKind word = {.state_size = sizeof(AtomicWord), .end = on_end};
    static const Watcher watcher = {
        .is_watched = is_watched, .look = on_look, .store = on_store, .change = on_change, .knows = hp_word_is_known, .touch = on_touch};
    hp_words_init();
    hp_sync_kind(HP_PRIM_ATOMIC, &word);
    hp_watch(&watcher);
}
