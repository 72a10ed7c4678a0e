/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/processor.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"

/* Up to 1,024 processors; a thread that can run on more stays where it is. */
enum { SET_WORDS = 16, BITS = 64 };

/* The processors of one thread; the places are indexed by ThreadId. */
typedef struct {
    Bool is_known; /* where it could run: */
    ULong set[SET_WORDS];
    UInt brought_to; /* a processor's number plus 1; 0: it can run on its whole set */
} Place;

static Place* g_places;

/* One in so many threads that would be brought here is let go instead. */
enum { LET_GO_EVERY = 256 };

void hp_processor_make(void) {
    g_places = VG_(calloc)("hp.processor", VG_N_THREADS, sizeof *g_places);
}

static Bool set_processors(Int lwpid, const ULong* set) {
    return !sr_isError(VG_(do_syscall)(__NR_sched_setaffinity, lwpid, SET_WORDS * sizeof *set,
                                       (UWord)set, 0, 0, 0, 0, 0));
}

static Bool learn_processors(Place* place, Int lwpid) {
    if (place->is_known)
        return True;
    VG_(memset)(place, 0, sizeof *place);
    SysRes res = VG_(do_syscall)(__NR_sched_getaffinity, lwpid, sizeof place->set,
                                 (UWord)place->set, 0, 0, 0, 0, 0);
    place->is_known = !sr_isError(res);
    return place->is_known;
}

static UInt this_processor(const Place* own) {
    UInt number = 0;
    if (own->brought_to != 0)
        return own->brought_to - 1;
    VG_(do_syscall)(__NR_getcpu, (UWord)&number, 0, 0, 0, 0, 0, 0, 0);
    return number;
}

static void let_go(Place* place, Int lwpid) {
    if (place->brought_to != 0)
        set_processors(lwpid, place->set);
    place->brought_to = 0;
}

void hp_processor_bring_here(const Seat* seat, const Seat* own) {
    static UInt n;
    Place* place = &g_places[seat->tid];
    if (seat->lwpid == 0 || !learn_processors(place, seat->lwpid))
        return;
    UInt here = this_processor(&g_places[own->tid]);
    if (++n % LET_GO_EVERY == 0) {
        let_go(place, seat->lwpid);
        return;
    }
    Bool may_come = here / BITS < SET_WORDS && (place->set[here / BITS] >> here % BITS & 1) != 0;
    if (!may_come || place->brought_to == here + 1)
        return;
    ULong only[SET_WORDS] = {0};
    only[here / BITS] = 1UL << here % BITS;
    place->brought_to = set_processors(seat->lwpid, only) ? here + 1 : 0;
}

void hp_processor_let_go(ThreadId tid, Bool changes) {
    Place* place = &g_places[tid];
    let_go(place, hp_seat(tid)->lwpid);
    place->is_known = place->is_known && !changes;
}
