/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * nodes KIND WORKERS ROUNDS [UNIT]: words that contain the address of the latest node, as the tail
 * of a lock that queues its waiters does, and that are none.
 */
#include <stdatomic.h>

#include "rounds.h"

enum { MOST_NODES = 4096 };

/* A node is used once, so that nobody finds it again with other contents. */
static struct node {
    _Alignas(64) _Atomic(struct node*) next;
    atomic_int is_done;
    atomic_int is_last;
} nodes[MOST_NODES];
static atomic_int n_used;
static _Atomic(struct node*) tail;

static struct node* new_node(void) {
    const int i = atomic_fetch_add_explicit(&n_used, 1, memory_order_relaxed);
    MUST(i < MOST_NODES);
    return &nodes[i];
}

static void wait_for(atomic_int* word) {
    while (atomic_load_explicit(word, memory_order_acquire) == 0)
        __builtin_ia32_pause();
}

static void set(atomic_int* word) {
    atomic_store_explicit(word, 1, memory_order_release);
}

/* Treiber's stack, of which each thread takes all at times. */
static void by_stack(int me, int round) {
    struct node* mine = new_node();
    struct node* top = atomic_load(&tail);
    units(1 + (unsigned)(me + round) % 3);
    do
        atomic_store_explicit(&mine->next, top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak(&tail, &top, mine));
    if ((me + round) % 3 == 0)
        for (struct node* each = atomic_exchange(&tail, NULL); each; each = each->next)
            units(1);
}

/* Vyukov's queue of messages: the first worker takes what the others have put there. */
static void by_messages(int me, int round) {
    static struct node* front;
    if (me != 0) {
        units(1 + (unsigned)(me + round) % 3);
        struct node* mine = new_node();
        struct node* before = atomic_exchange(&tail, mine);
        atomic_store_explicit(&before->next, mine, memory_order_release);
        return;
    }
    for (int i = 1; i < n_workers; i++) {
        struct node* node = front ? front : &nodes[0];
        while (!(front = atomic_load_explicit(&node->next, memory_order_acquire)))
            __builtin_ia32_pause();
        units(1);
    }
}

/* Requests that the first worker sees to, one after the other. */
static void by_mailbox(int me, int round) {
    static struct node not_known;
    if (me != 0) {
        units(1 + (unsigned)(me + round) % 3);
        struct node* mine = new_node();
        atomic_init(&mine->next, &not_known);
        atomic_store_explicit(&mine->next, atomic_exchange(&tail, mine), memory_order_release);
        wait_for(&mine->is_done);
        return;
    }
    static int n_seen_to;
    while (n_seen_to < (round + 1) * (n_workers - 1))
        for (struct node *each = atomic_exchange(&tail, NULL), *next; each; each = next) {
            while ((next = atomic_load_explicit(&each->next, memory_order_acquire)) == &not_known)
                __builtin_ia32_pause();
            units(1);
            set(&each->is_done);
            n_seen_to++;
        }
}

/* Fatourou and Kallimanis, "Revisiting the combining synchronization technique" (2012): who comes
   first does the work of those behind, too. */
static void by_combining(int me, int round) {
    static _Thread_local struct node* spare;
    units(1 + (unsigned)(me + round) % 3);
    struct node* new = spare ? spare : new_node();
    atomic_store_explicit(&new->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&new->is_done, 0, memory_order_relaxed);
    atomic_store_explicit(&new->is_last, 0, memory_order_relaxed);
    struct node* mine = atomic_exchange(&tail, new);
    atomic_store_explicit(&mine->next, new, memory_order_release);
    spare = mine;
    wait_for(&mine->is_done);
    if (!atomic_load_explicit(&mine->is_last, memory_order_relaxed))
        return;
    struct node *each = mine, *next;
    while ((next = atomic_load_explicit(&each->next, memory_order_acquire))) {
        units(1);
        if (each != mine)
            set(&each->is_done);
        each = next;
    }
    atomic_store_explicit(&each->is_last, 1, memory_order_relaxed);
    set(&each->is_done);
}

/* Threads stand in line until all are there.  The last one lets the others go. */
static void by_meeting(int me, int round) {
    units(1 + (unsigned)(me + round) % 3);
    static atomic_int n_there;
    struct node* mine = new_node();
    struct node* before = atomic_exchange(&tail, mine);
    atomic_store_explicit(&mine->next, before, memory_order_relaxed);
    if (atomic_fetch_add(&n_there, 1) < n_workers - 1) {
        wait_for(&mine->is_done);
        return;
    }
    atomic_store(&n_there, 0);
    atomic_store(&tail, NULL);
    for (struct node* each = before; each; each = each->next)
        set(&each->is_done);
}

/* Threads publish their results in the order in which they have begun. */
static void by_order(int me, int round) {
    struct node* mine = new_node();
    struct node* before = atomic_exchange(&tail, mine);
    units(1 + (unsigned)(me + round) % 3);
    wait_for(&before->is_done);
    set(&mine->is_done);
}

static const RoundKind kinds[] = {{"stack", by_stack},     {"messages", by_messages},
                                  {"mailbox", by_mailbox}, {"combining", by_combining},
                                  {"meeting", by_meeting}, {"order", by_order}};

int main(int argc, char** argv) {
    read_arguments(argc, argv);
    choose_rounds(kinds, sizeof kinds / sizeof *kinds, argv[1]);
    if (round_kind->round == by_messages || round_kind->round == by_combining ||
        round_kind->round == by_order) {
        atomic_init(&tail, new_node());
        atomic_init(&nodes[0].is_done, 1);
        atomic_init(&nodes[0].is_last, 1);
    }
    run_rounds();
    return 0;
}
