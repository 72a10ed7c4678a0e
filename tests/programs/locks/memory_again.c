/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two threads, one after the other and with nothing in common, use objects of their own at the
 * same address: in memory that was given up in between without a call about the object.
 */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "mark.h"

enum { BYTES = 65536 };
static char* const somewhere = (char*)0x7000000000;

typedef struct {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spin;
    sem_t sem;
    pthread_cond_t cond;
    char token;
} Objects;

/* Without a call that initialises them, as C++'s locks are without one. */
static void clear(Objects* all) {
    static const Objects zero;
    *all = zero;
    *(volatile pthread_spinlock_t*)&all->spin = 1; /* glibc's free one */
    *(volatile int*)&all->sem = 1;                 /* and a semaphore's value */
}

static void use(Objects* all) {
    MUST(pthread_mutex_lock(&all->mutex) == 0 && pthread_mutex_unlock(&all->mutex) == 0);
    MUST(pthread_rwlock_wrlock(&all->rwlock) == 0 && pthread_rwlock_unlock(&all->rwlock) == 0);
    MUST(pthread_spin_lock(&all->spin) == 0 && pthread_spin_unlock(&all->spin) == 0);
    MUST(sem_wait(&all->sem) == 0 && sem_post(&all->sem) == 0);
    MUST(pthread_cond_signal(&all->cond) == 0);
    HPCMP_ACQUIRE(&all->token);
    HPCMP_RELEASE(&all->token);
}

/* Where the first thread had its objects, the second one must have its own. */
static void* first_place;

static void use_and_mark(const char* name, Objects* all) {
    char text[40];
    int round = first_place == NULL ? 1 : 2;
    if (round == 1)
        first_place = all;
    MUST(first_place == all);
    snprintf(text, sizeof text, "%s %d", name, round);
    use(all);
    HPCMP_MARK(text);
    use(all);
}

static void use_new(const char* name, void* memory) {
    clear(memory);
    use_and_mark(name, memory);
}

/*------------------------------------------------------------*/
/*--- Memory that goes                                      ---*/
/*------------------------------------------------------------*/

static void on_stack(void) {
    Objects all;
    use_new("stack", &all);
}

static void thread_local(void) {
    static __thread Objects all;
    use_new("thread-local", &all);
}

static char* map(char* at) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (at != NULL ? MAP_FIXED : 0);
    char* got = mmap(at, BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    MUST(got != MAP_FAILED);
    return got;
}

static void unmapped(void) {
    use_new("unmapped", map(somewhere));
    MUST(munmap(somewhere, BYTES) == 0);
}

static void mapped_over(void) {
    use_new("mapped over", map(somewhere));
}

static void moved(void) {
    use_new("moved", map(somewhere));
    char* other = map(NULL);
    MUST(mremap(somewhere, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, other) == other);
    MUST(munmap(other, BYTES) == 0);
}

static void shortened(void) {
    map(somewhere);
    use_new("shortened", somewhere + BYTES / 2);
    MUST(mremap(somewhere, BYTES, BYTES / 2, 0) == somewhere);
}

static void broken_off(void) {
    char* memory = sbrk(BYTES);
    MUST(memory != (char*)-1);
    use_new("brk", memory);
    MUST(sbrk(-BYTES) == memory + BYTES);
}

static Objects pool[2];

static void forgotten(void) {
    use_new("forgotten", &pool[1]);
    HPCMP_FORGET(&pool[1], sizeof pool[1]);
}

/*------------------------------------------------------------*/
/*--- Memory that stays                                     ---*/
/*------------------------------------------------------------*/

static void beside_forgotten(void) {
    if (first_place == NULL)
        clear(&pool[0]);
    use_and_mark("beside", &pool[0]);
    HPCMP_FORGET(&pool[1], sizeof pool[1]);
}

/* One mapping, of which only the upper part is a stack. */
static struct {
    Objects all;
    char stack[16 * BYTES] __attribute__((aligned(4096)));
} below_stack;

static void at_own_stack(void) {
    if (first_place == NULL)
        clear(&below_stack.all);
    use_and_mark("below the stack", &below_stack.all);
}

static void on_own_stack(void) {
    Objects all;
    use_new("own stack", &all);
}

static void at_descriptor(void) {
    HPCMP_MARK("thread ends");
    HPCMP_RELEASE(pthread_self());
}

/*------------------------------------------------------------*/

typedef struct {
    void (*run)(void);
    pid_t tid;
} Body;

static void* run_body(void* argument) {
    Body* body = argument;
    __atomic_store_n(&body->tid, gettid(), __ATOMIC_RELEASE);
    body->run();
    return NULL;
}

/* Nobody comes after the thread: it is no thread to join, and its end is only looked for. */
static pthread_t run_detached(void (*run)(void), char* stack) {
    const struct timespec a_while = {0, 1000000};
    Body body = {run, 0};
    pthread_attr_t attr;
    pthread_t thread;
    MUST(pthread_attr_init(&attr) == 0);
    MUST(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    if (stack != NULL)
        MUST(pthread_attr_setstack(&attr, stack, 16 * BYTES) == 0);
    MUST(pthread_create(&thread, &attr, run_body, &body) == 0);
    while (__atomic_load_n(&body.tid, __ATOMIC_ACQUIRE) == 0 ||
           syscall(SYS_tgkill, getpid(), body.tid, 0) == 0)
        nanosleep(&a_while, NULL);
    MUST(errno == ESRCH);
    return thread;
}

static void run_twice(void (*run)(void), char* stack) {
    first_place = NULL;
    run_detached(run, stack);
    run_detached(run, stack);
}

int main(void) {
    run_twice(on_stack, NULL);
    run_twice(thread_local, NULL);
    run_twice(unmapped, NULL);
    run_twice(mapped_over, NULL);
    run_twice(moved, NULL);
    run_twice(shortened, NULL);
    run_twice(broken_off, NULL);
    run_twice(forgotten, NULL);
    run_twice(beside_forgotten, NULL);
    run_twice(at_own_stack, below_stack.stack);
    run_twice(on_own_stack, below_stack.stack);
    pthread_t gone = run_detached(at_descriptor, NULL);
    HPCMP_ACQUIRE(gone);
    HPCMP_MARK("looks at it");
    return 0;
}
