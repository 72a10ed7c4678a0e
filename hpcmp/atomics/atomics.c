/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/atomics.h"

#include "hpcmp/atomics/called.h"
#include "hpcmp/atomics/deals.h"
#include "hpcmp/atomics/fences.h"
#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/atomics/looks.h"
#include "hpcmp/atomics/loops.h"
#include "hpcmp/atomics/queue_locks.h"
#include "hpcmp/atomics/tickets.h"
#include "hpcmp/atomics/words.h"
#include "hpcmp/base/marked.h"
#include "hpcmp/count/repeats.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/threads/in_runtime.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/trace/trace.h"
#include "hpcmp/where/atomic_code.h"
#include "hpcmp/where/atomic_orders.h"
#include "hpcmp/where/atomic_variables.h"

/* The state of a word. */
typedef struct {
    ULong n_stores; /* of a lock: times that it was given */
    UInt n_bytes;   /* of the latest store */
    Bool is_seen;   /* a thread has read it, and other threads lived */
} AtomicWord;

static AtomicWord* word_of(SyncObj* obj) {
    return (AtomicWord*)obj->state;
}

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
    return hp_is_in_runtime(t) || hp_is_in_library(t) || t->n_pauses > 0;
}

static Bool is_watched(Addr instruction) {
    return hp_is_watched_code(instruction) &&
           (hp_is_marked(instruction) || hp_is_atomic_by_source(instruction));
}

/* Is that a word for atomic operations?  An instruction that was found by its access to one may
   access plain data, too. */
static Bool is_word(Addr a, const WatchedAccess* access) {
    return access->is_marked || hp_word_is_known(a, access->n_bytes) ||
           is_watched(access->instruction) || hp_waits_by_code(access->instruction) ||
           hp_is_atomic_variable(a, access->n_bytes);
}

/*------------------------------------------------------------*/
/*--- Objects                                               ---*/
/*------------------------------------------------------------*/

/* The object of a word ends, and what is known of the word does not. */
static Bool g_changes_kind;

/* The word's object of this kind.  The thread that begins it comes after what the word was used for
   as another kind. */
static SyncObj* object_at(Thread* t, Addr a, UInt n_bytes, HpPrim prim) {
    SyncObj* obj = hp_sync_find_as(prim, hp_word_trace_address(a));
    if (obj != NULL)
        return obj;
    if (prim == HP_PRIM_LOCK_WORD || hp_sync_find(hp_word_trace_address(a)) != NULL)
        hp_acquire_stores(t, a, n_bytes);
    g_changes_kind = True;
    obj = hp_sync_object(t, HP_BY_LIBRARY, prim, hp_word_trace_address(a), NULL);
    g_changes_kind = False;
    return obj;
}

/*------------------------------------------------------------*/
/*--- Storing                                               ---*/
/*------------------------------------------------------------*/

/* Has t put off a draw from this counter, and worked on its item since?  Few instructions are no
   item that another thread would take: then the next draw takes the place of that one, because an
   event for each addition would be too many. */
static Bool has_item(const Thread* t, const SyncObj* obj) {
    enum { LEAST = 1000 };
    return obj->prim == HP_PRIM_DEAL && t->icnt - hp_put_off_state(t)->icnt >= LEAST;
}

/* Has t put off a release of the word that nobody can take any more, because this store of so many
   bytes replaces all of it? */
static Bool is_replaced(const Thread* t, SyncObj* obj, UInt n_bytes) {
    const SyncEvent* event = hp_put_off_event(t);
    return event != NULL && event->kind == HP_SYNC_REL && event->value == obj->node.key &&
           word_of(obj)->n_bytes <= n_bytes && !has_item(t, obj);
}

/* Does a thread have an acquire of the word that is put off?  It would be written behind a release
   that it has not read. */
