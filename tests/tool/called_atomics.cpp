// SPDX-License-Identifier: GPL-2.0-or-later
//
// Atomic operations of each size: what they return and leave is what the language says. Some
// functions of the C library that libtsan has, too. The exit status is 0 if all is right.
#include <sanitizer/tsan_interface.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <glob.h>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace {

#define MUST(holds)                                                                                \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            printf("line %d: %s does not hold\n", __LINE__, #holds);                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// The highest bit is set, so a value that is cut off or extended shows.
template <typename T>
constexpr T HIGH = static_cast<T>(T{1} << (sizeof(T) * CHAR_BIT - 1));

template <typename T>
void check_changes() {
    T word = HIGH<T>;
    MUST(__atomic_load_n(&word, __ATOMIC_ACQUIRE) == HIGH<T>);
    __atomic_store_n(&word, T{12}, __ATOMIC_SEQ_CST);
    MUST(__atomic_exchange_n(&word, HIGH<T>, __ATOMIC_ACQ_REL) == 12);
    MUST(__atomic_fetch_add(&word, T{5}, __ATOMIC_RELAXED) == HIGH<T>);
    MUST(__atomic_fetch_sub(&word, T{2}, __ATOMIC_RELEASE) == static_cast<T>(HIGH<T> + 5));
    MUST(__atomic_fetch_and(&word, T{6}, __ATOMIC_ACQUIRE) == static_cast<T>(HIGH<T> + 3));
    MUST(__atomic_fetch_or(&word, HIGH<T>, __ATOMIC_SEQ_CST) == 2);
    MUST(__atomic_fetch_xor(&word, T{3}, __ATOMIC_SEQ_CST) == static_cast<T>(HIGH<T> + 2));
    MUST(__atomic_fetch_nand(&word, HIGH<T>, __ATOMIC_SEQ_CST) == static_cast<T>(HIGH<T> + 1));
    MUST(word == static_cast<T>(~HIGH<T>));
}

template <typename T>
bool swap(T* word, T* expected, T desired, bool is_weak) {
    return is_weak ? __atomic_compare_exchange_n(word, expected, desired, true, __ATOMIC_ACQ_REL,
                                                 __ATOMIC_RELAXED)
                   : __atomic_compare_exchange_n(word, expected, desired, false, __ATOMIC_SEQ_CST,
                                                 __ATOMIC_ACQUIRE);
}

template <typename T>
void check_comparison(bool is_weak) {
    T word = HIGH<T>;
    T expected = 1;
    MUST(!swap(&word, &expected, T{7}, is_weak));
    MUST(expected == HIGH<T> && word == HIGH<T>);
    MUST(swap(&word, &expected, T{7}, is_weak));
    MUST(expected == HIGH<T> && word == 7);
}

template <typename T>
void check_size() {
    check_changes<T>();
    check_comparison<T>(false);
    check_comparison<T>(true);
}

void check_flag() {
    std::atomic_flag flag;
    MUST(!flag.test_and_set());
    MUST(flag.test_and_set());
    flag.clear();
    MUST(!flag.test());
}

// Old code has these.
void check_builtins_of_old() {
    int word = 3;
    MUST(__sync_val_compare_and_swap(&word, 3, 4) == 3 && word == 4);
    MUST(!__sync_bool_compare_and_swap(&word, 3, 5) && word == 4);
    MUST(__sync_add_and_fetch(&word, 6) == 10);
    MUST(__sync_lock_test_and_set(&word, 1) == 10);
    __sync_lock_release(&word);
    MUST(word == 0);
}

// The C++ library wakes, and the program waits, with functions of the C library. They must be of
// one version.
std::mutex mutex;
std::condition_variable condition;
int turn;

void await_turn(int wanted) {
    std::unique_lock<std::mutex> lock(mutex);
    while (turn != wanted)
        pthread_cond_wait(condition.native_handle(), mutex.native_handle());
    turn++;
    condition.notify_all();
}

void check_condition() {
    constexpr int TURNS = 20;
    std::thread other([] {
        for (int i = 1; i < TURNS; i += 2)
            await_turn(i);
    });
    for (int i = 0; i < TURNS; i += 2)
        await_turn(i);
    other.join();
    MUST(turn == TURNS);
}

// The oldest version of realpath takes no null pointer.
void check_paths() {
    char* path = realpath("/proc/..", nullptr);
    MUST(path != nullptr && path[0] == '/' && path[1] == '\0');
    free(path);
    glob_t found;
    MUST(glob("/pro[c]", 0, nullptr, &found) == 0 && found.gl_pathc == 1);
    globfree(&found);
}

// Two threads, an order that only the program tells of.
int told;
int handed_over;

void check_told_order() {
    std::thread other([] {
        handed_over = 1;
        __tsan_release(&told);
    });
    other.join();
    __tsan_acquire(&told);
    MUST(handed_over == 1);
}

// A thread hands over by a word of 16 bytes.
unsigned __int128 wide;

void check_hand_over() {
    handed_over = 0;
    std::thread other([] {
        handed_over = 1;
        __atomic_fetch_add(&wide, HIGH<unsigned __int128>, __ATOMIC_RELEASE);
    });
    while (__atomic_load_n(&wide, __ATOMIC_ACQUIRE) == 0) {
    }
    MUST(handed_over == 1);
    other.join();
}

} // namespace

int main() {
    atexit([] { puts("at exit"); });
    check_size<unsigned char>();
    check_size<unsigned short>();
    check_size<unsigned>();
    check_size<unsigned long>();
    check_size<unsigned __int128>();
    check_flag();
    check_builtins_of_old();
    check_condition();
    check_paths();
    check_told_order();
    check_hand_over();
    puts("all is right");
    return 0;
}
