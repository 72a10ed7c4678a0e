/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/looks.h"

#include "hpcmp/atomics/lock_words.h"
#include "hpcmp/atomics/words.h"
#include "hpcmp/base/options.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/put_off.h"
#include "hpcmp/trace/trace.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

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

typedef struct {
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

HP_THREAD_SLOT(Looks, looks)

/*------------------------------------------------------------*/
/*--- Taking                                               ---*/
/*------------------------------------------------------------*/

static ULong* taken_from(Looks* looks, const SyncObj* obj) {
    return &looks->taken[obj->at / sizeof(UInt) % N_TAKEN];
}

static Bool is_to_take(const Thread* t, const Store* store) {
    return (store->thid != t->thid || store->is_shared) &&
           (looks_of(t) == NULL || *taken_from(looks_of(t), store->obj) < store->number);
}

static void take(Thread* t, const Store* store) {
    *taken_from(HP_THREAD_DATA(t, looks), store->obj) = store->number;
    hp_sync_acquire(t, store->obj, store->seq, NULL);
}

/* The stores that the bytes are from and t has not taken. */
static UInt stores_to_take(const Thread* t, Addr a, UInt n_bytes,
                           const Store* stores[HP_MOST_STORES]) {
    UInt n = hp_word_find_stores(a, n_bytes, stores);
    UInt n_left = 0;
    for (UInt i = 0; i < n; i++)
        if (is_to_take(t, stores[i]))
            stores[n_left++] = stores[i];
    return n_left;
}

void hp_acquire_stores(Thread* t, Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = stores_to_take(t, a, n_bytes, stores);
    if (n > 0)
        hp_turn_update_counts(t);
    for (UInt i = 0; i < n; i++)
        take(t, stores[i]);
}

void hp_acquire_store(Thread* t, const Store* store) {
    if (!is_to_take(t, store))
        return;
    hp_turn_update_counts(t);
    take(t, store);
}

/*------------------------------------------------------------*/
/*--- Looking again                                        ---*/
/*------------------------------------------------------------*/

/* A loop that waits has few instructions, but it may sleep or back off in them. */
enum { MOST_BETWEEN_LOOKS = 10000 };

static ULong latest_store(Addr a, UInt n_bytes) {
    const Store* stores[HP_MOST_STORES];
    UInt n = hp_word_find_stores(a, n_bytes, stores);
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
    hp_turn_update_counts(t);
    hp_waiting_end(t);
}

static Bool is_acquire_put_off(const Thread* t) {
    const SyncEvent* event = hp_put_off_event(t);
    return event != NULL && event->kind == HP_SYNC_ACQ;
}

/* The look that has found something was not in vain. */
static void succeed_look(Thread* t) {
    if (!is_acquire_put_off(t))
        return;
    hp_turn_update_counts(t);
    *taken_from(looks_of(t), looks_of(t)->found) = looks_of(t)->found_store;
    hp_trace_write_put_off(t);
}

/* t does something else than looking again. */
void hp_look_leave_loop(Thread* t) {
    succeed_look(t);
    end_wait(t);
    if (looks_of(t) != NULL) {
        VG_(memset)(looks_of(t)->looks, 0, sizeof looks_of(t)->looks);
        looks_of(t)->latest = NULL;
    }
}

enum { N_REGISTERS = 16 };

static void copy_registers(const Thread* t, ULong registers[N_REGISTERS]) {
    VG_(get_shadow_regs_area)(t->tid, (UChar*)registers, 0, offsetof(VexGuestAMD64State, guest_RAX),
                              N_REGISTERS * sizeof *registers);
}

static ULong hash_of_registers(const Thread* t) {
    ULong registers[N_REGISTERS];
    copy_registers(t, registers);
    ULong hash = 0;
    for (UInt i = 0; i < N_REGISTERS; i++)
        hash = (hash ^ registers[i]) * 0x9e3779b97f4a7c15UL;
    return hash;
}

/* A loop in which nothing changes waits, and so does one that gives up the processor.  Any other
   loop may compute something, with a limit in memory: for (i = 0; i < n; i++). */
static Bool is_without_effect(const Thread* t, const Look* look) {
    return looks_of(t)->has_idled || look->registers == hash_of_registers(t);
}

Bool hp_turn_has_stored(void) {
    return (hp_run.had_stored | hp_run.has_stored) != 0;
}

/* From now on hp_run says whether the thread stores after this look. */
static void begin_after_look(void) {
    hp_run.had_stored |= hp_run.has_stored;
    hp_run.has_stored = 0;
}

/* Has t done nothing but look since its latest look? */
static Bool is_looking(const Thread* t) {
    return looks_of(t) != NULL && looks_of(t)->latest != NULL &&
           looks_of(t)->n_events == t->n_events && !looks_of(t)->has_stored &&
           hp_run.has_stored == 0;
}

/* The former look of this instruction at this place, if t may have been in a loop since. */
static Look* former_look(const Thread* t, Addr a, const WatchedAccess* access) {
    for (UInt i = 0; is_looking(t) && i < N_LOOKS; i++) {
        Look* look = &looks_of(t)->looks[i];
        if (look->access == access && look->at == a &&
            (hp_word_is_known(a, access->n_bytes) || is_without_effect(t, look)))
            return look;
    }
    return NULL;
}

/* t looks again with this instruction.  Has the loop gone back, since the look that has found
   something?  Example: a loop compares two words, at 0x10 and 0x18.  The look at 0x10 finds a
   store.  When t looks at 0x18, the loop may end behind that; when t is at 0x10 again, it has not.
 */
static Bool has_gone_back(const Thread* t, const Look* look) {
    return looks_of(t)->finder->access->instruction >= look->access->instruction;
}

/* The look before this one, by the same instruction, found nothing, so what t has executed since
   was a wait. */
static void fail_look(Thread* t, const Look* look) {
    hp_turn_update_counts(t);
    hp_word_add(look->at, look->access->n_bytes);
    if (hp_is_waiting(t)) {
        looks_of(t)->period = t->waited - look->waited;
        return;
    }
    const Look* since = is_acquire_put_off(t) ? looks_of(t)->finder : look;
    hp_lock_word_note_wait(look->at, t->thid);
    looks_of(t)->period = t->worked - since->worked;
    if (looks_of(t)->period <= MOST_BETWEEN_LOOKS)
        hp_waiting_begin_spinning(t, hp_word_trace_address(look->at), looks_of(t)->period);
}

/* If a store of another thread is found, t has perhaps waited for it. */
static void find(Thread* t, Look* look) {
    const Store* stores[HP_MOST_STORES];
    UInt n = stores_to_take(t, look->at, look->access->n_bytes, stores);
    if (n == 0)
        return;
    succeed_look(t);
    if (n > 1) {
        hp_acquire_stores(t, look->at, look->access->n_bytes);
        return;
    }
    hp_turn_update_counts(t);
    hp_trace_write_put_off(t); /* a release */
    looks_of(t)->finder = look;
    looks_of(t)->found = stores[0]->obj;
    looks_of(t)->found_store = stores[0]->number;
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

/* The looks before t's latest event are none of the loop that this look is in. */
static void forget_before_event(Looks* looks, Look* look) {
    const Look kept = *look;
    VG_(memset)(looks->looks, 0, sizeof looks->looks);
    *look = kept;
}

static void remember_as(Thread* t, Look* look, ULong worked, ULong registers) {
    Looks* looks = looks_of(t);
    if (looks->n_events != t->n_events)
        forget_before_event(looks, look);
    look->worked = worked;
    look->waited = t->waited;
    look->registers = registers;
    looks->latest = look;
    looks->n_events = t->n_events;
    looks->has_stored = looks->has_idled = False;
}

static ULong worked_so_far(const Thread* t) {
    return t->worked + (hp_is_waiting(t) ? 0 : hp_run_uncounted());
}

static void remember(Thread* t, Look* look) {
    remember_as(t, look, worked_so_far(t), hash_of_registers(t));
    begin_after_look();
}

static Look* new_look(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    Look* look = room_for_look(HP_THREAD_DATA(t, looks));
    *look = (Look){
        .access = access, .at = a, .value = value, .store = latest_store(a, access->n_bytes)};
    return look;
}

Bool hp_look_put_down(Thread* t, Addr a, const WatchedAccess* access, ULong value) {
    if (hp_run.looked != 0 || (looks_of(t) != NULL && looks_of(t)->latest != NULL))
        return False;
    hp_run.looked = (Addr)access;
    hp_run.looked_at = a;
    hp_run.looked_value = value;
    hp_run.looked_progress = hp_run.progress;
    begin_after_look();
    return True;
}

void hp_look_forget(Thread* t) {
    hp_run.looked = 0;
    if (looks_of(t) != NULL && looks_of(t)->latest != NULL)
        hp_look_leave_loop(t);
}

/* The registers are not known any more, and need not be: the word is known, so a loop may wait for
   it whatever the registers are (former_look). */
void hp_look_take_up(Thread* t) {
    if (hp_run.looked == 0)
        return;
    const WatchedAccess* access = (const WatchedAccess*)hp_run.looked;
    Look* look = new_look(t, hp_run.looked_at, access, hp_run.looked_value);
    ULong since =
        hp_is_waiting(t) ? 0 : (hp_run.looked_progress >> HP_SEGMENT_BITS) - hp_run.counted;
    hp_run.looked = 0;
    remember_as(t, look, t->worked + since, 0);
    looks_of(t)->is_last = False;
}

/* The first look of this instruction at this place. */
static void look_first(Thread* t, Addr a, const WatchedAccess* access, ULong value, Bool acquires) {
    if (!is_looking(t))
        hp_look_leave_loop(t);
    Look* look = new_look(t, a, access, value);
    if (acquires)
        find(t, look);
    remember(t, look);
    looks_of(t)->is_last = False;
}

static void look_again(Thread* t, Look* look, ULong value) {
    ULong store = latest_store(look->at, look->access->n_bytes);
    Bool is_same = look->value == value && look->store == store;
    if (is_acquire_put_off(t) && has_gone_back(t, look))
        hp_put_off_drop(t);
    fail_look(t, look);
    t->counts_looks = look->registers != hash_of_registers(t);
    look->value = value;
    look->store = store;
    if (!is_same)
        find(t, look);
    remember(t, look);
    t->has_looked = looks_of(t)->is_last = t->is_spinning;
    looks_of(t)->has_failed = is_same && !is_acquire_put_off(t);
    if (t->is_spinning)
        hp_turn_end_soon();
}

/* The turn has ended behind the latest look.  Behind looks that fail, the loop goes on at one
   place. */
static void learn_from_end(Thread* t) {
    Look* look = looks_of(t)->latest;
    Addr ip = VG_(get_IP)(t->tid);
    if (looks_of(t)->has_failed)
        look->fails_to = ip;
    else if (look->fails_to != 0 && look->fails_to != ip)
        succeed_look(t);
    looks_of(t)->is_last = False;
}

/* A thread that has executed more than a round of its loop since its latest look has found
   something, or it has given up. */
static void leave_loop_after_long(Thread* t) {
    const Looks* looks = looks_of(t);
    const Look* look = looks->latest;
    ULong since = hp_is_waiting(t) ? t->waited - look->waited : t->worked - look->worked;
    ULong most = looks->period == 0 ? MOST_BETWEEN_LOOKS : 2 * looks->period + 32;
    if (looks->has_stored || since > most)
        hp_look_leave_loop(t);
}

/*------------------------------------------------------------*/
/*--- Who waits                                            ---*/
/*------------------------------------------------------------*/

Bool hp_looks_at(const Thread* t, Addr a, UInt n_bytes) {
    for (UInt i = 0; looks_of(t) != NULL && i < N_LOOKS; i++) {
        const Look* look = &looks_of(t)->looks[i];
        if (look->access != NULL && look->at < a + n_bytes && a < look->at + look->access->n_bytes)
            return True;
    }
    return False;
}

Bool hp_is_looked_at(const Thread* t, Addr a, UInt n_bytes) {
    HP_FOR_EACH_THREAD (other)
        if (other != t && hp_looks_at(other, a, n_bytes))
            return True;
    return False;
}

static Bool waits_for_word(const Thread* t, Addr a, UInt n_bytes) {
    return t->is_spinning && hp_looks_at(t, a, n_bytes);
}

static UInt n_who_came_before(const Thread* t, Addr a, UInt n_bytes) {
    UInt n = 0;
    HP_FOR_EACH_THREAD (other)
        n += waits_for_word(other, a, n_bytes) && hp_waits_longer(other, t);
    return n;
}

/* A thread that finds a lock free takes it some instructions later. */
enum { BETWEEN_WAITING = 16 };

/* The threads that wait for the word look at it now, at the clock of the store, one after the
   other as they came.  The limit of this turn does not know of them. */
void hp_look_wake_waiting(const Thread* t, Addr a, UInt n_bytes) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    HP_FOR_EACH_THREAD (other)
        if (waits_for_word(other, a, n_bytes)) {
            hp_order_make_next(other,
                               t->clock + BETWEEN_WAITING * n_who_came_before(other, a, n_bytes));
            hp_turn_end_soon();
        }
}

/*------------------------------------------------------------*/
/*--- What the others say                                   ---*/
/*------------------------------------------------------------*/

void hp_look(Thread* t, Addr a, const WatchedAccess* access, ULong value, Bool acquires) {
    Look* look = former_look(t, a, access);
    if (look != NULL)
        look_again(t, look, value);
    else
        look_first(t, a, access, value, acquires);
}

Bool hp_look_before_change(Thread* t, Addr a, const WatchedAccess* access) {
    const Look* look = former_look(t, a, access);
    if (is_acquire_put_off(t) && looks_of(t)->finder == look)
        hp_put_off_drop(t);
    if (look != NULL)
        fail_look(t, look);
    succeed_look(t);
    return look != NULL;
}

void hp_looks_turn_begins(Thread* t) {
    hp_run.has_stored = 0;
    hp_run.had_stored = 0;
}

/* Others can see what t has released. */
void hp_looks_turn_ends(Thread* t) {
    if (looks_of(t) != NULL && looks_of(t)->latest != NULL) {
        looks_of(t)->has_stored |= hp_run.has_stored != 0;
        looks_of(t)->has_idled |= hp_clock_idles(t) || t->is_in_kernel;
        if (looks_of(t)->is_last)
            learn_from_end(t);
        leave_loop_after_long(t);
    }
    if (!is_acquire_put_off(t))
        hp_trace_write_put_off(t);
}

void hp_looks_gone(Thread* t) {
    if (t->is_spinning)
        hp_waiting_end(t);
}

/* What the parent's threads have put off is in the parent's trace. */
void hp_looks_in_child(Thread* t) {
    HP_FOR_EACH_THREAD (other) {
        hp_put_off_drop(other);
        hp_looks_gone(other);
        if (looks_of(other) != NULL)
            VG_(memset)(looks_of(other), 0, sizeof *looks_of(other));
    }
}
