// SPDX-License-Identifier: GPL-2.0-or-later
//
// Memory orders of C++20: fences, release sequences, failed comparisons, results that nobody uses
// (points.h explains how a program tells its pairs).
#include <atomic>

#include "points.h"
#include "weak.h"

namespace {

int data[MOST_WORKERS + 1];
volatile int result[MOST_WORKERS + 1];
std::atomic<int> word{0};

// ----------------------------------------------------------------
// Two threads: one stores, one looks or waits
// ----------------------------------------------------------------

// A look at `word` that has seen a store is ordered as `how` says. Each looks after the store.
void note_look(int me, bool has_seen, const char* how) {
    note_pair(me, has_seen ? how : "untimely", POINT(1, 1), POINT(me, 1));
    note_pair(me, "forbidden", POINT(1, 2), POINT(me, 1));
}

void stores(int me) {
    units(10);
    data[0] = 1;
    point(POINT(me, 1));
    word.store(1, release);
    point(POINT(me, 2));
}

void stores_relaxed(int me) {
    units(10);
    point(POINT(me, 1));
    word.store(1, relaxed);
    point(POINT(me, 2));
}

void looks(int me) {
    units(30);
    bool has_seen = word.load(acquire) == 1;
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    note_look(me, has_seen, "named");
}

void looks_at_relaxed(int me) {
    units(30);
    bool has_seen = word.load(std::memory_order_acquire) == 1;
    point(POINT(me, 1));
    note_look(me, has_seen, "relaxed");
}

void looks_relaxed(int me) {
    units(30);
    bool has_seen = word.load(relaxed) == 1;
    point(POINT(me, 1));
    note_look(me, has_seen, "relaxed");
}

void run_look() {
    run_two(stores, looks);
    known_parallelism = 40.0 / 30;
}
void run_look_at_relaxed() {
    run_two(stores_relaxed, looks_at_relaxed);
    known_parallelism = 40.0 / 30;
}
void run_look_relaxed() {
    run_two(stores, looks_relaxed);
    known_parallelism = 40.0 / 30;
}

// Two words: thread 2 looks at the first one, thread 3 at the second one.
std::atomic<int> other_word{0};

void stores_two(int me) {
    stores(me);
    point(POINT(me, 3));
    other_word.store(1, release);
}

void looks_at_first(int me) {
    looks(me);
    note_pair(me, "forbidden", POINT(1, 3), POINT(me, 1));
}

void looks_at_second(int me) {
    units(40);
    bool has_seen = other_word.load(acquire) == 1;
    point(POINT(me, 1));
    note_pair(me, has_seen ? "named" : "untimely", POINT(1, 3), POINT(me, 1));
}

void run_two_words() {
    role* roles[] = {stores_two, looks_at_first, looks_at_second};
    run_roles(roles, 3);
    known_parallelism = 80.0 / 40;
}

#ifndef WEAK
// A fence orders what is stored or loaded relaxed.
void stores_behind_fence(int me) {
    units(10);
    data[0] = 1;
    point(POINT(me, 1));
    std::atomic_thread_fence(std::memory_order_release);
    word.store(1, relaxed);
    point(POINT(me, 2));
}

void looks_before_fence(int me) {
    units(30);
    bool has_seen = word.load(relaxed) == 1;
    std::atomic_thread_fence(std::memory_order_acquire);
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    note_look(me, has_seen, "named");
}

void waits_before_fence(int me) {
    while (word.load(relaxed) == 0) {
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    result[me] = data[0];
    point(POINT(me, 1));
    note_look(me, true, "required");
}

// A fence in another function, which calls the one that stores or loads, or is called by it.
[[gnu::noinline]] void fence_release() {
    std::atomic_thread_fence(std::memory_order_release);
}

[[gnu::noinline]] bool is_set() {
    return word.load(relaxed) == 1;
}

void stores_behind_called_fence(int me) {
    units(10);
    data[0] = 1;
    point(POINT(me, 1));
    fence_release();
    word.store(1, relaxed);
    point(POINT(me, 2));
}

void calls_look_before_fence(int me) {
    units(30);
    bool has_seen = is_set();
    std::atomic_thread_fence(std::memory_order_acquire);
    if (has_seen)
        result[me] = data[0];
    point(POINT(me, 1));
    note_look(me, has_seen, "named");
}

void run_fence_called() {
    run_two(stores_behind_called_fence, calls_look_before_fence);
    known_parallelism = 40.0 / 30;
}
void run_fence_look() {
    run_two(stores_behind_fence, looks_before_fence);
    known_parallelism = 40.0 / 30;
}
void run_fence_wait() {
    run_two(stores_behind_fence, waits_before_fence);
}
#endif

// Both threads store, then look at the other one's word: no order between the two but by what
// they read.
std::atomic<int> asks[2];

void asks_first(int me) {
    units(me == 1 ? 10 : 20);
    point(POINT(me, 1));
    asks[me - 1].store(1, std::memory_order_seq_cst);
    bool has_seen = asks[2 - me].load(std::memory_order_seq_cst) == 1;
    point(POINT(me, 2));
    units(10);
    note_pair(me, has_seen ? "required" : "forbidden", POINT(3 - me, 1), POINT(me, 2));
    note_pair(me, "forbidden", POINT(3 - me, 2), POINT(me, 2));
}

void run_dekker() {
    run_same(asks_first, 2);
    known_parallelism = 50.0 / 30;
}

// ----------------------------------------------------------------
// Three threads: what the second one does to what the first one has stored
// ----------------------------------------------------------------

void changes_after(int me, void (*change)()) {
    units(20);
    point(POINT(me, 1));
    change();
    point(POINT(me, 2));
}

bool looks_for(int me, int value) {
    units(30);
    int seen = word.load(acquire);
    if (seen == value)
        result[me] = data[0];
    point(POINT(me, 1));
    return seen == value;
}

// It carries on what it has read, and adds nothing of its own thread.
void adds_relaxed(int me) {
    changes_after(me, [] { word.fetch_add(1, relaxed); });
}

void looks_for_sum(int me) {
    bool is_there = looks_for(me, 2);
    note_pair(me, is_there ? "required" : "untimely", POINT(1, 1), POINT(me, 1));
    note_pair(me, "relaxed", POINT(2, 1), POINT(me, 1));
}

// A program that has changed the word by a LOCK instruction before makes it known.
void run_three(role* second, role* third) {
    word.fetch_sub(1);
    word.fetch_add(1);
    role* roles[] = {stores, second, third};
    run_roles(roles, 3);
    known_parallelism = 60.0 / 30;
}

void run_sequence() {
    run_three(adds_relaxed, looks_for_sum);
}

// It releases, too, so the third thread comes after both.
void adds_releasing(int me) {
    changes_after(me, [] { word.fetch_add(1, both); });
}

void looks_for_both(int me) {
    bool is_there = looks_for(me, 2);
    for (int other = 1; other <= 2; other++)
        note_pair(me, is_there ? "required" : "untimely", POINT(other, 1), POINT(me, 1));
    note_pair(me, "forbidden", POINT(2, 2), POINT(me, 1));
}

void run_sequence_of_both() {
    run_three(adds_releasing, looks_for_both);
}

// Another thread's plain store ends the sequence.
void stores_again(int me) {
    changes_after(me, [] { word.store(2, relaxed); });
}

void looks_for_second(int me) {
    units(30);
    int seen = word.load(acquire);
    point(POINT(me, 1));
    note_pair(me, seen == 2 ? "relaxed" : "untimely", POINT(1, 1), POINT(me, 1));
    note_pair(me, "relaxed", POINT(2, 1), POINT(me, 1));
}

void run_ended_sequence() {
    run_three(stores_again, looks_for_second);
}

// A comparison that fails publishes nothing, though it would have released.
void compares_in_vain(int me) {
    units(20);
    point(POINT(me, 1));
    int expected = 7;
    bool has_changed = word.compare_exchange_strong(expected, 8, both, acquire);
    if (expected == 1)
        result[me] = data[0];
    point(POINT(me, 2));
    note_pair(me, !has_changed && expected == 1 ? "required" : "untimely", POINT(1, 1),
              POINT(me, 2));
}

void looks_after_comparison(int me) {
    bool is_there = looks_for(me, 1);
    note_pair(me, is_there ? "required" : "untimely", POINT(1, 1), POINT(me, 1));
    note_pair(me, "forbidden", POINT(2, 1), POINT(me, 1));
}

void run_failed_comparison() {
    run_three(compares_in_vain, looks_after_comparison);
}

// An addition releases, too, if nobody uses its result; and it does not acquire.
void adds_blindly(int me) {
    units(20);
    point(POINT(me, 1));
    word.fetch_add(1, release);
    point(POINT(me, 2));
    note_pair(me, "relaxed", POINT(1, 1), POINT(me, 2));
}

void run_dead_result() {
    run_three(adds_blindly, looks_for_both);
}

// Two counters: who looks at one comes after those that have added to it.
void adds_to_first(int me) {
    units(10);
    data[me] = 1;
    point(POINT(me, 1));
    word.fetch_add(1, release);
}

void adds_to_second(int me) {
    units(10);
    data[me] = 1;
    point(POINT(me, 1));
    other_word.fetch_add(1, release);
}

// The counter was added to by threads `mine` and `mine` + 1, and the other one by the two others.
void looks_at_counter(int me, std::atomic<int>& counter, int mine) {
    units(20);
    bool is_there = counter.load(acquire) == 2;
    if (is_there)
        result[me] = data[mine] + data[mine + 1];
    point(POINT(me, 1));
    for (int other = 1; other <= 4; other++) {
        bool is_mine = other == mine || other == mine + 1;
        const char* seen = is_there ? "required" : "untimely";
        note_pair(me, is_mine ? seen : "forbidden", POINT(other, 1), POINT(me, 1));
    }
}

void looks_at_first_counter(int me) {
    looks_at_counter(me, word, 1);
}

void looks_at_second_counter(int me) {
    looks_at_counter(me, other_word, 3);
}

void run_two_counters() {
    role* roles[] = {adds_to_first,  adds_to_first,          adds_to_second,
                     adds_to_second, looks_at_first_counter, looks_at_second_counter};
    run_roles(roles, 6);
    known_parallelism = 80.0 / 20;
}

#ifndef WEAK
// Flags that are used behind a jump.
void uses_flags_later(int me) {
    units(20);
    point(POINT(me, 1));
    bool is_zero;
    __asm__ volatile("lock subl $1, %0\n\t"
                     "jmp 1f\n\t"
                     ".balign 32\n"
                     "1:\tlea 1(%%rax), %%rax\n\t"
                     "sete %1"
                     : "+m"(word), "=q"(is_zero)
                     :
                     : "rax", "cc", "memory");
    point(POINT(me, 2));
    note_pair(me, is_zero ? "required" : "untimely", POINT(1, 1), POINT(me, 2));
}

void run_flags_used() {
    word.fetch_add(1); // makes the word known
    word.fetch_sub(1);
    role* roles[] = {stores, uses_flags_later};
    run_roles(roles, 2);
}

// Flags that are set anew behind a jump, before anything uses them.
void sets_flags_later(int me) {
    units(20);
    point(POINT(me, 1));
    __asm__ volatile("lock subl $1, %0\n\t"
                     "jmp 1f\n\t"
                     ".balign 32\n"
                     "1:\tlea 1(%%rax), %%rax\n\t"
                     "movl $7, %%ecx\n\t"
                     "addl %%ecx, %%eax"
                     : "+m"(word)
                     :
                     : "rax", "rcx", "cc", "memory");
    point(POINT(me, 2));
    note_pair(me, "forbidden", POINT(1, 1), POINT(me, 2));
}

void run_flags_set() {
    word.fetch_add(1);
    word.fetch_sub(1);
    role* roles[] = {stores, sets_flags_later};
    run_roles(roles, 2);
}
#endif

// ----------------------------------------------------------------
// Counters
// ----------------------------------------------------------------

enum { THREADS = 3, ITEMS = 12 };
std::atomic<int> counter{0};
int dealt_to[ITEMS];

// An item is dealt to whoever asks next; that is no hand-over.
void takes_items(int me) {
    for (int i = 0;; i++) {
        int item = counter.fetch_add(1, relaxed);
        if (item >= ITEMS)
            break;
        dealt_to[item] = POINT(me, 10 + i);
        point(POINT(me, 10 + i));
        units(4);
    }
}

void run_dealing() {
    run_same(takes_items, THREADS);
    for (int i = 0; i < ITEMS; i++)
        for (int j = 0; j < ITEMS; j++)
            if (dealt_to[i] / POINTS_OF_THREAD != dealt_to[j] / POINTS_OF_THREAD)
                note_pair(0, "relaxed", dealt_to[i], dealt_to[j]);
    known_parallelism = 3;
}

// The last one to drop its reference comes after all others, which come after nobody.
std::atomic<int> references{THREADS};
bool was_last[THREADS + 1];

void drops_reference(int me) {
    units(10 * me);
    data[me] = me;
    point(POINT(me, 1));
    if (references.fetch_sub(1, both) == 1) {
        was_last[me] = true;
        for (int other = 1; other <= THREADS; other++)
            result[me] = result[me] + data[other];
        point(POINT(me, 2));
        units(10);
    }
}

void run_references() {
    run_same(drops_reference, THREADS);
    for (int last = 1; last <= THREADS; last++)
        for (int other = 1; was_last[last] && other <= THREADS; other++)
            if (other != last)
                required(POINT(other, 1), POINT(last, 2));
    known_parallelism = 70.0 / 40;
}

const kind kinds[] = {
    {"look", run_look},
    {"two_words", run_two_words},
    {"look_at_relaxed", run_look_at_relaxed},
    {"look_relaxed", run_look_relaxed},
#ifndef WEAK
    {"fence_look", run_fence_look},
    {"fence_wait", run_fence_wait},
    {"fence_called", run_fence_called},
#endif
    {"dekker", run_dekker},
    {"sequence", run_sequence},
    {"sequence_of_both", run_sequence_of_both},
    {"ended_sequence", run_ended_sequence},
    {"failed_comparison", run_failed_comparison},
    {"dead_result", run_dead_result},
    {"two_counters", run_two_counters},
#ifndef WEAK
    {"flags_used", run_flags_used},
    {"flags_set", run_flags_set},
#endif
    {"dealing", run_dealing},
    {"references", run_references},
};

} // namespace

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