static Bool is_about_to_be_taken(const SyncObj* obj) {
    HP_FOR_EACH_THREAD (t) {
        const SyncEvent* event = hp_put_off_event(t);
        if (event != NULL && event->kind == HP_SYNC_ACQ && event->value == obj->node.key)
            return True;
    }
    return False;
}

/* The release that a change of t carries on without taking it, or NULL: there is none to carry on.
   A release that cannot be carried on is taken. */
static const Store* continue_release(Thread* t, SyncObj* obj, Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = hp_word_find_stores(a, n_bytes, stores);
    if (n == 0 || (n == 1 && stores[0]->thid == t->thid && !stores[0]->is_shared))
        return NULL;
    if (n == 1 && stores[0]->obj == obj && !is_about_to_be_taken(obj))
        return stores[0];
    hp_acquire_stores(t, a, n_bytes);
    return NULL;
}

/* The latest change, if the same instruction may repeat it in this turn.  Nobody else can use the
   word in between, so nothing changes but what the thread has done until then.  Example: a loop
   increments a counter. */
static struct {
    const WatchedAccess* access; /* NULL: there is none */
    const Thread* thread;
    Addr at;
    LockWord* word;    /* NULL: nothing is known of it */
    SyncObj* obj;      /* NULL: the change does not release */
    Bool is_own;       /* it does, and carries no other release on */
    StackNumber stack; /* of the latest repetition */
} g_latest;

static void forget_latest(void) {
    hp_run_see_to_repetition();
    hp_repeats_close();
    g_latest.access = NULL;
}

/* obj: its release has been put off, or NULL. */
static void remember_latest(const Thread* t, Addr a, const WatchedAccess* access, SyncObj* obj,
                            Bool is_own) {
    LockWord* word = hp_lock_word(a);
    g_latest.access = word != NULL && !word->is_none && word->holder != t->thid ? NULL : access;
    g_latest.thread = t;
    g_latest.at = a;
    g_latest.word = word;
    g_latest.obj = obj;
    g_latest.is_own = is_own;
}

static Bool is_latest_put_off(const Thread* t) {
    const SyncEvent* event = hp_put_off_event(t);
    return event != NULL && event->kind == HP_SYNC_REL && event->value == g_latest.obj->node.key;
}

/* The former value of the word, for which a lock would be looked for, as of the latest change. */
static void keep_former_value(void) {
    if (hp_run.repeated != 0 && g_latest.word != NULL)
        g_latest.word->free = hp_run.repeated_former;
}

/* Does a relaxed operation of t release, because it has made a fence before? */
static Bool may_release(const Thread* t, const WatchedAccess* access) {
    return access->is_marked && hp_has_release_fence(t);
}

/* Has t taken an item with its latest change, and worked on it since? */
static Bool has_latest_item(Thread* t) {
    if (g_latest.obj == NULL || g_latest.obj->prim != HP_PRIM_DEAL)
        return False;
    hp_run_see_to_repetition();
    hp_turn_update_counts(t);
    return has_item(t, g_latest.obj);
}

/* Does t change the word as the latest time?  Then that is put down. */
static Bool put_repetition_down(Thread* t, Addr a, const WatchedAccess* access) {
    if (g_latest.access != access || g_latest.thread != t || g_latest.at != a || t->is_spinning ||
        (g_latest.obj == NULL ? may_release(t, access) : !is_latest_put_off(t)))
        return False;
    if (has_latest_item(t))
        return False;
    keep_former_value();
    if (g_latest.word != NULL && !hp_lock_word_is_repeated(g_latest.word, t->thid, hp_run.value))
        return False;
    if (g_latest.obj != NULL)
        g_latest.stack = hp_stack_of(t);
    hp_look_forget(t);
    hp_repeat(a, access, hp_run.former_value);
    if (g_latest.is_own)
        hp_repeat_may_look(a, access->n_bytes);
    keep_former_value();
    return True;
}

