/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/atomics.h"

#include "hpcmp/atomics/lock_words.h"
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
#include "hpcmp/where/atomic_variables.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "shared/object_addresses.h"

/* The state of a word. */
typedef struct {
    ULong n_stores; /* of a lock: times that it was given */
} AtomicWord;

static ULong* n_stores_of(SyncObj* obj) {
    return &((AtomicWord*)obj->state)->n_stores;
}

/* A look at a word in a loop that may wait for it. */
typedef struct {
    const WatchedAccess* access; /* NULL: there is none */
    Addr at;
    ULong value;
    ULong store;     /* the number of the store that it found, or 0 */
    ULong worked;    /* instructions of the thread until then, */
    ULong waited;    /* and those of its wait, if it waited */
    ULong registers; /* a hash of them */
    Addr fails_to;   /* where turns end behind it if it finds nothing new; 0: not known */
} Look;

/* A loop may wait for several words. */
enum { N_LOOKS = 4 };
/* The releases that a thread has taken lately, by word: the number of a store. */
enum { N_TAKEN = 64 };

typedef struct _Looks {
    ULong taken[N_TAKEN];
    /* The latest looks, each by another instruction, while the thread does nothing else. */
    Look looks[N_LOOKS];
    Look* latest;
    /* The acquire that is put off, because the look that found it may have been in vain. */
    const Look* finder;
    SyncObj* found;
    ULong found_store; /* its number */
    ULong period;      /* instructions of a round of the loop; 0: there was only one */
    ULong n_events;    /* of the thread until the latest look; */
    Bool has_stored;   /* beyond its stack since; */
    Bool has_idled;    /* it has paused, yielded or slept since */
    Bool is_last;      /* the turn ends behind the latest look; */
    Bool has_failed;   /* that found nothing new */
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

static Bool is_watched(Addr instruction) {
    return hp_is_watched_code(instruction) && hp_is_atomic_by_source(instruction);
}

/* Is that a word for atomic operations?  An instruction that was found by its access to one may
   access plain data, too. */
static Bool is_word(Addr a, const WatchedAccess* access) {
    return hp_word_is_known(a, access->n_bytes) || is_watched(access->instruction) ||
           hp_waits_by_code(access->instruction) || hp_is_atomic_variable(a, access->n_bytes);
}

/* Words that have been changed; key: the address. */
typedef struct {
    VgHashNode node;
    LockWord word;
} Changed;
static VgHashTable* g_changed;

static LockWord* lock_word_at(Addr a) {
    Changed* changed = VG_(HT_lookup)(g_changed, a);
    return changed == NULL ? NULL : &changed->word;
}

static LockWord* make_lock_word(Addr a) {
    LockWord* word = lock_word_at(a);
    if (word != NULL)
        return word;
    Changed* changed = VG_(calloc)("hp.atomics.changed", 1, sizeof *changed);
    changed->node.key = a;
    VG_(HT_add_node)(g_changed, changed);
    return &changed->word;
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

/* What t has executed up to now was no wait. */
static void end_wait(Thread* t) {
    if (!t->is_spinning)
        return;
    hp_turn_so_far(t);
    hp_waiting_end(t);
}

static Bool is_acquire_put_off(const Thread* t) {
    const SyncEvent* event = hp_is_put_off(t);
    return event != NULL && event->kind == HP_SYNC_ACQ;
}

/* The look that has found something was not in vain. */
static void look_succeeds(Thread* t) {
    if (!is_acquire_put_off(t))
        return;
    hp_turn_so_far(t);
    *taken_from(t->looks, t->looks->found) = t->looks->found_store;
    hp_trace_put_off_sync(t);
}

/* t does something else than looking again. */
static void leave_loop(Thread* t) {
    look_succeeds(t);
    end_wait(t);
    if (t->looks != NULL) {
        VG_(memset)(t->looks->looks, 0, sizeof t->looks->looks);
        t->looks->latest = NULL;
    }
}

static ULong hash_of_registers(const Thread* t) {
    enum { N = 16 };
    ULong registers[N];
    ULong hash = 0;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)registers, 0, offsetof(VexGuestAMD64State, guest_RAX),
                              sizeof registers);
    for (UInt i = 0; i < N; i++)
        hash = (hash ^ registers[i]) * 0x9e3779b97f4a7c15UL;
    return hash;
}

/* A loop in which nothing changes waits, and so does one that gives up the processor.  Any other
   loop may compute something, with a limit in memory: for (i = 0; i < n; i++). */
