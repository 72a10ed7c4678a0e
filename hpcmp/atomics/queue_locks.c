/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/atomics/queue_locks.h"

#include "hpcmp/atomics/looks.h"
#include "hpcmp/atomics/words.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/count/run.h"

typedef struct _QueueLock QueueLock;

/* The place of a thread in a line, from when it asks for the lock until it gives it. */
typedef struct _Place {
    VgHashNode node; /* key: the word that it looks at, if it is in g_awaited */
    QueueLock* lock;
    struct _Place* behind; /* the next one in line */
    const Thread* thread;  /* NULL: it is gone */
    Addr own;              /* the address of its node, */
    Addr former;           /* and of the node before; 0: there was none */
    ULong executed;        /* instructions of the thread until it asked */
    Bool is_awaited;       /* the place is in g_awaited; */
    Bool has_taken;        /* it has the lock.  This is known of known locks only */
} Place;

struct _QueueLock {
    VgHashNode node; /* key: the address of the tail */
    Place* first;    /* the line.  Until the lock is known, those in front may have given it */
    Place* last;
    ULong offset;      /* of the awaited word in its node, */
    UInt n_bytes;      /* which has so many; */
    Bool is_own;       /* that is the waiting thread's own node, else the one before */
    UInt n_handed;     /* times that it has been given to a thread that waited */
    ULong first_giver; /* thid of the first thread that has given it, or 0 */
    Bool is_common;    /* another thread has given it, too */
    Bool is_none;
    Bool is_lock;
};

/* A thread stands in so many lines at once. */
enum { MOST_PLACES = 8 };
typedef struct {
    Place* of[MOST_PLACES]; /* the oldest first */
    UInt n;
} Places;

HP_THREAD_SLOT(Places, places)

static VgHashTable* g_locks;
static VgHashTable* g_awaited;

static const QueueUse nothing = {.use = HP_WORD_OTHER};

/*------------------------------------------------------------*/
/*--- Lines                                                 ---*/
/*------------------------------------------------------------*/

static void stop_awaiting(Place* place) {
    if (place->is_awaited)
        VG_(HT_remove)(g_awaited, place->node.key);
    place->is_awaited = False;
}

static void free_place(Place* place) {
    stop_awaiting(place);
    Places* places = place->thread == NULL ? NULL : places_of(place->thread);
    UInt n_left = 0;
    for (UInt i = 0; places != NULL && i < places->n; i++)
        if (places->of[i] != place)
            places->of[n_left++] = places->of[i];
    if (places != NULL)
        places->n = n_left;
    VG_(free)(place);
}

/* The first one in line, and all up to `last`, leave it; NULL: all do. */
static void leave_line(QueueLock* lock, const Place* last) {
    Bool is_over = False;
    while (lock->first != NULL && !is_over) {
        Place* place = lock->first;
        is_over = place == last;
        lock->first = place->behind;
        free_place(place);
    }
    if (lock->first == NULL)
        lock->last = NULL;
}

static Place* place_in(const Thread* t, const QueueLock* lock) {
    for (UInt i = 0; places_of(t) != NULL && i < places_of(t)->n; i++)
        if (places_of(t)->of[i]->lock == lock)
            return places_of(t)->of[i];
    return NULL;
}

static Place* place_before(const Place* place) {
    Place* former = NULL;
    for (Place* each = place->lock->first; each != place; each = each->behind)
        former = each;
    return former;
}

static QueueUse use_of(const QueueLock* lock, WordUse use, Addr word) {
    return (QueueUse){use, lock->node.key, word, lock->n_bytes, lock->is_lock};
}

/* The thread to which the lock has been given, and which has not seen that yet, keeps its place: it
   comes after that thread. */
static QueueUse stop(QueueLock* lock) {
    QueueUse use = use_of(lock, HP_WORD_OTHER, 0);
    Place* first = lock->first;
    Bool is_given = lock->is_lock && first != NULL && !first->has_taken && first->is_awaited;
    if (is_given)
        lock->first = first->behind;
    leave_line(lock, NULL);
    if (is_given) {
        first->behind = NULL;
        lock->first = lock->last = first;
    }
    lock->is_none = True;
    lock->is_lock = False;
    return use;
}

/* The tail is set to its initial value. */
static QueueUse begin_anew(QueueLock* lock) {
    QueueUse use = use_of(lock, HP_WORD_OTHER, 0);
    *lock = (QueueLock){.node = lock->node};
    return use;
}

