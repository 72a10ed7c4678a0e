/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Static variables of C11's atomic types, of all shapes.  One thread stores to each of them with
 * memory_order_release, and another one, which a semaphore lets go on, loads it.  So nobody spins,
 * and no instruction has a LOCK.  The output names what must be in the trace ("atomic ADDRESS
 * NAME"), and what must not ("plain ADDRESS NAME").
 *
 * With PLAIN nothing is atomic.  With LIBRARY this is a library (atomic_library.c).
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#ifdef PLAIN
#define _Atomic
#endif

typedef _Atomic int Counter;
typedef const volatile Counter* Watched;
typedef struct {
    int before;
    Counter counter;
    char between;
    volatile _Atomic char last;
} Pair;
struct tree {
    struct tree* left;
    union {
        long plain;
        struct {
            int unused[3];
            Counter deep[2][3];
        } inner;
    } either;
    void* _Atomic pointer;
};

extern Counter declared;
Counter declared = 1;
static _Atomic char a_char;
static _Atomic long a_long;
static _Atomic _Bool a_bool;
static Pair pair;
static Pair pairs[5];
static struct tree tree;
static struct tree forest[2][2];
static Counter array[3][4];
static _Atomic struct { int a, b; } whole;

static int plain;
static int plain_array[4];
static _Thread_local Counter own;

#define STORE(variable, value)                                                                     \
    __atomic_store_n((__typeof__(value)*)&(variable), value, __ATOMIC_RELEASE)
#define LOAD(type, variable) __atomic_load_n((type*)&(variable), __ATOMIC_ACQUIRE)

/* X(kind, type, variable) */
#define VARIABLES(X)                                                                               \
    X("atomic", int, declared)                                                                     \
    X("atomic", char, a_char)                                                                      \
    X("atomic", long, a_long)                                                                      \
    X("atomic", char, a_bool)                                                                      \
    X("plain", int, pair.before)                                                                   \
    X("atomic", int, pair.counter)                                                                 \
    X("plain", char, pair.between)                                                                 \
    X("atomic", char, pair.last)                                                                   \
    X("plain", int, pairs[4].before)                                                               \
    X("atomic", int, pairs[0].counter)                                                             \
    X("atomic", int, pairs[4].counter)                                                             \
    X("atomic", char, pairs[3].last)                                                               \
    X("atomic", int, tree.either.inner.deep[1][2])                                                 \
    X("plain", int, tree.either.inner.unused[0])                                                   \
    X("atomic", long, tree.pointer)                                                                \
    X("plain", long, tree.left)                                                                    \
    X("atomic", int, forest[1][1].either.inner.deep[0][0])                                         \
    X("atomic", long, forest[0][1].pointer)                                                        \
    X("atomic", int, array[0][0])                                                                  \
    X("atomic", int, array[2][3])                                                                  \
    X("atomic", long, whole)                                                                       \
    X("plain", int, plain)                                                                         \
    X("plain", int, plain_array[2])                                                                \
    X("plain", int, own)

static Counter by_pointer[2];
static int plain_by_pointer[2];

/* The instruction does not have the address. */
static __attribute__((noinline)) void store_by_pointer(int* p) {
    __atomic_store_n(p, 1, __ATOMIC_RELEASE);
}

static __attribute__((noinline)) int load_by_pointer(int* p) {
    return LOAD(int, *p);
}

static Counter* in_function(void) {
    static Counter counter;
    return &counter;
}

static sem_t is_stored;

static void* loads(void* unused) {
    /* Valgrind leaves out loads of what is not used. */
    long sum = 0;
    sem_wait(&is_stored);
#define LOADS(kind, type, variable) sum += LOAD(type, variable);
    VARIABLES(LOADS)
    sum += load_by_pointer((int*)&by_pointer[1]);
    sum += load_by_pointer(&plain_by_pointer[1]);
    sum += LOAD(int, *in_function());
    return sum == 0 ? NULL : unused;
}

#ifdef LIBRARY
#define MAIN run_variables
#else
#define MAIN main
#endif

int MAIN(void) {
    pthread_t thread;
    sem_init(&is_stored, 0, 0);
    pthread_create(&thread, NULL, loads, NULL);
#define STORES(kind, type, variable) STORE(variable, (type)1);
    VARIABLES(STORES)
    store_by_pointer((int*)&by_pointer[1]);
    store_by_pointer(&plain_by_pointer[1]);
    STORE(*in_function(), 1);
    sem_post(&is_stored);
    pthread_join(thread, NULL);

#define PRINT(kind, type, variable)                                                                \
    printf("%s %lu %s\n", kind, (unsigned long)&variable, #variable);
    VARIABLES(PRINT)
    PRINT("atomic", int, by_pointer[1])
    PRINT("plain", int, plain_by_pointer[1])
    PRINT("atomic", int, *in_function())
    return 0;
}