/* What t has done up to its latest repetition is counted. */
static void on_repeated(Thread* t) {
    if (g_latest.word != NULL)
        g_latest.word->free = hp_run.repeated_former;
    if (g_latest.obj != NULL)
        hp_sync_move_release(t, g_latest.obj, g_latest.stack);
    hp_look_take_up(t);
}

/* carries_on: the store is a change that releases, and does not take what it reads.  Returns the
   word, or NULL if nothing is recorded. */
static SyncObj* release(Thread* t, Addr a, const WatchedAccess* access, Bool carries_on) {
    if (is_alone(t)) {
        hp_word_clear(a, access->n_bytes);
        return NULL;
    }
    hp_turn_update_counts(t);
    SyncObj* obj = object_at(t, a, access->n_bytes, hp_is_deal(a) ? HP_PRIM_DEAL : HP_PRIM_ATOMIC);
    const Store* former = carries_on ? continue_release(t, obj, a, access->n_bytes) : NULL;
    ULong seq = former == NULL ? ++word_of(obj)->n_stores : former->seq;
    const Store store = {.number = ++g_n_stores,
                         .thid = t->thid,
                         .obj = obj,
                         .seq = seq,
                         .is_shared = former != NULL};
    hp_word_set(a, access->n_bytes, &store);
    if (is_replaced(t, obj, access->n_bytes))
        hp_put_off_drop(t);
    else
        hp_trace_write_put_off(t);
    word_of(obj)->n_bytes = access->n_bytes;
    hp_sync_put_off_release(t, obj, seq);
    hp_look_wake_waiting(t, a, access->n_bytes);
    return obj;
}

/* A thread reads these bytes, so the words that contain them have been seen from now on. */
static void note_seen(Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = hp_word_find_stores(a, n_bytes, stores);
    for (UInt i = 0; i < n; i++)
        if (stores[i]->number != 0)
            word_of(stores[i]->obj)->is_seen = True;
}

/* Chooses the gate of an atomic instruction that has changed a word without using its result. obj:
   its release, or NULL. */
static void choose_gate(const WatchedAccess* access, const SyncObj* obj) {
    if (access->repeat == NULL)
        return;
    Bool is_unseen = access->is_unused && obj != NULL && obj->prim == HP_PRIM_ATOMIC &&
                     !((const AtomicWord*)obj->state)->is_seen;
    access->repeat->limit = is_unseen ? &hp_run.unseen_limit : &hp_run.limit;
}

/*------------------------------------------------------------*/
/*--- Locks                                                 ---*/
/*------------------------------------------------------------*/

static SyncObj* known_lock(Addr a) {
    return hp_sync_find_as(HP_PRIM_LOCK_WORD, hp_word_trace_address(a));
}

/* Records what t does with a word that is a lock. */
static void use_lock(Thread* t, Addr a, UInt n_bytes, WordUse use) {
    SyncObj* obj = object_at(t, a, n_bytes, HP_PRIM_LOCK_WORD);
    hp_turn_update_counts(t);
    if (use == HP_WORD_TAKEN)
        hp_sync_acquire(t, obj, word_of(obj)->n_stores, NULL);
    hp_look_leave_loop(t);
    if (use != HP_WORD_GIVEN)
        return;
    hp_sync_release(t, obj, ++word_of(obj)->n_stores, NULL);
    hp_look_wake_waiting(t, a, n_bytes);
}

/* The word was a lock, and is used in a way in which locks are not.  What t has read comes after
   the last time that it was given. */
static void end_lock(Thread* t, Addr a) {
    SyncObj* obj = known_lock(a);
    if (obj == NULL)
        return;
    hp_turn_update_counts(t);
    hp_sync_acquire(t, obj, word_of(obj)->n_stores, NULL);
}

