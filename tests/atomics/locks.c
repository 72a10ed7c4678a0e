/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Locks that a program has made of C11's atomics (sections.h says what is done with them).
 */
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>

#include "sections.h"
#include "weak.h"

#ifdef TWIN
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void take_mutex(int me) {
    (void)me;
    pthread_mutex_lock(&mutex);
}
static void give_mutex(int me) {
    (void)me;
    pthread_mutex_unlock(&mutex);
}
#else

/* ----------------------------------------------------------------
 * Locks of one word
 * ---------------------------------------------------------------- */

static atomic_int word;

static void take_tas(int me) {
    (void)me;
    while (atomic_exchange_explicit(&word, 1, ACQUIRE))
        __builtin_ia32_pause();
}
static void give_word(int me) {
    (void)me;
    atomic_store_explicit(&word, 0, RELEASE);
}

static void take_ttas(int me) {
    (void)me;
    for (;;) {
        while (atomic_load_explicit(&word, RELAXED)) {
        }
        if (!atomic_exchange_explicit(&word, 1, ACQUIRE))
            return;
    }
}

static void take_cas(int me) {
    int expected = 0;
    while (!atomic_compare_exchange_weak_explicit(&word, &expected, me, ACQUIRE, RELAXED))
        expected = 0;
}

static atomic_flag is_taken = ATOMIC_FLAG_INIT;

static void take_flag(int me) {
    (void)me;
    while (atomic_flag_test_and_set_explicit(&is_taken, ACQUIRE)) {
    }
}
static void give_flag(int me) {
    (void)me;
    atomic_flag_clear_explicit(&is_taken, RELEASE);
}

/* Mutex 2 of Ulrich Drepper, "Futexes Are Tricky" (2011): 2 means that somebody may sleep. */
static void take_futex(int me) {
    (void)me;
    int seen = 0;
    if (atomic_compare_exchange_strong_explicit(&word, &seen, 1, ACQUIRE, RELAXED))
        return;
    if (seen != 2)
        seen = atomic_exchange_explicit(&word, 2, ACQUIRE);
    while (seen != 0) {
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
        seen = atomic_exchange_explicit(&word, 2, ACQUIRE);
    }
}
static void give_futex(int me) {
    (void)me;
    if (atomic_exchange_explicit(&word, 0, RELEASE) == 2)
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* ----------------------------------------------------------------
 * Locks that keep an order
 * ---------------------------------------------------------------- */

static atomic_uint next_ticket, now_served;

static void take_ticket(int me) {
    (void)me;
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, RELAXED);
    while (atomic_load_explicit(&now_served, ACQUIRE) != mine)
        __builtin_ia32_pause();
}
static void give_ticket(int me) {
    (void)me;
    unsigned now = atomic_load_explicit(&now_served, RELAXED);
    atomic_store_explicit(&now_served, now + 1, RELEASE);
}

/* The next ticket in the upper half of a word and the served one in its lower half, as in Linux's
   spin locks until 2015. What the addition returns shows both. */
static atomic_uint both_tickets;

static void take_halves(int me) {
    (void)me;
    unsigned seen = atomic_fetch_add_explicit(&both_tickets, 1 << 16, ACQUIRE);
    const unsigned mine = seen >> 16;
    while ((seen & 0xffff) != mine) {
        __builtin_ia32_pause();
        seen = atomic_load_explicit(&both_tickets, ACQUIRE);
    }
}
static void give_halves(int me) {
    (void)me;
    atomic_fetch_add_explicit(&both_tickets, 1, RELEASE);
}

/* Mellor-Crummey and Scott, "Algorithms for Scalable Synchronization on Shared-Memory
   Multiprocessors" (1991), section 2.4. */
static struct mcs_node {
    _Alignas(64) _Atomic(struct mcs_node*) next;
    atomic_bool must_wait;
} mcs_nodes[THREADS + 1];
static _Atomic(struct mcs_node*) mcs_tail;

static void take_mcs(int me) {
    struct mcs_node* mine = &mcs_nodes[me];
    atomic_store_explicit(&mine->next, NULL, RELAXED);
    atomic_store_explicit(&mine->must_wait, true, RELAXED);
    struct mcs_node* before = atomic_exchange_explicit(&mcs_tail, mine, BOTH);
    if (!before)
        return;
    atomic_store_explicit(&before->next, mine, RELEASE);
    while (atomic_load_explicit(&mine->must_wait, ACQUIRE)) {
    }
}
static void give_mcs(int me) {
    struct mcs_node *mine = &mcs_nodes[me], *expected = mine, *after;
    if (!atomic_load_explicit(&mine->next, ACQUIRE) &&
        atomic_compare_exchange_strong_explicit(&mcs_tail, &expected, NULL, RELEASE, RELAXED))
        return;
    while (!(after = atomic_load_explicit(&mine->next, ACQUIRE))) {
    }
    atomic_store_explicit(&after->must_wait, false, RELEASE);
}

/* Craig, "Building FIFO and Priority-Queuing Spin Locks from Atomic Swap" (1993); Landin and
   Hagersten (1994). A thread goes on with the node of the thread before it. */