/* The place that t can do without: the oldest one in the line for a word that is no known lock. */
static Place* place_to_reuse(const Places* places) {
    for (UInt i = 0; i < places->n; i++)
        if (!places->of[i]->lock->is_lock)
            return places->of[i];
    return places->of[0];
}

static Place* stand_in_line(Thread* t, QueueLock* lock, Addr former, Addr own) {
    Places* places = HP_THREAD_DATA(t, places);
    Place* place = VG_(calloc)("hp.queues.place", 1, sizeof *place);
    place->lock = lock;
    place->thread = t;
    place->own = own;
    place->former = former;
    place->executed = hp_run_executed_by(t);
    places->of[places->n++] = place;
    *(lock->last == NULL ? &lock->first : &lock->last->behind) = place;
    lock->last = place;
    return place;
}

/*------------------------------------------------------------*/
/*--- Awaited words                                         ---*/
/*------------------------------------------------------------*/

/* A node is that long at most. */
enum { LONGEST_NODE = 256 };

static Bool is_in(Addr node, Addr a) {
    return node != 0 && node <= a && a - node < LONGEST_NODE;
}

/* Which of the place's two nodes is this word in?  Nodes may lie close to each other. */
static Bool is_in_own(const Place* place, Addr a) {
    return is_in(place->own, a) && !(is_in(place->former, a) && place->former > place->own);
}

static ULong offset_in(const Place* place, Addr a) {
    return a - (is_in_own(place, a) ? place->own : place->former);
}

/* Returns the word that the thread of this place looks at; 0: none.  The lock is known. */
static Addr word_of(const Place* place) {
    Addr node = place->lock->is_own ? place->own : place->former;
    return node == 0 ? 0 : node + place->lock->offset;
}

/* No thread looks there yet. */
static void await(Place* place, Addr a) {
    place->node.key = a;
    place->is_awaited = True;
    VG_(HT_add_node)(g_awaited, place);
}

/* The place whose thread looks at this word, or NULL.  Before a lock is known, its threads may have
   gone on without having been seen to take it. */
