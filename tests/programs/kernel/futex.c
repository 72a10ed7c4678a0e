/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The futex system call, as a runtime of its own uses it.
 */
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

#include "asleep.h"

enum { N_WAITERS = 3, MANY = 1000 };

static atomic_uint gate, other_gate, bits, pi;
static const struct timespec no_time = {0, 1000000};

static long futex(atomic_uint* word, int operation, unsigned value, const void* fourth,
                  atomic_uint* word2, unsigned value3) {
    return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, fourth, word2, value3);
}

static void* wait_at_gate(void* unused) {
    const unsigned closed = atomic_load(&gate);
    while (atomic_load(&gate) == closed)
        MUST(futex(&gate, FUTEX_WAIT, closed, NULL, NULL, 0) == 0 || errno == EAGAIN);
    HPCMP_MARK("through");
    return unused;
}

static void* wait_for_bit(void* bit) {
    MUST(futex(&bits, FUTEX_WAIT_BITSET, 0, NULL, NULL, (unsigned)(uintptr_t)bit) == 0);
    return NULL;
}

static void start_waiters(pthread_t threads[N_WAITERS]) {
    for (int i = 0; i < N_WAITERS; i++)
        threads[i] = start(wait_at_gate, NULL);
    wait_until_others_sleep();
}

static void join_waiters(const pthread_t threads[N_WAITERS]) {
    for (int i = 0; i < N_WAITERS; i++)
        join(threads[i]);
}

static void nobody_is_woken(void) {
    MUST(futex(&gate, FUTEX_WAKE, MANY, NULL, NULL, 0) == 0);
    MUST(futex(&gate, FUTEX_WAIT, 1, NULL, NULL, 0) == -1 && errno == EAGAIN);
    MUST(futex(&gate, FUTEX_WAIT, 0, &no_time, NULL, 0) == -1 && errno == ETIMEDOUT);
    MUST(futex((atomic_uint*)((char*)&gate + 1), FUTEX_WAKE, 1, NULL, NULL, 0) == -1 &&
         errno == EINVAL);
}

static void wake_all(void) {
    pthread_t threads[N_WAITERS];
    start_waiters(threads);
    HPCMP_MARK("opens");
    atomic_store(&gate, 1);
    MUST(futex(&gate, FUTEX_WAKE, MANY, NULL, NULL, 0) == N_WAITERS);
    join_waiters(threads);
}

static void wake_one_by_one(void) {
    pthread_t threads[N_WAITERS];
    start_waiters(threads);
    atomic_store(&gate, 2);
    for (int i = 0; i < N_WAITERS; i++)
        MUST(futex(&gate, FUTEX_WAKE, 1, NULL, NULL, 0) == 1);
    join_waiters(threads);
}

/* One is woken; the others at a word to which they have been moved. */
static void requeue(void) {
    pthread_t threads[N_WAITERS];
    start_waiters(threads);
    MUST(futex(&gate, FUTEX_CMP_REQUEUE, 1, (void*)MANY, &other_gate, 77) == -1 && errno == EAGAIN);
    atomic_store(&gate, 3);
    MUST(futex(&gate, FUTEX_CMP_REQUEUE, 1, (void*)MANY, &other_gate, 3) == N_WAITERS);
    HPCMP_MARK("moved");
    MUST(futex(&other_gate, FUTEX_WAKE, MANY, NULL, NULL, 0) == N_WAITERS - 1);
    join_waiters(threads);
}

/* Each is woken by its own bit, the last one first. */
static void by_bit(void) {
    pthread_t threads[N_WAITERS];
    for (int i = 0; i < N_WAITERS; i++)
        threads[i] = start(wait_for_bit, (void*)(uintptr_t)(1 << i));
    wait_until_others_sleep();
    for (int i = N_WAITERS - 1; i >= 0; i--) {
        MUST(futex(&bits, FUTEX_WAKE_BITSET, MANY, NULL, NULL, 1 << i) == 1);
        join(threads[i]);
    }
}

static void wake_op(void) {
    pthread_t threads[N_WAITERS];
    start_waiters(threads);
    MUST(futex(&other_gate, FUTEX_WAKE_OP, MANY, (void*)MANY, &gate,
               FUTEX_OP(FUTEX_OP_SET, 4, FUTEX_OP_CMP_EQ, 3)) == N_WAITERS);
    MUST(atomic_load(&gate) == 4);
    join_waiters(threads);
}

static void* lock_pi(void* unused) {
    MUST(futex(&pi, FUTEX_TRYLOCK_PI, 0, NULL, NULL, 0) == -1);
    MUST(futex(&pi, FUTEX_LOCK_PI, 0, NULL, NULL, 0) == 0);
    MUST(futex(&pi, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0) == 0);
    return unused;
}

static void hand_over_pi(void) {
    MUST(futex(&pi, FUTEX_LOCK_PI, 0, NULL, NULL, 0) == 0);
    pthread_t thread = start(lock_pi, NULL);
    wait_until_others_sleep();
    MUST(futex(&pi, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0) == 0);
    join(thread);
}

/* Memory that was a mutex before, which nobody has destroyed. */
static union {
    pthread_mutex_t mutex;
    atomic_uint word;
} reused = {PTHREAD_MUTEX_INITIALIZER};

static void* wait_at(void* word) {
    MUST(futex(word, FUTEX_WAIT, 0, NULL, NULL, 0) == 0);
    return NULL;
}

static void wake_at(atomic_uint* word) {
    pthread_t thread = start(wait_at, word);
    wait_until_others_sleep();
    MUST(futex(word, FUTEX_WAKE, 1, NULL, NULL, 0) == 1);
    join(thread);
}

/* The program itself says what this one means. */
static atomic_uint said;

int main(void) {
    mark_address("gate", &gate);
    mark_address("other gate", &other_gate);
    mark_address("bits", &bits);
    mark_address("pi", &pi);
    mark_address("reused", &reused);
    mark_address("said", &said);
    nobody_is_woken();
    HPCMP_MARK("somebody is");
    wake_all();
    HPCMP_MARK("woke all");
    wake_one_by_one();
    HPCMP_MARK("woke each");
    requeue();
    by_bit();
    HPCMP_MARK("wakes by an operation");
    wake_op();
    hand_over_pi();
    MUST(pthread_mutex_lock(&reused.mutex) == 0 && pthread_mutex_unlock(&reused.mutex) == 0);
    wake_at(&reused.word);
    HPCMP_RELEASE(&said);
    wake_at(&said);
    HPCMP_ACQUIRE(&said);
    return 0;
}