static struct clh_node { _Alignas(64) atomic_bool is_busy; } clh_nodes[THREADS + 1];
static struct clh_node* clh_own[THREADS + 1];
static struct clh_node* clh_before[THREADS + 1];
static _Atomic(struct clh_node*) clh_tail = &clh_nodes[0];

static void take_clh(int me) {
    if (!clh_own[me])
        clh_own[me] = &clh_nodes[me];
    atomic_store_explicit(&clh_own[me]->is_busy, true, RELAXED);
    clh_before[me] = atomic_exchange_explicit(&clh_tail, clh_own[me], BOTH);
    while (atomic_load_explicit(&clh_before[me]->is_busy, ACQUIRE)) {
    }
}
static void give_clh(int me) {
    atomic_store_explicit(&clh_own[me]->is_busy, false, RELEASE);
    clh_own[me] = clh_before[me];
}

#ifndef WEAK
/* The same with nodes that lie in thread-local memory or in the heap, and with operations that are
   sequentially consistent: compilers make an exchange of such a store. */
static _Thread_local struct own_node {
    _Atomic(struct own_node*) next;
    atomic_bool must_wait;
} own_nodes[2];
static _Atomic(struct own_node*) outer_tail, inner_tail;

__attribute__((always_inline)) static inline void take_own(_Atomic(struct own_node*)* tail,
                                                           struct own_node* mine) {
    mine->next = NULL;
    mine->must_wait = true;
    struct own_node* before = atomic_exchange(tail, mine);
    if (!before)
        return;
    before->next = mine;
    while (mine->must_wait)
        __builtin_ia32_pause();
}
__attribute__((always_inline)) static inline void give_own(_Atomic(struct own_node*)* tail,
                                                           struct own_node* mine) {
    struct own_node* expected = mine;
    if (!mine->next && atomic_compare_exchange_strong(tail, &expected, NULL))
        return;
    while (!mine->next) {
    }
    mine->next->must_wait = false;
}

/* One lock inside another one. */
static void take_nested(int me) {
    (void)me;
    take_own(&outer_tail, &own_nodes[0]);
    take_own(&inner_tail, &own_nodes[1]);
}
static void give_nested(int me) {
    (void)me;
    give_own(&inner_tail, &own_nodes[1]);
    give_own(&outer_tail, &own_nodes[0]);
}

/* The node is a local variable, so the loop has the stack pointer in its address. */
static void enters_by_stack(int me) {
    for (int i = 0; i < TIMES; i++) {
        struct own_node node;
        int inside = comes_to_section(me, i);
        take_own(&outer_tail, &node);
        is_in_section(inside);
        give_own(&outer_tail, &node);
        point(inside + 1);
    }
}
static void run_stack(void) {
    run_sections(enters_by_stack);
}

struct heap_node {
    atomic_int is_busy;
};
static struct heap_node* heap_own[THREADS + 1];
static _Atomic(struct heap_node*) heap_tail;

static void take_heap(int me) {
    heap_own[me] = malloc(sizeof(struct heap_node));
    MUST(heap_own[me]);
    atomic_init(&heap_own[me]->is_busy, 1);
    struct heap_node* before = atomic_exchange(&heap_tail, heap_own[me]);
    if (!before)
        return;
    while (before->is_busy)
        __builtin_ia32_pause();
    free(before);
}
static void give_heap(int me) {
    heap_own[me]->is_busy = 0;
}
#endif
#endif

#ifndef TWIN
static atomic_int other_lock;

static void take_other(int me) {
    (void)me;
    while (atomic_exchange_explicit(&other_lock, 1, ACQUIRE)) {
    }
}
static void give_other(int me) {
    (void)me;
    atomic_store_explicit(&other_lock, 0, RELEASE);
}
static void run_tas_two(void) {
    run_two_locks(take_tas, give_word, take_other, give_other);
}
#endif

#ifdef TWIN
#define LOCK(kind, take_it, give_it)                                                               \
    static void run_##kind(void) {                                                                 \
        run_lock(take_mutex, give_mutex);                                                          \
    }
#else
#define LOCK(kind, take_it, give_it)                                                               \
    static void run_##kind(void) {                                                                 \
        run_lock(take_it, give_it);                                                                \
    }
#endif

LOCK(tas, take_tas, give_word)
LOCK(ttas, take_ttas, give_word)
LOCK(cas, take_cas, give_word)
LOCK(flag, take_flag, give_flag)
LOCK(ticket, take_ticket, give_ticket)
LOCK(halves, take_halves, give_halves)
LOCK(mcs, take_mcs, give_mcs)
LOCK(clh, take_clh, give_clh)
#ifndef WEAK
LOCK(nested, take_nested, give_nested)
LOCK(heap, take_heap, give_heap)
#ifdef TWIN
LOCK(stack, take_mutex, give_mutex)
#endif
#endif
LOCK(futex, take_futex, give_futex)

static const struct kind kinds[] = {
    {"tas", run_tas},           {"ttas", run_ttas},     {"cas", run_cas},
    {"flag", run_flag},         {"ticket", run_ticket}, {"halves", run_halves},
    {"mcs", run_mcs},           {"clh", run_clh},       {"futex", run_futex},
#ifndef WEAK
    {"nested", run_nested},     {"heap", run_heap},     {"stack", run_stack},
#endif
#ifndef TWIN
    {"two_locks", run_tas_two},
#endif
};

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