static Bool goes_nowhere(const Thread* t, const Look* look) {
    return t->looks->has_idled || look->registers == hash_of_registers(t);
}

/* Has t done nothing but look since its latest look? */
static Bool is_looking(const Thread* t) {
    return t->looks != NULL && t->looks->latest != NULL && t->looks->n_events == t->n_events &&
           !t->looks->has_stored && hp_run.has_stored == 0;
}

/* The former look of this instruction at this place, if t may have been in a loop since. */
static Look* former_look(const Thread* t, Addr a, const WatchedAccess* access) {
    for (UInt i = 0; is_looking(t) && i < N_LOOKS; i++) {
        Look* look = &t->looks->looks[i];
        if (look->access == access && look->at == a &&
            (hp_word_is_known(a, access->n_bytes) || goes_nowhere(t, look)))
            return look;
    }
    return NULL;
}

/* t looks again with this instruction.  Has the loop gone back, since the look that has found
   something?  Example: a loop compares two words, at 0x10 and 0x18.  The look at 0x10 finds a
   store.  When t looks at 0x18, the loop may end behind that; when t is at 0x10 again, it has not.
 */
static Bool has_gone_back(const Thread* t, const Look* look) {
    return t->looks->finder->access->instruction >= look->access->instruction;
}

/* The look before this one, by the same instruction, found nothing, so what t has executed since
   was a wait. */
static void look_has_failed(Thread* t, const Look* look) {
    if (is_acquire_put_off(t) && has_gone_back(t, look))
        hp_put_off_drop(t);
    hp_turn_so_far(t);
    hp_word_know(look->at, look->access->n_bytes);
    if (hp_is_waiting(t)) {
        t->looks->period = t->waited - look->waited;
        return;
    }
    const Look* since = is_acquire_put_off(t) ? t->looks->finder : look;
    LockWord* lock = lock_word_at(look->at);
    if (lock != NULL)
        hp_lock_word_wait(lock, t->thid);
    t->looks->period = t->worked - since->worked;
    if (t->looks->period <= MOST_BETWEEN_LOOKS)
        hp_waiting_turns_out(t, word_of(look->at), t->looks->period);
}

/* If a store of another thread is found, t has perhaps waited for it. */
static void find(Thread* t, const Look* look) {
    const Store* stores[HP_MOST_STORES];
    UInt n = stores_to_take(t, look->at, look->access->n_bytes, stores);
    if (n == 0)
        return;
    look_succeeds(t);
    if (n > 1 || stores[0]->since < stores[0]->seq) {
        take_all(t, look->at, look->access->n_bytes);
        return;
    }
    hp_turn_so_far(t);
    t->looks->finder = look;
    t->looks->found = stores[0]->obj;
    t->looks->found_store = stores[0]->number;
    hp_sync_put_off_acquire(t, stores[0]->obj, stores[0]->seq);
}

static Look* room_for_look(Looks* looks) {
    Look* oldest = &looks->looks[0];
    for (UInt i = 0; i < N_LOOKS; i++) {
        Look* look = &looks->looks[i];
        if (look->access == NULL)
            return look;
        if (look->worked + look->waited < oldest->worked + oldest->waited)
            oldest = look;
    }
    return oldest;
}

static void remember(Thread* t, Look* look) {
    Looks* looks = t->looks;
    look->worked = t->worked + (hp_is_waiting(t) ? 0 : hp_run_uncounted());
    look->waited = t->waited;
    look->registers = hash_of_registers(t);
    looks->latest = look;
    looks->n_events = t->n_events;
    looks->has_stored = looks->has_idled = False;
    hp_run.has_stored = 0;
}

/* The first look of this instruction at this place. */
static void look_first(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    if (!is_looking(t))
        leave_loop(t);
    Look* look = room_for_look(HP_KEPT(t->looks));
    *look = (Look){
        .access = access, .at = a, .value = value, .store = latest_store(a, access->n_bytes)};
    find(t, look);
    remember(t, look);
    t->looks->is_last = False;
}

static void look_again(Thread* t, Look* look, ULong value) {
    ULong store = latest_store(look->at, look->access->n_bytes);
    Bool is_same = look->value == value && look->store == store;
    look_has_failed(t, look);
    t->counts_looks = look->registers != hash_of_registers(t);
    look->value = value;
    look->store = store;
    if (!is_same)
        find(t, look);
    remember(t, look);
    t->has_looked = t->looks->is_last = t->is_spinning;
    t->looks->has_failed = is_same && !is_acquire_put_off(t);
    if (t->is_spinning)
        hp_turn_must_end();
}