static Place* find_awaiting(Addr a) {
    Place* place = VG_(HT_lookup)(g_awaited, a);
    if (place == NULL || place->lock->is_lock || place->lock->is_none)
        return place;
    if (place->thread != NULL && hp_looks_at(place->thread, a, 1))
        return place;
    stop_awaiting(place);
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Asking                                                ---*/
/*------------------------------------------------------------*/

/* The line may be longer than it is, because not all that give are seen before the lock is known.
 */
static void correct_line(const Thread* t, QueueLock* lock, Addr former) {
    const Place* own = place_in(t, lock);
    if (own != NULL)
        leave_line(lock, own);
    if (lock->last != NULL && lock->last->own != former)
        leave_line(lock, NULL);
}

static Bool is_in_order(const Thread* t, const QueueLock* lock, Addr former) {
    if (place_in(t, lock) != NULL)
        return False;
    return lock->last == NULL ? former == 0 || !lock->is_own : lock->last->own == former;
}

static QueueUse take(Place* place) {
    if (place->has_taken || place != place->lock->first)
        return stop(place->lock);
    place->has_taken = True;
    stop_awaiting(place);
    return use_of(place->lock, HP_WORD_TAKEN, word_of(place));
}

/* The word in its own node that t, or the thread behind it, is going to look at is returned: no
   store to it before has a meaning. */
static QueueUse ask(Thread* t, QueueLock* lock, Addr former, Addr own) {
    if (!lock->is_lock)
        correct_line(t, lock, former);
    else if (!is_in_order(t, lock, former))
        return stop(lock);
    Place* place = stand_in_line(t, lock, former, own);
    QueueUse use = lock->is_lock && former == 0 ? take(place) : use_of(lock, HP_WORD_MARKED, 0);
    use.word = lock->is_lock ? own + lock->offset : 0;
    return use;
}

/*------------------------------------------------------------*/
/*--- Giving                                                ---*/
/*------------------------------------------------------------*/

static void note_given(QueueLock* lock, const Place* place) {
    ULong thid = place->thread->thid;
    if (lock->first_giver == 0)
        lock->first_giver = thid;
    lock->is_common |= lock->first_giver != thid;
    leave_line(lock, place);
}

static QueueUse give(Place* place, Addr word) {
    QueueLock* lock = place->lock;
    if (!place->has_taken)
        return stop(lock);
    note_given(lock, place);
    return use_of(lock, HP_WORD_GIVEN, word);
}

/* A thread changes the tail to null. */
static QueueUse empty(const Thread* t, QueueLock* lock, Addr node) {
    Place* place = place_in(t, lock);
    if (place == NULL || place->own != node || place != lock->last)
        return stop(lock);
    if (lock->is_lock)
        return give(place, 0);
    note_given(lock, place);
    return nothing;
}

/* The lock is known from now on.  Stores to the nodes of all threads in line are to be found. */
static void set_known(QueueLock* lock) {
    lock->is_lock = True;
    for (const Place* place = lock->first; place != NULL; place = place->behind)
        hp_word_add(place->own + lock->offset, lock->n_bytes);
}

enum { ENOUGH = 2 };

/* `place` is that of the thread which stores n bytes at a, and the thread behind has looked there.
 */
static QueueUse hand_over(Place* place, Addr a, UInt n) {
    QueueLock* lock = place->lock;
    Bool is_own = is_in_own(place->behind, a);
    ULong offset = offset_in(place->behind, a);
    if (lock->n_handed > 0 && (is_own != lock->is_own || offset != lock->offset))
        return stop(lock);
    if (lock->is_lock)
        return give(place, a);
    lock->is_own = is_own;
    lock->offset = offset;
    lock->n_bytes = n;
    lock->n_handed++;
    note_given(lock, place);
    QueueUse use = use_of(lock, HP_WORD_GIVEN, a);
    if (lock->n_handed >= ENOUGH && lock->is_common)
        set_known(lock);
    return use;
}

/* A store to a word that a thread looks at. */
static QueueUse store_to_awaited(const Thread* t, const Place* place, Addr a, UInt n) {
    if (place->thread == t || place->lock->is_none)
        return nothing;
    Place* former = place_before(place);
    if (former != NULL && former->thread == t)
        return hand_over(former, a, n);
    /* Before the lock is known, the first thread in line may wait for one that is not seen there.
     */
    return former == NULL && !place->lock->is_lock ? nothing : stop(place->lock);
}

/* Is that how a thread which has asked tells the thread before where its node is? */
static Bool is_link(const Place* place, Addr a, ULong now) {
    return !place->has_taken && is_in(place->former, a) &&
           (now == place->own || (now == HP_UNKNOWN_VALUE && place->lock->is_lock));
}

/* Says what a store at a means for the lock in whose line this place is.  No thread has looked
 * there yet.
 */
static QueueUse store_from(Place* place, Addr a, ULong now) {
    const QueueLock* lock = place->lock;
    const Place* waiting = lock->is_own ? place->behind : place;
    if (lock->is_lock && waiting != NULL && a == waiting->own + lock->offset)
        return give(place, a);
    return is_link(place, a, now) ? use_of(lock, HP_WORD_MARKED, a) : nothing;
}

/* Says what a store at a means for the locks in whose lines threads stand. */
static QueueUse store_in_line(const Thread* t, Addr a, UInt n, ULong now) {
    const Place* waiting = find_awaiting(a);
    if (waiting != NULL)
        return store_to_awaited(t, waiting, a, n);
    for (UInt i = places_of(t) == NULL ? 0 : places_of(t)->n; i > 0; i--) {
        QueueUse use = store_from(places_of(t)->of[i - 1], a, now);
        if (use.lock != 0)
            return use;
    }
    return nothing;
}

/* A node may lie where another one was whose members have been taken for tails. */
QueueUse hp_queue_store(Thread* t, Addr a, UInt n, ULong now) {
    if (VG_(HT_count_nodes)(g_locks) == 0)
        return nothing;
    QueueUse use = store_in_line(t, a, n, now);
    QueueLock* lock = VG_(HT_lookup)(g_locks, a);
    if (lock == NULL || lock->is_none || (use.lock != 0 && use.is_lock))
        return use;
    return lock->first == NULL ? begin_anew(lock) : stop(lock);
}

/*------------------------------------------------------------*/
/*--- The tail                                              ---*/
/*------------------------------------------------------------*/

static Bool may_be_node(ULong value) {
    enum { LOWEST = 1 << 12, ALIGNED = 4, ADDRESS_BITS = 47 };
    return value >= LOWEST && value % ALIGNED == 0 && value >> ADDRESS_BITS == 0;
}

static QueueLock* make_lock(Addr a) {
    return hp_table_add(g_locks, a, "hp.queues.lock", sizeof(QueueLock));
}

static QueueUse change_tail(Thread* t, QueueLock* lock, UInt n, ULong former, ULong now) {
    if (former == now)
        return nothing;
    if (n != sizeof(Addr))
        return stop(lock);
    if (now == 0)
        return empty(t, lock, former);
    if (!may_be_node(now) || (former != 0 && !may_be_node(former)))
        return stop(lock);
    if (places_of(t) != NULL && places_of(t)->n == MOST_PLACES && place_in(t, lock) == NULL)
        stop(place_to_reuse(places_of(t))->lock);
    return lock->is_none ? nothing : ask(t, lock, former, now);
}

QueueUse hp_queue_change(Thread* t, Addr a, UInt n, ULong former, ULong now, Bool is_alone) {
    QueueLock* lock = VG_(HT_lookup)(g_locks, a);
    if (lock != NULL && lock->is_lock)
        return change_tail(t, lock, n, former, now);
    QueueUse use = VG_(HT_count_nodes)(g_locks) == 0 ? nothing : store_in_line(t, a, n, now);
    if (use.lock != 0 && (use.is_lock || lock == NULL))
        return use;
    if (lock == NULL && !is_alone && n == sizeof(Addr) && may_be_node(now))
        lock = make_lock(a);
    return lock == NULL || lock->is_none ? nothing : change_tail(t, lock, n, former, now);
}

/*------------------------------------------------------------*/
/*--- Looking                                               ---*/
/*------------------------------------------------------------*/

/* A thread looks at the awaited word soon after it has asked.  One that does something else before
   has not asked for a lock. */
enum { SOON = 200 };

static QueueUse look_at_awaited(const Thread* t, Place* place, Addr a) {
    QueueLock* lock = place->lock;
    if (lock->is_none && place->thread == t) {
        leave_line(lock, NULL);
        return (QueueUse){.use = HP_WORD_OTHER, .lock = lock->node.key, .is_lock = True};
    }
    if (lock->is_none)
        return nothing;
    if (place->thread != t)
        return stop(lock);
    if (!lock->is_lock)
        return nothing;
    return place == lock->first ? take(place) : use_of(lock, HP_WORD_MARKED, a);
}

/* The first look from this place. */
static QueueUse look_from(const Thread* t, Place* place, Addr a) {
    const QueueLock* lock = place->lock;
    if (lock->is_lock && a == word_of(place)) {
        if (place == lock->first)
            return take(place);
        await(place, a);
        return use_of(lock, HP_WORD_MARKED, a);
    }
    if (!lock->is_lock && place->former != 0 && !place->is_awaited && a != lock->node.key &&
        (is_in(place->own, a) || is_in(place->former, a)) &&
        hp_run_executed_by(t) - place->executed <= SOON)
        await(place, a);
    return nothing;
}

QueueUse hp_queue_look(Thread* t, Addr a) {
    if (VG_(HT_count_nodes)(g_locks) == 0)
        return nothing;
    Place* waiting = find_awaiting(a);
    if (waiting != NULL)
        return look_at_awaited(t, waiting, a);
    for (UInt i = places_of(t) == NULL ? 0 : places_of(t)->n; i > 0; i--) {
        QueueUse use = look_from(t, places_of(t)->of[i - 1], a);
        if (use.lock != 0)
            return use;
    }
    return nothing;
}

Bool hp_queue_is_awaited(Addr a) {
    const Place* place = VG_(HT_lookup)(g_awaited, a);
    return place != NULL && place->lock->is_lock;
}

/*------------------------------------------------------------*/
/*--- Forgetting                                            ---*/
/*------------------------------------------------------------*/

void hp_queues_drop_thread(const Thread* t) {
    for (UInt i = 0; places_of(t) != NULL && i < places_of(t)->n; i++)
        places_of(t)->of[i]->thread = NULL;
    if (places_of(t) != NULL)
        places_of(t)->n = 0;
}

static void free_lock(void* lock) {
    leave_line(lock, NULL);
    VG_(free)(lock);
}

void hp_queue_forget(Addr a) {
    if (VG_(HT_lookup)(g_locks, a) != NULL)
        free_lock(VG_(HT_remove)(g_locks, a));
}

void hp_queues_forget_all(void) {
    HP_FOR_EACH_THREAD (t)
        hp_queues_drop_thread(t);
    VG_(HT_destruct)(g_locks, free_lock);
    VG_(HT_destruct)(g_awaited, VG_(free));
    hp_queues_init();
}

void hp_queues_init(void) {
    g_locks = VG_(HT_construct)("hp.queues.locks");
    g_awaited = VG_(HT_construct)("hp.queues.awaited");
}