/* Is the word a lock?  Then the use has been recorded. */
static Bool record_word_use(Thread* t, Addr a, UInt n_bytes, Bool is_change) {
    LockWord* word = is_change && !is_alone(t) ? hp_lock_word_make(a) : hp_lock_word(a);
    if (word == NULL)
        return False;
    Bool was_lock = word->is_lock;
    WordUse use =
        hp_lock_word_note_write(word, t->thid, is_change, hp_run.former_value, hp_run.value);
    if (!was_lock)
        return False;
    if (use != HP_WORD_OTHER)
        use_lock(t, a, n_bytes, use);
    else if (is_change)
        end_lock(t, a);
    return use != HP_WORD_OTHER;
}

/* Does the access use a lock of tickets that is known?  Then the use has been recorded. */
static Bool record_ticket_use(Thread* t, TicketUse use) {
    if (!use.is_lock)
        return False;
    if (use.use == HP_WORD_OTHER)
        end_lock(t, use.lock);
    else
        use_lock(t, use.lock, use.n_bytes, use.use);
    return use.use != HP_WORD_OTHER;
}

static Bool record_ticket_store(Thread* t, Addr a, UInt n_bytes) {
    return record_ticket_use(t, hp_ticket_store(t, a, n_bytes, hp_run.value));
}

static Bool record_ticket_change(Thread* t, Addr a, UInt n_bytes) {
    return record_ticket_use(
        t, hp_ticket_change(t, a, n_bytes, hp_run.former_value, hp_run.value, is_alone(t)));
}

/* A look in vain is a look as at other words. */
static Bool record_ticket_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    TicketUse use = hp_ticket_look(t, a, access->n_bytes, value);
    if (use.is_lock && use.use == HP_WORD_TAKEN)
        hp_look_before_change(t, a, access);
    return use.use != HP_WORD_MARKED && record_ticket_use(t, use);
}

/* The word belongs to a lock, and is none by itself. */
static void end_as_lock(Thread* t, Addr a) {
    LockWord* word = hp_lock_word_make(a);
    if (word->is_lock)
        end_lock(t, a);
    *word = (LockWord){.is_none = True};
}

/* t has a lock that queues its waiters.  The first take comes after the hand-over before the lock
   was known. */
static void take_queued(Thread* t, const QueueUse* use) {
    if (known_lock(use->lock) == NULL) {
        end_as_lock(t, use->lock);
        hp_acquire_stores(t, use->word, use->n_bytes);
    }
    use_lock(t, use->lock, sizeof(Addr), HP_WORD_TAKEN);
}

/* Does the access use a lock that queues its waiters, and that is known?  Then the use has been
   recorded, as far as it is a take or a give.  What else threads store for the lock orders nothing,
   so nothing is to be taken from it.  Before the lock is known, a thread that links its node to the
   queue, or hands the lock over, shows that its words are no locks by themselves. */
static Bool record_queue_use(Thread* t, QueueUse use) {
    if (!use.is_lock && use.word != 0) {
        end_as_lock(t, use.lock);
        end_as_lock(t, use.word);
    }
    if (!use.is_lock)
        return False;
    if (use.use == HP_WORD_OTHER)
        end_lock(t, use.lock);
    else if (use.use == HP_WORD_TAKEN)
        take_queued(t, &use);
    else if (use.use == HP_WORD_GIVEN)
        use_lock(t, use.lock, sizeof(Addr), HP_WORD_GIVEN);
    else
        hp_look_leave_loop(t);
    if (use.use == HP_WORD_OTHER || use.word == 0)
        return use.use != HP_WORD_OTHER;
    end_as_lock(t, use.word);
    hp_word_add(use.word, use.n_bytes);
    hp_word_clear(use.word, use.n_bytes);
    hp_look_wake_waiting(t, use.word, use.n_bytes);
    return True;
}

static Bool record_queue_store(Thread* t, Addr a, UInt n_bytes) {
    return record_queue_use(t, hp_queue_store(t, a, n_bytes, hp_run.value));
}

static Bool record_queue_change(Thread* t, Addr a, UInt n_bytes) {
    return record_queue_use(
        t, hp_queue_change(t, a, n_bytes, hp_run.former_value, hp_run.value, is_alone(t)));
}

