/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The samples and waits of all processes of a run, counted by function.
 */
#ifndef HM_SHARES_H
#define HM_SHARES_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char* object; /* the file that the code is from; empty: none */
    const char* name;   /* in the form that linkers use; may be empty */
    uint64_t begin;     /* an address as addr2line takes it */
    uint64_t size;
    uint64_t samples;
    uint64_t in_kernel; /* samples of these that are in system calls */
    uint64_t wait_ns;   /* for how long threads wait for I/O; it is no CPU time */
    uint64_t waits;     /* looks that found a thread waiting */
} Share;

typedef struct {
    Share* shares;
    size_t n;
    Share allocator; /* the sum of all functions of the C library's allocator */
    uint64_t samples;
    uint64_t periods;   /* periods of the timer, for which the samples stand */
    uint64_t processes; /* processes that left samples, or could have left some */
    uint64_t threads;
    uint64_t looks; /* at threads that run or wait; 0: nothing is known about waits */
    int has_hidden; /* not all waits are known */
} Shares;

/* Adds what all files of the folder contain (native_samples.h), and removes the files. */
void hm_take_samples(Shares* all, const char* folder);
/* Puts the share with the most samples first. */
void hm_sort(Shares* all);
/* Puts the share with the longest wait first. */
void hm_sort_by_wait(Shares* all);

#endif
