// SPDX-License-Identifier: GPL-2.0-or-later
//
// Queues and stacks that a program has made of C++20's atomics. An item carries the point at
// which its producer has made it, and the consumer notes that its own point comes after.
#include <atomic>
#include <cstdint>

#if __has_include(<boost/lockfree/queue.hpp>)
#define HAS_BOOST 1
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>
#endif

#ifdef TWIN
#include <semaphore.h>
#endif

#include "points.h"
#include "weak.h"

namespace {

enum { ITEMS = 12, PRODUCERS = 3, CONSUMERS = 2 };

struct Item {
    int made = 0; // its point
    int number = 0;
    std::atomic<Item*> next{nullptr};
};

// Points of item i: 10 + i before it is put, 100 + i after it; 10 + i of who has taken it.
void note_taken(int me, const Item& item, int i, const char* how) {
    point(POINT(me, 10 + i));
    note_pair(me, how, item.made, POINT(me, 10 + i));
}

// ----------------------------------------------------------------
// A ring between two threads
// ----------------------------------------------------------------

Item ring[16];
unsigned capacity = 4;

#ifdef TWIN
sem_t filled, emptied;
unsigned await_filled(unsigned i) {
    sem_wait(&filled);
    return i + 1;
}
void await_emptied(unsigned i) {
    if (i >= capacity)
        sem_wait(&emptied);
}
void tell_filled(unsigned) {
    sem_post(&filled);
}
void tell_emptied(unsigned) {
    sem_post(&emptied);
}
#else
alignas(64) std::atomic<unsigned> head{0};
alignas(64) std::atomic<unsigned> tail{0};

unsigned await_filled(unsigned i) {
    unsigned seen;
    while ((seen = head.load(acquire)) == i) {
    }
    return seen;
}
void await_emptied(unsigned i) {
    while (i - tail.load(acquire) == capacity) {
    }
}
void tell_filled(unsigned i) {
    head.store(i + 1, release);
}
void tell_emptied(unsigned i) {
    tail.store(i + 1, release);
}
#endif

void fills_ring(int me) {
    for (unsigned i = 0; i < ITEMS; i++) {
        units(2);
        await_emptied(i);
        point(POINT(me, 500 + static_cast<int>(i)));
        ring[i % capacity].made = POINT(me, 10 + static_cast<int>(i));
        point(POINT(me, 10 + static_cast<int>(i)));
        tell_filled(i);
    }
}

// Without a wait, only debug information shows that `head` is a word to look at.
void empties_ring(int me, const char* how) {
    for (unsigned i = 0; i < ITEMS; i++) {
        unsigned seen = await_filled(i);
        note_taken(me, ring[i % capacity], static_cast<int>(i), how);
        if (seen < ITEMS)
            note_pair(me, "forbidden", POINT(1, 10 + static_cast<int>(seen)),
                      POINT(me, 10 + static_cast<int>(i)));
        tell_emptied(i);
        units(3);
    }
}

void empties_at_once(int me) {
    empties_ring(me, "required");
}
#ifndef TWIN
void empties_late(int me) {
    units(60);
    empties_ring(me, "named");
}
#endif

void run_ring() {
    run_two(fills_ring, empties_at_once);
    for (int i = static_cast<int>(capacity); i < ITEMS; i++)
        required(POINT(2, 10 + i - static_cast<int>(capacity)), POINT(1, 500 + i));
    known_parallelism = 60.0 / 38;
}

#ifndef TWIN
void run_late_ring() {
    capacity = 16;
    run_two(fills_ring, empties_late);
    known_parallelism = 120.0 / 96;
}

// ----------------------------------------------------------------
// Many producers, one consumer: Dmitry Vyukov's intrusive queue
// ----------------------------------------------------------------

Item items[PRODUCERS + 1][ITEMS];
Item stub;
std::atomic<Item*> newest{&stub};

void puts_into_list(int me) {
    for (int i = 0; i < ITEMS / PRODUCERS; i++) {
        units(4);
        Item* item = &items[me][i];
        item->made = POINT(me, 10 + i);
        item->next.store(nullptr, relaxed);
        point(POINT(me, 10 + i));
        Item* before = newest.exchange(item, both);
        before->next.store(item, release);
        point(POINT(me, 100 + i));
    }
}

void takes_from_list(int me) {
    Item* last = &stub;
    for (int i = 0; i < ITEMS; i++) {
        Item* item;
        while (!(item = last->next.load(acquire))) {
        }
        note_taken(me, *item, i, "required");
        note_pair(me, "forbidden", item->made + 90, POINT(me, 10 + i));
        last = item;
        units(2);
    }
}

void run_list() {
    role* roles[] = {puts_into_list, puts_into_list, puts_into_list, takes_from_list};
    run_roles(roles, 4);
    // The last of three items that are put at 4, 8, 12 and 16 units is taken 6 units later.
    known_parallelism = 72.0 / 28;
}

// ----------------------------------------------------------------
// A stack: R. K. Treiber, "Systems Programming: Coping with Parallelism" (1986)
// ----------------------------------------------------------------

// The upper half counts what was put, so that a thread that takes knows which puts it comes
// after: all until then, because every change of the word reads the one before.
std::atomic<uint64_t> top{0};
Item stacked[ITEMS + 1];
int put_as[ITEMS + 1]; // by number of the put: its point
struct Taken {
    int point, last_put;
};
Taken taken[CONSUMERS][ITEMS / CONSUMERS];

void pushes(int me) {
    for (int i = 0; i < ITEMS / PRODUCERS; i++) {
        units(4);
        unsigned index = static_cast<unsigned>((me - 1) * (ITEMS / PRODUCERS) + i + 1);
        Item& item = stacked[index];
        item.made = POINT(me, 10 + i);
        point(POINT(me, 10 + i));
        uint64_t old = top.load(relaxed);
        uint64_t mine;
        do {
            item.number = static_cast<int>(static_cast<uint32_t>(old));
            mine = ((old >> 32) + 1) << 32 | index;
        } while (!top.compare_exchange_weak(old, mine, release, relaxed));
        put_as[mine >> 32] = item.made;
    }
}

void pops(int me) {
    for (int i = 0; i < ITEMS / CONSUMERS;) {
        uint64_t old = top.load(acquire);
        unsigned index = static_cast<uint32_t>(old);
        if (index == 0)
            continue;
        uint64_t below = old >> 32 << 32 | static_cast<unsigned>(stacked[index].number);
        if (!top.compare_exchange_strong(old, below, acquire, relaxed))
            continue;
        taken[me - PRODUCERS - 1][i] = {POINT(me, 10 + i), static_cast<int>(old >> 32)};
        note_taken(me, stacked[index], i++, "required");
        units(3);
    }
}

void run_stack() {
    role* roles[] = {pushes, pushes, pushes, pops, pops};
    run_roles(roles, 5);
    for (const auto& own : taken)
        for (const Taken& it : own)
            for (int put = 1; put <= ITEMS; put++)
                note_pair(0, put <= it.last_put ? "required" : "forbidden", put_as[put], it.point);
}

// ----------------------------------------------------------------
// A bounded queue of many producers and consumers: Dmitry Vyukov, 1024cores.net
// ----------------------------------------------------------------

enum { CELLS = 4 };
struct alignas(64) Cell {
    std::atomic<unsigned> turn;
    Item item;
} cells[CELLS] = {{0, {}}, {1, {}}, {2, {}}, {3, {}}};
std::atomic<unsigned> put_place{0}, take_place{0};

// The cell of the next place, once it is the turn of `place + ahead`.
Cell& claim(std::atomic<unsigned>& next, unsigned ahead, unsigned& place) {
    place = next.load(relaxed);
    for (;;) {
        Cell& cell = cells[place % CELLS];
        unsigned turn = cell.turn.load(acquire);
        if (turn != place + ahead)
            place = next.load(relaxed);
        else if (next.compare_exchange_weak(place, place + 1, relaxed))
            return cell;
    }
}

void puts_into_cells(int me) {
    for (int i = 0; i < ITEMS / 2; i++) {
        units(3);
        unsigned place;
        Cell& cell = claim(put_place, 0, place);
        cell.item.made = POINT(me, 10 + i);
        point(POINT(me, 10 + i));
        cell.turn.store(place + 1, release);
        point(POINT(me, 100 + i));
    }
}

void takes_from_cells(int me) {
    for (int i = 0; i < ITEMS / 2; i++) {
        unsigned place;
        Cell& cell = claim(take_place, 1, place);
        int made = cell.item.made;
        note_taken(me, cell.item, i, "required");
        note_pair(me, "forbidden", made + 90, POINT(me, 10 + i));
        cell.turn.store(place + CELLS, release);
        units(3);
    }
}

void run_cells() {
    role* roles[] = {puts_into_cells, puts_into_cells, takes_from_cells, takes_from_cells};
    run_roles(roles, 4);
    known_parallelism = 72.0 / 21;
}

// ----------------------------------------------------------------
// A queue to steal from: Le, Pop, Cohen, Zappa Nardelli, "Correct and Efficient Work-Stealing
// for Weak Memory Models" (2013), figure 1
// ----------------------------------------------------------------

#ifndef WEAK
std::atomic<long> top_of_deque{0}, bottom_of_deque{0};
std::atomic<Item*> deque[2 * ITEMS];
std::atomic<bool> is_over{false};

void push_to_deque(Item* item) {
    long bottom = bottom_of_deque.load(relaxed);
    deque[bottom].store(item, relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    bottom_of_deque.store(bottom + 1, relaxed);
}

Item* take_from_deque() {
    long bottom = bottom_of_deque.load(relaxed) - 1;
    bottom_of_deque.store(bottom, relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    long first = top_of_deque.load(relaxed);
    Item* item = nullptr;
    if (first <= bottom) {
        item = deque[bottom].load(relaxed);
        if (first < bottom)
            return item;
        if (!top_of_deque.compare_exchange_strong(first, first + 1, std::memory_order_seq_cst,
                                                  relaxed))
            item = nullptr;
    }
    bottom_of_deque.store(bottom + 1, relaxed);
    return item;
}

Item* steal_from_deque() {
    long first = top_of_deque.load(std::memory_order_acquire);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    long bottom = bottom_of_deque.load(std::memory_order_acquire);
    if (first >= bottom)
        return nullptr;
    Item* item = deque[first].load(relaxed);
    return top_of_deque.compare_exchange_strong(first, first + 1, std::memory_order_seq_cst,
                                                relaxed)
               ? item
               : nullptr;
}

void owns_deque(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(2);
        items[me][i].made = POINT(me, 10 + i);
        point(POINT(me, 10 + i));
        push_to_deque(&items[me][i]);
        point(POINT(me, 100 + i));
    }
    while (take_from_deque())
        units(3);
    is_over.store(true, std::memory_order_release);
}

void steals(int me) {
    for (int i = 0; !is_over.load(std::memory_order_acquire);) {
        if (Item* item = steal_from_deque()) {
            note_taken(me, *item, i++, "required");
            units(3);
        }
    }
}

void run_deque() {
    role* roles[] = {owns_deque, steals, steals};
    run_roles(roles, 3);
}
#endif
#endif

// ----------------------------------------------------------------
// Boost.Lockfree: an item is the point at which it was made
// ----------------------------------------------------------------

#if defined HAS_BOOST && !defined TWIN && !defined WEAK
template <typename Queue>
Queue boost_queue{};
using BoostRing = boost::lockfree::spsc_queue<int, boost::lockfree::capacity<ITEMS>>;
using BoostQueue = boost::lockfree::queue<int, boost::lockfree::capacity<2 * ITEMS>>;
using BoostStack = boost::lockfree::stack<int, boost::lockfree::capacity<2 * ITEMS>>;

template <typename Queue>
void puts_into_boost(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(2);
        point(POINT(me, 10 + i));
        while (!boost_queue<Queue>.push(POINT(me, 10 + i))) {
        }
    }
}

template <typename Queue>
void takes_from_boost(int me) {
    for (int i = 0; i < ITEMS; i++) {
        int made;
        while (!boost_queue<Queue>.pop(made)) {
        }
        point(POINT(me, 10 + i));
        note_pair(me, "required", made, POINT(me, 10 + i));
        units(3);
    }
}

template <typename Queue>
void run_boost() {
    run_two(puts_into_boost<Queue>, takes_from_boost<Queue>);
    known_parallelism = 60.0 / 38;
}
#endif

const kind kinds[] = {
    {"ring", run_ring},
#ifndef TWIN
    {"late_ring", run_late_ring},
    {"list", run_list},
    {"stack", run_stack},
    {"cells", run_cells},
#ifndef WEAK
    {"deque", run_deque},
#ifdef HAS_BOOST
    {"boost_ring", run_boost<BoostRing>},
    {"boost_queue", run_boost<BoostQueue>},
    {"boost_stack", run_boost<BoostStack>},
#endif
#endif
#endif
};

} // namespace

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