/* A look in vain is a look as at other words. */
static Bool record_queue_look(Thread* t, Addr a, const WatchedAccess* access) {
    QueueUse use = hp_queue_look(t, a);
    if (use.is_lock && use.use == HP_WORD_TAKEN)
        hp_look_before_change(t, a, access);
    return use.use != HP_WORD_MARKED && record_queue_use(t, use);
}

Bool hp_is_lock_word(Addr a) {
    return known_lock(a) != NULL || hp_queue_is_awaited(a);
}

void hp_atomics_note_sleep(const Thread* t, Addr a) {
    hp_lock_word_note_wait(a, t->thid);
}

/*------------------------------------------------------------*/
/*--- What instructions do                                  ---*/
/*------------------------------------------------------------*/

/* The access as the program's own.  For one that is_marked, that is the call. */
static const WatchedAccess* own_access(const Thread* t, const WatchedAccess* access) {
    return access->is_marked ? &hp_called_access(t, access)->access : access;
}

/* The order of the access, as far as the call or debug information says it.  While no other thread
   lives, that is of no use. */
static const AtomicOrder* order_of(const Thread* t, const WatchedAccess* access) {
    static const AtomicOrder all = {.look_acquires = True,
                                    .store_releases = True,
                                    .change_acquires = True,
                                    .change_releases = True};
    if (is_alone(t))
        return &all;
    return access->is_marked ? &((const CalledAccess*)access)->order
                             : hp_atomic_order(access->instruction);
}

static Bool is_in_vain(const Thread* t, const WatchedAccess* access) {
    return access->is_marked &&
           hp_called_will_fail(t, (const CalledAccess*)access, hp_run.former_value);
}

/* Clang 14 leaves the load in the program for which it has put a call.  Nothing uses what it reads,
   and it would acquire.  Is this plain look one that follows such a call of t? */
static Bool is_left_behind(const Thread* t, Addr a, const WatchedAccess* access) {
    static struct {
        const Thread* thread;
        Addr at;
    } latest[64];
    const UInt i = t->tid % (sizeof latest / sizeof *latest);
    if (!access->is_marked)
        return latest[i].thread == t && latest[i].at == a;
    latest[i].thread = t;
    latest[i].at = a;
    return False;
}

/* A fence may take later what a relaxed operation reads. */
static void read_relaxed(Thread* t, Addr a, const WatchedAccess* access) {
    if (access->is_marked && !is_alone(t))
        hp_fences_note_read(t, a, access->n_bytes);
}

/* Does t look at what its latest change has left there?  A loop that compares and swaps does. */
static Bool is_of_latest(const Thread* t, Addr a, const WatchedAccess* access) {
    return g_latest.access != NULL && g_latest.thread == t && g_latest.at == a && g_latest.is_own &&
           g_latest.access->n_bytes == access->n_bytes;
}

static void on_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    access = own_access(t, access);
    Bool is_latest = is_of_latest(t, a, access);
    if (is_latest && hp_run.repeated != 0 && hp_look_put_down(t, a, access, value))
        return;
    if (is_left_out(t) || is_in_vain(t, access) || is_left_behind(t, a, access) ||
        !(is_word(a, access) || hp_watch_count_in_vain(access->instruction)))
        return;
    if (is_alone(t) && !hp_word_is_known(a, access->n_bytes))
        return;
    hp_run_see_to_repetition();
    hp_repeats_close();
    if (!is_latest)
        forget_latest();
    if ((!is_alone(t) && record_ticket_look(t, a, access, value)) ||
        record_queue_look(t, a, access))
        return;
    if (!is_alone(t))
        hp_deal_rule_out(a);
    note_seen(a, access->n_bytes);
    if (access->is_marked)
        hp_word_add(a, access->n_bytes);
    Bool acquires = order_of(t, access)->look_acquires;
    if (!acquires)
        read_relaxed(t, a, access);
    hp_look(t, a, access, value, acquires);
}

