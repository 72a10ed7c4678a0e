/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/affinity.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/order/processor.h"

/* The thread whose processors the call is about. The calls name it by the kernel's number; 0 is the
   calling thread. */
static ThreadId named(const Thread* t, UWord lwpid) {
    return lwpid == 0 ? t->tid : VG_(lwpid_to_vgtid)((Int)lwpid);
}

void hp_affinity_before(const Thread* t, UInt number, const UWord* args) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    const CallFacts* facts = hp_call_facts(number);
    ThreadId tid = VG_INVALID_THREADID;
    if (number == __NR_sched_getaffinity || number == __NR_sched_setaffinity)
        tid = named(t, args[0]);
    else if (facts->forks || facts->executes)
        tid = t->tid;
    if (tid != VG_INVALID_THREADID)
        hp_processor_let_go(tid, number == __NR_sched_setaffinity);
}
