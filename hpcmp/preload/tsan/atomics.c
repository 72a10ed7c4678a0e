/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The atomic operations that a compiler calls with -fsanitize=thread.  Each does what the program
 * asks for, and shows the tool the memory order (shared/called_atomics.h says how).
 *
 * Names and arguments are those that GCC's and clang's code calls: __tsan_atomicN_fetch_add is
 * __atomic_fetch_add for N bits.  `order` and `failure` are memory orders.
 */
#include "hpcmp/preload/tell.h"
#include "shared/called_atomics.h"

#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)

/* The marked instruction follows. */
#define MARK ".byte " TEXT(HP_MARK_BYTES) "\n\t"

/* Puts what the tool reads into its registers; stands in a function that the program calls, before
   the instruction, whose operands include TOLD_SO. */
#define TELL_ORDER(order, failure)                                                                 \
    register long order_ __asm__(HP_REGISTER_OF_ORDER) = (order);                                  \
    register long failure_ __asm__(HP_REGISTER_OF_FAILURE) = (failure);                            \
    register void* caller_ __asm__(HP_REGISTER_OF_CALLER) = __builtin_return_address(0)
#define TOLD_SO "r"(order_), "r"(failure_), "r"(caller_)

typedef unsigned char Atomic8;
typedef unsigned short Atomic16;
typedef unsigned Atomic32;
typedef unsigned long Atomic64;
typedef unsigned __int128 Atomic128;

#define NAME(bits, operation) __tsan_atomic##bits##_##operation

/* A store that is sequentially consistent becomes visible before the thread's next load. */
static void complete_store(int order) {
    if (order == HP_ORDER_SEQ_CST)
        __asm__ volatile("mfence" ::: "memory");
}

/* ----------------------------------------------------------------
 * 8 to 64 bits
 * ---------------------------------------------------------------- */

#define LOAD_AND_STORE(bits)                                                                       \
    Atomic##bits NAME(bits, load)(const volatile Atomic##bits* at, int order);                     \
    Atomic##bits NAME(bits, load)(const volatile Atomic##bits* at, int order) {                    \
        Atomic##bits value;                                                                        \
        TELL_ORDER(order, order);                                                                  \
        __asm__ volatile(MARK "mov (%1), %0" : "=q"(value) : "r"(at), TOLD_SO : "memory");         \
        return value;                                                                              \
    }                                                                                              \
    void NAME(bits, store)(volatile Atomic##bits * at, Atomic##bits value, int order);             \
    void NAME(bits, store)(volatile Atomic##bits * at, Atomic##bits value, int order) {            \
        TELL_ORDER(order, order);                                                                  \
        __asm__ volatile(MARK "mov %0, (%1)" : : "q"(value), "r"(at), TOLD_SO : "memory");         \
        complete_store(order);                                                                     \
    }

/* One instruction exchanges `value`, which is computed from `given`, for what was there. */
#define EXCHANGE(bits, operation, instruction, computed)                                           \
    Atomic##bits NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits given, int order); \
    Atomic##bits NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits given,             \
                                       int order) {                                                \
        Atomic##bits value = (Atomic##bits)(computed);                                             \
        TELL_ORDER(order, order);                                                                  \
        __asm__ volatile(MARK instruction " %0, (%1)"                                              \
                         : "+q"(value)                                                             \
                         : "r"(at), TOLD_SO                                                        \
                         : "memory", "cc");                                                        \
        return value;                                                                              \
    }

#define COMPARE_AND_SWAP(expected, new, succeeds)                                                  \
    __asm__ volatile(MARK "lock cmpxchg %2, (%3)"                                                  \
                     : "+a"(expected), "=@ccz"(succeeds)                                           \
                     : "q"(new), "r"(at), TOLD_SO                                                  \
                     : "memory")

