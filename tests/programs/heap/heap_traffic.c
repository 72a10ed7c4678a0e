/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks accessed in every way, each an exact number of times.
 */
#include <immintrin.h>

#include "mark.h"

static void* named(const char* name, size_t size) {
    void* block = aligned_alloc(64, (size + 63) / 64 * 64);
    MUST(block != NULL);
    mark_address(name, block);
    return block;
}

static void plain(void) {
    volatile char* bytes = named("bytes", 128);
    for (int i = 0; i < 100; i++)
        bytes[i] = 1;
    for (int i = 0; i < 60; i++)
        (void)bytes[i];
    volatile short* shorts = named("shorts", 128);
    for (int i = 0; i < 50; i++)
        shorts[i] = 1;
    for (int i = 0; i < 10; i++)
        (void)shorts[i];
    volatile long* longs = named("longs", 512);
    for (int i = 0; i < 40; i++)
        longs[i]++;
    volatile double* doubles = named("doubles", 512);
    for (int i = 0; i < 30; i++)
        doubles[i] = 1.0;
    volatile long double* extended = named("extended", 512);
    for (int i = 0; i < 20; i++)
        extended[i] = 1.0L;
    for (int i = 0; i < 5; i++)
        (void)extended[i];
}

static void vectors(void) {
    float* block = named("vectors", 256);
    __m128 value;
    __asm__ volatile("movups %0, %%xmm0\n\t"
                     "movups %%xmm0, %1\n\t"
                     "movups %%xmm0, %2"
                     : "=m"(value), "+m"(*(__m128*)block), "=m"(*(__m128*)(block + 5))
                     :
                     : "xmm0");
    (void)value;
}

/* Reads and writes only the lanes that the mask selects. */
__attribute__((target("avx"))) static void masked(void) {
    static const int some[8] = {-1, 0, -1, 0, 0, 0, 0, -1};
    float* block = named("masked", 256);
    const __m256i mask = _mm256_loadu_si256((const __m256i*)some);
    _mm256_maskstore_ps(block, mask, _mm256_setzero_ps());
    _mm256_maskstore_ps(block, mask, _mm256_setzero_ps());
    const __m256 value = _mm256_maskload_ps(block, mask);
    __asm__ volatile("" : : "x"(value));
}

static void strings(void) {
    char *from = named("string from", 128), *to = named("string to", 128);
    char* end = from;
    unsigned long n = 100;
    __asm__ volatile("rep stosb" : "+D"(end), "+c"(n) : "a"(1) : "memory");
    char *source = from, *target = to;
    n = 10;
    __asm__ volatile("rep movsq" : "+D"(target), "+S"(source), "+c"(n) : : "memory");
}

static void atomics(void) {
    volatile long* exchanged = named("cmpxchg", 64);
    *exchanged = 0;
    for (long i = 0; i < 10; i++) {
        long expected = i;
        MUST(__atomic_compare_exchange_n(exchanged, &expected, i + 1, 0, __ATOMIC_SEQ_CST,
                                         __ATOMIC_SEQ_CST));
    }
    volatile long* added = named("lock add", 64);
    *added = 0;
    for (int i = 0; i < 10; i++)
        __asm__ volatile("lock addq $1, %0" : "+m"(*added));
    volatile long* fetched = named("xadd", 64);
    *fetched = 0;
    for (int i = 0; i < 10; i++)
        __asm__ volatile("lock xaddq %%rax, %0" : "+m"(*fetched) : : "rax");
    volatile long* swapped = named("xchg", 64);
    *swapped = 0;
    for (int i = 0; i < 10; i++)
        __asm__ volatile("xchgq %%rax, %0" : "+m"(*swapped) : : "rax");
}

/* A value that is read and never used may not be read at all under Valgrind:
   hence the sum.  Half of the accessed bytes lie behind the block's end, in its slack. */
static void straddling(void) {
    char* block = malloc(100);
    mark_address("straddled", block);
    volatile long* last = (volatile long*)(block + 96);
    *last = 1;
    MUST(*last + *last == 2);
}

int main(void) {
    plain();
    vectors();
    if (__builtin_cpu_supports("avx"))
        masked();
    else
        HPCMP_MARK("no avx");
    strings();
    atomics();
    straddling();
    return 0;
}