static void on_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    if (is_left_out(t) || !(is_word(a, access) || hp_is_candidate(access->instruction)))
        return;
    if (is_alone(t) && !hp_word_is_known(a, access->n_bytes))
        return;
    Look* look = former_look(t, a, access);
    if (look != NULL)
        look_again(t, look, value);
    else
        look_first(t, a, access, value);
}

/* The turn has ended behind the latest look.  Behind looks that fail, the loop goes on at one
   place. */
static void learn_from_end(Thread* t) {
    Look* look = t->looks->latest;
    Addr ip = VG_(get_IP)(t->tid);
    if (t->looks->has_failed)
        look->fails_to = ip;
    else if (look->fails_to != 0 && look->fails_to != ip)
        look_succeeds(t);
    t->looks->is_last = False;
}

/* A thread that has executed more than a round of its loop since its latest look has found
   something, or it has given up. */
static void leave_loop_after_long(Thread* t) {
    const Looks* looks = t->looks;
    const Look* look = looks->latest;
    ULong since = hp_is_waiting(t) ? t->waited - look->waited : t->worked - look->worked;
    ULong most = looks->period == 0 ? MOST_BETWEEN_LOOKS : 2 * looks->period + 32;
    if (looks->has_stored || since > most)
        leave_loop(t);
}

/*------------------------------------------------------------*/
/*--- Storing                                               ---*/
/*------------------------------------------------------------*/

static Bool waits_for_word(const Thread* t, Addr a, UInt n_bytes) {
    for (UInt i = 0; t->is_spinning && i < N_LOOKS; i++) {
        const Look* look = &t->looks->looks[i];
        if (look->access != NULL && look->at < a + n_bytes && a < look->at + look->access->n_bytes)
            return True;
    }
    return False;
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
    ULong seq = ++*n_stores_of(obj);
    hp_word_set(
        a, access->n_bytes,
        &(Store){.number = ++g_n_stores, .thid = t->thid, .obj = obj, .seq = seq, .since = seq});
    if (is_release_put_off(t, obj))
        hp_put_off_drop(t);
    else
        hp_trace_put_off_sync(t);
    hp_sync_put_off_release(t, obj, seq);
    tell_waiting(t, a, access->n_bytes);
}

/*------------------------------------------------------------*/
/*--- Locks                                                 ---*/
/*------------------------------------------------------------*/

static SyncObj* known_lock(Addr a) {
    return hp_sync_known_as(HP_PRIM_LOCK_WORD, word_of(a));
}

/* The first use of the lock comes after what the word was used for before it was known as one. */
static SyncObj* lock_at(Thread* t, Addr a, UInt n_bytes) {
    SyncObj* obj = known_lock(a);
    if (obj != NULL)
        return obj;
    take_all(t, a, n_bytes);
    LockWord word = *lock_word_at(a);
    obj = hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_LOCK_WORD, word_of(a), NULL);
    *make_lock_word(a) = word;
    return obj;
}

/* Records what t does with a word that is a lock. */
static void use_lock(Thread* t, Addr a, UInt n_bytes, WordUse use) {
    SyncObj* obj = lock_at(t, a, n_bytes);
    hp_turn_so_far(t);
    if (use == HP_WORD_TAKEN)
        hp_sync_acquire(t, obj, *n_stores_of(obj), NULL);
    leave_loop(t);
    if (use != HP_WORD_GIVEN)
        return;
    hp_sync_release(t, obj, ++*n_stores_of(obj), NULL);
    tell_waiting(t, a, n_bytes);
}

/* Is the word a lock?  Then the use has been recorded. */
static Bool uses_lock(Thread* t, Addr a, UInt n_bytes, Bool is_change) {
    LockWord* word = is_change && !is_alone(t) ? make_lock_word(a) : lock_word_at(a);
    if (word == NULL)
        return False;
    Bool was_lock = word->is_lock;
    WordUse use = hp_lock_word_use(word, t->thid, is_change, hp_run.former_value, hp_run.value);
    if (!was_lock)
        return False;
    if (use != HP_WORD_OTHER)
        use_lock(t, a, n_bytes, use);
    return use != HP_WORD_OTHER;
}

Bool hp_is_lock_word(Addr a) {
    return known_lock(a) != NULL;
}