/* A store that does not release.  A thread that waits for the word takes it all the same. */
static void store_relaxed(Thread* t, Addr a, const WatchedAccess* access) {
    if (hp_is_looked_at(t, a, access->n_bytes)) {
        release(t, a, access, False);
        return;
    }
    hp_word_add(a, access->n_bytes);
    hp_word_clear(a, access->n_bytes);
}

static void store(Thread* t, Addr a, const WatchedAccess* access, Bool releases) {
    if (releases || may_release(t, access))
        release(t, a, access, False);
    else
        store_relaxed(t, a, access);
}

/* n bytes of a counter are set anew, so its items are others. */
static void end_deal(Thread* t, Addr a, UInt n_bytes) {
    hp_deal_forget(a);
    SyncObj* obj = hp_sync_find_as(HP_PRIM_DEAL, hp_word_trace_address(a));
    if (obj == NULL)
        return;
    if (n_bytes < word_of(obj)->n_bytes)
        hp_acquire_stores(t, a, word_of(obj)->n_bytes);
    hp_sync_end(t, obj);
}

static void on_store(Thread* t, Addr a, const WatchedAccess* access) {
    forget_latest();
    access = own_access(t, access);
    if (is_left_out(t) || !is_word(a, access))
        return;
    end_deal(t, a, access->n_bytes);
    if (record_ticket_store(t, a, access->n_bytes) || record_queue_store(t, a, access->n_bytes) ||
        record_word_use(t, a, access->n_bytes, False))
        return;
    hp_look_leave_loop(t);
    store(t, a, access, order_of(t, access)->store_releases);
}

/* A change that does not release leaves the release that it finds to those who read the word next.
 */
static void change(Thread* t, Addr a, const WatchedAccess* access, Bool acquires, Bool releases) {
    if (!access->is_unused)
        note_seen(a, access->n_bytes);
    if (acquires)
        hp_acquire_stores(t, a, access->n_bytes);
    else
        read_relaxed(t, a, access);
    hp_look_leave_loop(t);
    SyncObj* obj = NULL;
    if (releases || may_release(t, access) || hp_is_looked_at(t, a, access->n_bytes))
        obj = release(t, a, access, !acquires);
    else
        hp_word_add(a, access->n_bytes);
    choose_gate(access, obj);
    remember_latest(t, a, access, obj, obj != NULL && acquires);
}

static void on_change(Thread* t, Addr a, const WatchedAccess* access) {
    access = own_access(t, access);
    if (is_left_out(t) || put_repetition_down(t, a, access))
        return;
    forget_latest();
    choose_gate(access, NULL);
    Bool has_looked = hp_look_before_change(t, a, access);
    if (record_ticket_change(t, a, access->n_bytes) || record_queue_change(t, a, access->n_bytes) ||
        record_word_use(t, a, access->n_bytes, True))
        return;
    const AtomicOrder* order = order_of(t, access);
    if (order->is_store) {
        hp_look_leave_loop(t);
        store(t, a, access, order->change_releases);
        return;
    }
    Bool may_be_item = !is_alone(t) && !hp_ticket_is_drawn(a, access->n_bytes);
    if (may_be_item)
        hp_deal_begin_draw(t, a, access->n_bytes, hp_run.former_value, hp_run.value,
                           !access->is_unused && !has_looked);
    change(t, a, access, !access->is_unused && (order->change_acquires || has_looked),
           order->change_releases);
    if (may_be_item)
        hp_deal_end_draw(t, a);
}

static void on_expect(Thread* t, Addr a, UInt n_bytes) {
    if (!is_alone(t))
        hp_word_add(a, n_bytes);
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
    hp_deal_rule_out(a);
    note_seen(a, access->n_bytes);
    if (record_queue_look(t, a, access))
        return;
    hp_look_leave_loop(t);
    if (order_of(t, access)->look_acquires)
        hp_acquire_stores(t, a, access->n_bytes);
}

