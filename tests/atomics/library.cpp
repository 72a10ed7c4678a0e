// SPDX-License-Identifier: GPL-2.0-or-later
//
// Hand-overs by objects of C++20's library (points.h explains how a program tells its pairs).
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

#include "points.h"

namespace {

enum { THREADS = 4, ROUNDS = 4, ITEMS = 8 };
int data[THREADS + 1];
volatile int result[THREADS + 1];

// ----------------------------------------------------------------
// Words
// ----------------------------------------------------------------

std::atomic<int> word{0};

// The one that waits sleeps in the kernel if it does not see the change soon.
void notifies(int me) {
    units(40);
    data[0] = 1;
    point(POINT(me, 1));
    word.store(1, std::memory_order_release);
    word.notify_all();
    point(POINT(me, 2));
    units(20);
}

void waits(int me) {
    units(10);
    word.wait(0, std::memory_order_acquire);
    result[me] = data[0];
    point(POINT(me, 1));
    units(40);
}

// The word is changed before anybody waits for it.
void waits_late(int me) {
    units(50);
    word.wait(0, std::memory_order_acquire);
    result[me] = data[0];
    point(POINT(me, 1));
    units(10);
}

void run_wait() {
    run_two(notifies, waits);
    required(POINT(1, 1), POINT(2, 1));
    known_parallelism = 110.0 / 80;
}

void run_wait_late() {
    run_two(notifies, waits_late);
    note_pair(0, "named", POINT(1, 1), POINT(2, 1));
    known_parallelism = 120.0 / 60;
}

// A plain variable that is atomic for a while.
alignas(int) int plain;

void stores_by_reference(int me) {
    units(20);
    data[0] = 1;
    point(POINT(me, 1));
    std::atomic_ref<int>(plain).store(1, std::memory_order_release);
    point(POINT(me, 2));
}

void awaits_by_reference(int me) {
    std::atomic_ref<int> seen(plain);
    while (seen.load(std::memory_order_acquire) == 0) {
    }
    result[me] = data[0];
    point(POINT(me, 1));
    units(10);
}

void run_reference() {
    run_two(stores_by_reference, awaits_by_reference);
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 1;
}

// The default memory order, and a flag.
std::atomic_flag is_done;

void sets_flag(int me) {
    units(20);
    data[0] = 1;
    point(POINT(me, 1));
    is_done.test_and_set();
    point(POINT(me, 2));
}

void tests_flag(int me) {
    while (!is_done.test()) {
    }
    result[me] = data[0];
    point(POINT(me, 1));
    units(10);
}

void run_flag() {
    run_two(sets_flag, tests_flag);
    required(POINT(1, 1), POINT(2, 1));
    forbidden(POINT(1, 2), POINT(2, 1));
    known_parallelism = 1;
}

// ----------------------------------------------------------------
// Meetings
// ----------------------------------------------------------------

std::latch latch{THREADS - 1};

void passes_latch(int me) {
    if (me > 1) {
        units(5u * static_cast<unsigned>(me));
        data[me] = me;
        point(POINT(me, 1));
        latch.count_down();
        point(POINT(me, 2));
        units(5);
        return;
    }
    latch.wait();
    for (int i = 2; i <= THREADS; i++)
        result[me] = result[me] + data[i];
    point(POINT(me, 1));
    units(20);
}

void run_latch() {
    run_same(passes_latch, THREADS);
    for (int i = 2; i <= THREADS; i++) {
        required(POINT(i, 1), POINT(1, 1));
        for (int j = 2; j <= THREADS; j++)
            if (i != j)
                forbidden(POINT(i, 1), POINT(j, 1));
    }
    known_parallelism = 80.0 / 40;
}

std::barrier barrier{THREADS};

// The thread that comes last reads the library's count of waiting threads after it has let the
// others go on. By then they may wait again, so it would come after them. They work for that long.
void meets(int me) {
    for (int i = 0; i < ROUNDS; i++) {
        units(static_cast<unsigned>((me + i) % THREADS + 2));
        data[me] += me;
        point(POINT(me, 10 * i + 1));
        barrier.arrive_and_wait();
        result[me] = result[me] + data[me % THREADS + 1];
        point(POINT(me, 10 * i + 2));
        units(1);
        barrier.arrive_and_wait();
    }
}

void run_barrier() {
    run_same(meets, THREADS);
    for (int i = 0; i < ROUNDS; i++) {
        for (int me = 1; me <= THREADS; me++) {
            int other = me % THREADS + 1;
            required(POINT(other, 10 * i + 1), POINT(me, 10 * i + 2));
            forbidden(POINT(other, 10 * i + 1), POINT(me, 10 * i + 1));
            forbidden(POINT(other, 10 * i + 2), POINT(me, 10 * i + 2));
        }
    }
    known_parallelism = 4.5 * THREADS / 6;
}

std::counting_semaphore<ITEMS> filled{0};
int made[ITEMS];

void puts_tokens(int me) {
    for (int i = 0; i < ITEMS; i++) {
        units(3);
        made[i] = i;
        point(POINT(me, i + 1));
        filled.release();
    }
}

void takes_tokens(int me) {
    for (int i = 0; i < ITEMS; i++) {
        filled.acquire();
        result[me] = result[me] + made[i];
        point(POINT(me, i + 1));
        units(4);
    }
}

void run_semaphore() {
    run_two(puts_tokens, takes_tokens);
    for (int i = 1; i <= ITEMS; i++)
        required(POINT(1, i), POINT(2, i));
    known_parallelism = 56.0 / 35;
}

std::binary_semaphore ping{1}, pong{0};

void plays(int me) {
    for (int i = 0; i < ITEMS; i++) {
        (me == 1 ? ping : pong).acquire();
        result[me] = data[0]++;
        units(4);
        point(POINT(me, i + 1));
        (me == 1 ? pong : ping).release();
    }
}

void run_binary_semaphore() {
    run_two(plays, plays);
    for (int i = 1; i <= ITEMS; i++) {
        required(POINT(1, i), POINT(2, i));
        if (i > 1)
            required(POINT(2, i - 1), POINT(1, i));
    }
    known_parallelism = 1;
}

// ----------------------------------------------------------------
// Initialisation, ownership
// ----------------------------------------------------------------

struct Initialised {
    int by;
    explicit Initialised(int me) : by(me) {
        units(10);
        point(POINT(me, 2));
    }
};

void uses_static(int me) {
    units(static_cast<unsigned>(me));
    static Initialised common(me);
    result[me] = common.by;
    point(POINT(me, 3));
    units(5);
}

void run_static() {
    run_same(uses_static, THREADS);
    for (int me = 1; me <= THREADS; me++)
        if (result[me] != me)
            required(POINT(result[me], 2), POINT(me, 3));
    known_parallelism = 40.0 / 16;
}

// The last owner destroys what all others have used.
struct Owned {
    int used[THREADS + 1] = {};
    ~Owned();
};
std::shared_ptr<Owned> owners[THREADS + 1];
thread_local int this_thread;
int destroyed_by;

Owned::~Owned() {
    destroyed_by = this_thread;
    for (int used_by : used)
        result[0] = result[0] + used_by;
    point(POINT(this_thread, 2));
    units(10);
}

void drops_owner(int me) {
    this_thread = me;
    units(10u * static_cast<unsigned>(me));
    owners[me]->used[me] = me;
    point(POINT(me, 1));
    owners[me].reset();
}

void run_shared_pointer() {
    owners[0] = std::make_shared<Owned>();
    for (int i = 1; i <= THREADS; i++)
        owners[i] = owners[0];
    owners[0].reset();
    run_same(drops_owner, THREADS);
    for (int i = 1; i <= THREADS; i++)
        if (i != destroyed_by)
            required(POINT(i, 1), POINT(destroyed_by, 2));
    known_parallelism = 110.0 / 50;
}

// ----------------------------------------------------------------
// Threads of the library
// ----------------------------------------------------------------

void run_stop_token() {
    std::jthread worker([](std::stop_token stop) {
        point(POINT(1, 1));
        while (!stop.stop_requested()) {
        }
        result[1] = data[0];
        point(POINT(1, 2));
        units(20);
    });
    units(20);
    data[0] = 1;
    point(POINT(0, 1));
    worker.request_stop();
    point(POINT(0, 2));
    required(POINT(0, 1), POINT(1, 2));
    forbidden(POINT(0, 1), POINT(1, 1));
    forbidden(POINT(0, 2), POINT(1, 2));
    worker.join();
    known_parallelism = 1;
}

void run_future() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread maker([&promise] {
        units(20);
        point(POINT(1, 1));
        promise.set_value(1);
    });
    std::thread user([&future] {
        result[2] = future.get();
        point(POINT(2, 1));
        units(20);
    });
    maker.join();
    user.join();
    required(POINT(1, 1), POINT(2, 1));
    known_parallelism = 1;
}

// A mutex and a condition variable are the C library's.
std::mutex mutex;
std::condition_variable_any changed;
bool has_changed;

void changes(int me) {
    units(20);
    point(POINT(me, 1));
    {
        std::lock_guard hold(mutex);
        has_changed = true;
    }
    changed.notify_one();
}

void awaits_change(int me) {
    {
        std::unique_lock hold(mutex);
        changed.wait(hold, [] { return has_changed; });
    }
    point(POINT(me, 1));
    units(20);
}

void run_condition() {
    run_two(changes, awaits_change);
    required(POINT(1, 1), POINT(2, 1));
    known_parallelism = 1;
}

const kind kinds[] = {
    {"wait", run_wait},
    {"wait_late", run_wait_late},
    {"reference", run_reference},
    {"flag", run_flag},
    {"latch", run_latch},
    {"barrier", run_barrier},
    {"semaphore", run_semaphore},
    {"binary_semaphore", run_binary_semaphore},
    {"static", run_static},
    {"shared_pointer", run_shared_pointer},
    {"stop_token", run_stop_token},
    {"future", run_future},
    {"condition", run_condition},
};

} // namespace

int main(int argc, char** argv) {
    return RUN_KIND(kinds, argc, argv);
}