void hp_atomics_sleep(const Thread* t, Addr a) {
    LockWord* word = lock_word_at(a);
    if (word != NULL)
        hp_lock_word_wait(word, t->thid);
}

/*------------------------------------------------------------*/
/*--- What instructions do                                  ---*/
/*------------------------------------------------------------*/

static void on_store(Thread* t, Addr a, const WatchedAccess* access) {
    if (is_left_out(t) || !is_word(a, access) || uses_lock(t, a, access->n_bytes, False))
        return;
    leave_loop(t);
    release(t, a, access);
}

static void on_change(Thread* t, Addr a, const WatchedAccess* access) {
    if (is_left_out(t))
        return;
    const Look* look = former_look(t, a, access);
    if (look != NULL)
        look_has_failed(t, look);
    else
        look_succeeds(t);
    if (uses_lock(t, a, access->n_bytes, True))
        return;
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
    if (is_write) {
        hp_run.value = HP_UNKNOWN_VALUE;
        on_store(t, a, access);
        return;
    }
    leave_loop(t);
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

/* The bytes of atomic variables that are known words: an array of AtomicRange. */
static XArray* g_known;

/* Of a long array only the first bytes are known, because each known word takes some 400 bytes.  An
   instruction that has once accessed one of them is watched at the other elements, too.  Returns how
   many are known. */
static SizeT know(const AtomicRange* range) {
    enum { MOST_OF_ARRAY = 1 << 10 };
    AtomicRange known = *range;
    if (known.end - known.begin > MOST_OF_ARRAY)
        known.end = known.begin + MOST_OF_ARRAY;
    hp_word_know(known.begin, known.end - known.begin);
    VG_(addToXA)(g_known, &known);
    return known.end - known.begin;
}

/* Plain accesses to atomic variables by pointers are found from now on. */
static void know_variables(void) {
    enum { MOST_BYTES = 1 << 17 };
    UInt n;
    const AtomicRange* ranges = hp_atomic_variables(&n);
    for (Word i = 0; i < VG_(sizeXA)(g_known); i++) {
        const AtomicRange* former = VG_(indexXA)(g_known, i);
        hp_word_know_no_more(former->begin, former->end - former->begin);
    }
    VG_(dropTailXA)(g_known, VG_(sizeXA)(g_known));
    SizeT n_known = 0;
    for (UInt i = 0; i < n && n_known < MOST_BYTES; i++)
        n_known += know(&ranges[i]);
}

void hp_atomics_turn_begins(Thread* t) {
    hp_run.has_stored = 0;
    if (hp_atomic_variables_have_changed())
        know_variables();
}

/* Others can see what t has released. */
void hp_atomics_turn_ends(Thread* t) {
    if (t->looks != NULL) {
        t->looks->has_stored |= hp_run.has_stored != 0;
        t->looks->has_idled |= hp_is_behind_pause(t) || t->is_in_kernel;
        if (t->looks->is_last && t->looks->latest != NULL)
            learn_from_end(t);
        if (t->looks->latest != NULL)
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
    know_variables();
    HP_FOR_EACH_THREAD (other)
        if (other->looks != NULL)
            VG_(memset)(other->looks, 0, sizeof *other->looks);
}

/* An acquire that is put off belongs to the life that ends. */
static void on_end(Thread* t, SyncObj* obj) {
    HP_FOR_EACH_THREAD (other) {
        const SyncEvent* event = hp_is_put_off(other);
        if (event != NULL && event->value == obj->node.key)
            hp_trace_put_off_sync(other);
    }
    hp_word_forget(obj);
    VG_(free)(VG_(HT_remove)(g_changed, obj->at));
}

void hp_atomics_init(void) {
    static const SyncKind word = {.state_size = sizeof(AtomicWord), .end = on_end};
    static const Watcher watcher = {.is_watched = is_watched,
                                    .is_watched_memory = hp_is_atomic_variable,
                                    .look = on_look,
                                    .store = on_store,
                                    .change = on_change,
                                    .expect = hp_word_know,
                                    .knows = hp_word_is_known,
                                    .touch = on_touch};
    hp_words_init();
    g_changed = VG_(HT_construct)("hp.atomics.changed");
    g_known = VG_(newXA)(VG_(malloc), "hp.atomics.known", VG_(free), sizeof(AtomicRange));
    hp_sync_kind(HP_PRIM_ATOMIC, &word);
    hp_sync_kind(HP_PRIM_LOCK_WORD, &word);
    hp_watch(&watcher);
}
