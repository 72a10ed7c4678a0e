/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the instructions CPUID and RDTSCP say of processors, in a thread that may run on one only.
 */
#include <cpuid.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <x86intrin.h>

static void* say(void* unused) {
    enum { LEAF_TOPOLOGY = 0xb };
    unsigned a, b, c, d, word;
    cpu_set_t five;
    CPU_ZERO(&five);
    CPU_SET(5, &five);
    sched_setaffinity(0, sizeof five, &five);
    __rdtscp(&word);
    printf("rdtscp: %u\n", word & 0xfff);
    if (__get_cpuid_max(0, NULL) < LEAF_TOPOLOGY) {
        printf("no leaf\n");
        return unused;
    }
    for (unsigned level = 0; level < 3; level++) {
        __cpuid_count(LEAF_TOPOLOGY, level, a, b, c, d);
        printf("level %u: %u bits, %u processors, kind %u, number %u\n", level, a, b, c >> 8, d);
    }
    __cpuid(1, a, b, c, d);
    printf("features: at most %u, number %u\n", b >> 16 & 0xff, b >> 24);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, say, NULL);
    pthread_join(thread, NULL);
    return 0;
}
