/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/seats.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"

static Seat* g_seats;

void hp_seats_make(void) {
    g_seats = VG_(calloc)("hp.seats", VG_N_THREADS, sizeof *g_seats);
    for (ThreadId tid = 0; tid < VG_N_THREADS; tid++)
        g_seats[tid].tid = tid;
}

Seat* hp_seat(ThreadId tid) {
    return &g_seats[tid];
}

/*------------------------------------------------------------*/
/*--- Who calls                                             ---*/
/*------------------------------------------------------------*/

/* For each lwpid % N_GUESSES, the ThreadId of the seat that was bound or found last.  So a seat
   is found at once nearly always. */
enum { N_GUESSES = 4096 };
static UShort g_guesses[N_GUESSES];

static UShort* guess(Int lwpid) {
    return &g_guesses[lwpid % N_GUESSES];
}

void hp_seat_bind(ThreadId tid) {
    Int lwpid = VG_(gettid)();
    if (g_seats[tid].lwpid == lwpid)
        return;
    g_seats[tid].lwpid = lwpid;
    *guess(lwpid) = tid;
}

Seat* hp_seat_own(void) {
    Int lwpid = VG_(gettid)();
    ThreadId tid = *guess(lwpid);
    if (g_seats[tid].lwpid == lwpid)
        return &g_seats[tid];
    for (tid = VG_N_THREADS - 1; tid > 0 && g_seats[tid].lwpid != lwpid; tid--)
        ;
    *guess(lwpid) = tid;
    return &g_seats[tid];
}

/*------------------------------------------------------------*/
/*--- The lock                                              ---*/
/*------------------------------------------------------------*/

static UInt g_lock;

void hp_seats_lock(void) {
    while (__atomic_exchange_n(&g_lock, 1, __ATOMIC_ACQUIRE) != 0)
        VG_(do_syscall)(__NR_sched_yield, 0, 0, 0, 0, 0, 0, 0, 0);
}

void hp_seats_unlock(void) {
    __atomic_store_n(&g_lock, 0, __ATOMIC_RELEASE);
}

void hp_seats_reset(ThreadId tid) {
    g_lock = 0;
    for (ThreadId other = 0; other < VG_N_THREADS; other++)
        if (other != tid)
            g_seats[other] = (Seat){.tid = other};
    hp_seat_bind(tid);
}