/* The operation is made of comparisons until one succeeds. */
#define FETCH(bits, operation, computed)                                                           \
    Atomic##bits NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits given, int order); \
    Atomic##bits NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits given,             \
                                       int order) {                                                \
        Atomic##bits value = *at;                                                                  \
        _Bool succeeds;                                                                            \
        do {                                                                                       \
            TELL_ORDER(order, HP_ORDER_RETRIES);                                                   \
            COMPARE_AND_SWAP(value, (Atomic##bits)(computed), succeeds);                           \
        } while (!succeeds);                                                                       \
        return value;                                                                              \
    }

#define COMPARE(bits, operation)                                                                   \
    int NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits * expected,                 \
                              Atomic##bits given, int order, int failure);                         \
    int NAME(bits, operation)(volatile Atomic##bits * at, Atomic##bits * expected,                 \
                              Atomic##bits given, int order, int failure) {                        \
        Atomic##bits value = *expected;                                                            \
        _Bool succeeds;                                                                            \
        TELL_ORDER(order, failure);                                                                \
        COMPARE_AND_SWAP(value, given, succeeds);                                                  \
        if (!succeeds)                                                                             \
            *expected = value;                                                                     \
        return succeeds;                                                                           \
    }

#define COMPARE_VALUE(bits)                                                                        \
    Atomic##bits NAME(bits, compare_exchange_val)(volatile Atomic##bits * at,                      \
                                                  Atomic##bits expected, Atomic##bits given,       \
                                                  int order, int failure);                         \
    Atomic##bits NAME(bits, compare_exchange_val)(volatile Atomic##bits * at,                      \
                                                  Atomic##bits expected, Atomic##bits given,       \
                                                  int order, int failure) {                        \
        __attribute__((unused)) _Bool succeeds;                                                    \
        TELL_ORDER(order, failure);                                                                \
        COMPARE_AND_SWAP(expected, given, succeeds);                                               \
        return expected;                                                                           \
    }

#define FETCHES(bits)                                                                              \
    FETCH(bits, fetch_and, value& given)                                                           \
    FETCH(bits, fetch_or, value | given)                                                           \
    FETCH(bits, fetch_xor, value ^ given)                                                          \
    FETCH(bits, fetch_nand, ~(value & given))

#define COMPARES(bits)                                                                             \
    COMPARE(bits, compare_exchange_strong)                                                         \
    COMPARE(bits, compare_exchange_weak)                                                           \
    COMPARE_VALUE(bits)

#define OPERATIONS(bits)                                                                           \
    LOAD_AND_STORE(bits)                                                                           \
    EXCHANGE(bits, exchange, "xchg", given)                                                        \
    EXCHANGE(bits, fetch_add, "lock xadd", given)                                                  \
    EXCHANGE(bits, fetch_sub, "lock xadd", -given)                                                 \
    FETCHES(bits)                                                                                  \
    COMPARES(bits)

OPERATIONS(8)
OPERATIONS(16)
OPERATIONS(32)
OPERATIONS(64)

/* ----------------------------------------------------------------
 * 128 bits
 * ---------------------------------------------------------------- */

/* One instruction loads or stores all.  movdqa would also test the address, and the tool does not
   tell an access that comes after a test. */
typedef long Vector __attribute__((vector_size(16)));
typedef union {
    Atomic128 number;
    Vector vector;
    Atomic64 half[2];
} Wide;

#undef COMPARE_AND_SWAP
#define COMPARE_AND_SWAP(expected, new, succeeds)                                                  \
    do {                                                                                           \
        Wide old_ = {expected};                                                                    \
        const Wide new_ = {new};                                                                   \
        __asm__ volatile(MARK "lock cmpxchg16b (%3)"                                               \
                         : "+a"(old_.half[0]), "+d"(old_.half[1]), "=@ccz"(succeeds)               \
                         : "r"(at), "b"(new_.half[0]), "c"(new_.half[1]), TOLD_SO                  \
                         : "memory");                                                              \
        expected = old_.number;                                                                    \
    } while (0)

Atomic128 NAME(128, load)(const volatile Atomic128* at, int order);
Atomic128 NAME(128, load)(const volatile Atomic128* at, int order) {
    Wide wide;
    TELL_ORDER(order, order);
    __asm__ volatile(MARK "movdqu (%1), %0" : "=x"(wide.vector) : "r"(at), TOLD_SO : "memory");
    return wide.number;
}

void NAME(128, store)(volatile Atomic128* at, Atomic128 value, int order);
void NAME(128, store)(volatile Atomic128* at, Atomic128 value, int order) {
    const Wide wide = {value};
    TELL_ORDER(order, order);
    __asm__ volatile(MARK "movdqu %0, (%1)" : : "x"(wide.vector), "r"(at), TOLD_SO : "memory");
    complete_store(order);
}

FETCH(128, exchange, given)
FETCH(128, fetch_add, value + given)
FETCH(128, fetch_sub, value - given)
FETCHES(128)
COMPARES(128)

/* ----------------------------------------------------------------
 * Fences
 * ---------------------------------------------------------------- */

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    complete_store(order);
    TELL(ATOMIC_FENCE, (UInt)order);
}

/* It orders a thread and its signal handlers only. */
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