/*------------------------------------------------------------*/
/*--- Moments                                               ---*/
/*------------------------------------------------------------*/

void hp_atomics_created(Thread* t) {
    g_has_changed = True;
}

void hp_atomics_gone(Thread* t) {
    g_has_changed = True;
    hp_queues_drop_thread(t);
}

/* The bytes of atomic variables that are known words: an array of AtomicRange. */
static XArray* g_known;

/* Only the first bytes of a long array are known, because each known word takes some 400 bytes.  An
   instruction that has once accessed one of them is watched at the other elements, too.  Returns
   how many are known. */
static SizeT add_variable(const AtomicRange* range) {
    enum { MOST_OF_ARRAY = 1 << 10 };
    AtomicRange known = *range;
    if (known.end - known.begin > MOST_OF_ARRAY)
        known.end = known.begin + MOST_OF_ARRAY;
    hp_word_add(known.begin, known.end - known.begin);
    VG_(addToXA)(g_known, &known);
    return known.end - known.begin;
}

/* Plain accesses to atomic variables by pointers are found from now on. */
static void add_variables(void) {
    enum { MOST_BYTES = 1 << 17 };
    UInt n;
    const AtomicRange* ranges = hp_atomic_variables(&n);
    for (Word i = 0; i < VG_(sizeXA)(g_known); i++) {
        const AtomicRange* former = VG_(indexXA)(g_known, i);
        hp_word_remove(former->begin, former->end - former->begin);
    }
    VG_(dropTailXA)(g_known, VG_(sizeXA)(g_known));
    SizeT n_known = 0;
    for (UInt i = 0; i < n && n_known < MOST_BYTES; i++)
        n_known += add_variable(&ranges[i]);
}

void hp_atomics_turn_begins(Thread* t) {
    if (hp_atomic_variables_update())
        add_variables();
}

void hp_atomics_turn_ends(Thread* t) {
    forget_latest();
    if (!is_alone(t) && !hp_is_waiting(t) && !is_left_out(t))
        hp_loops_look_at(t);
}

void hp_atomics_in_child(Thread* t) {
    g_has_changed = True;
    hp_word_forget_all();
    hp_tickets_forget_all();
    hp_queues_forget_all();
    hp_deals_forget_all();
    add_variables();
}

/* An acquire that is put off belongs to the life that ends. */
static void on_end(Thread* t, SyncObj* obj) {
    forget_latest();
    HP_FOR_EACH_THREAD (other) {
        const SyncEvent* event = hp_put_off_event(other);
        if (event != NULL && event->value == obj->node.key)
            hp_trace_write_put_off(other);
    }
    hp_word_forget(obj);
    if (g_changes_kind)
        return;
    hp_fences_forget(obj);
    hp_lock_word_forget(obj->at);
    hp_ticket_forget(obj->at);
    hp_queue_forget(obj->at);
    hp_deal_forget(obj->at);
}

void hp_atomics_init(void) {
    static const SyncKind word = {.state_size = sizeof(AtomicWord), .end = on_end};
    static const Watcher watcher = {.is_watched = is_watched,
                                    .is_watched_memory = hp_is_atomic_variable,
                                    .look = on_look,
                                    .store = on_store,
                                    .change = on_change,
                                    .expect = on_expect,
                                    .knows = hp_word_is_known,
                                    .repeated = on_repeated,
                                    .touch = on_touch};
    hp_words_init();
    hp_lock_words_init();
    hp_tickets_init();
    hp_queues_init();
    hp_deals_init();
    g_known = VG_(newXA)(VG_(malloc), "hp.atomics.known", VG_(free), sizeof(AtomicRange));
    hp_sync_set_kind(HP_PRIM_ATOMIC, &word);
    hp_sync_set_kind(HP_PRIM_LOCK_WORD, &word);
    hp_sync_set_kind(HP_PRIM_DEAL, &word);
    hp_watch_begin(&watcher);
}
