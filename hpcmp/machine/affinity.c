/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/affinity.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/calls/result.h"
#include "hpcmp/order/processor.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/identity.h"

#define OPTION "--hpcmp-affinity="

/* As many processors as a host may have. */
typedef struct {
    UChar bytes[1024];
} HostSet;

/* Every thread has one, with --hpcmp-processors. */
typedef struct {
    ProcessorSet set;
    Int lwpid;       /* the kernel's number of a thread that has not begun yet, or 0 */
    ThreadId maker;  /* the thread that creates it, until that is done */
    HostSet host;    /* of the thread whose set its call is to change: the host's processors ... */
    UInt host_bytes; /* ... in so many bytes; 0: they are not known */
} Affinity;

HP_THREAD_SLOT(Affinity, affinity)

/* The thread that the calls name by the kernel's number; 0 is the calling thread. */
static Thread* thread_named(Thread* t, UWord lwpid) {
    return (Int)lwpid == 0 ? t : hp_affinity_thread((Int)lwpid);
}

Thread* hp_affinity_thread(Int lwpid) {
    Thread* t = hp_thread(VG_(lwpid_to_vgtid)(lwpid));
    if (t != NULL)
        return t;
    HP_FOR_EACH_THREAD (other)
        if (affinity_of(other) != NULL && affinity_of(other)->lwpid == lwpid)
            return other;
    return NULL;
}

ProcessorSet hp_affinity_of(const Thread* t) {
    return affinity_of(t)->set;
}

UInt hp_affinity_processor(const Thread* t) {
    const ProcessorSet* set = &affinity_of(t)->set;
    return hp_processors_member(set, (t->thid - 1) % hp_processors_count(set));
}

/*------------------------------------------------------------*/
/*--- Who inherits a set                                    ---*/
/*------------------------------------------------------------*/

static ProcessorSet first_set(void) {
    ProcessorSet set;
    if (hp_clo_affinity == NULL)
        return hp_processors_all();
    if (!hp_processors_read_mask(hp_clo_affinity, &set))
        hp_refuse_own_option(OPTION);
    set = hp_processors_from_bytes(&set, sizeof set);
    return hp_processors_count(&set) > 0 ? set : hp_processors_all();
}

void hp_affinity_created(Thread* t) {
    if (hp_clo_processors == 0)
        return;
    const Thread* parent = hp_thread(t->parent);
    HP_THREAD_DATA(t, affinity)->set = parent == NULL ? first_set() : affinity_of(parent)->set;
    affinity_of(t)->maker = parent == NULL ? VG_INVALID_THREADID : t->parent;
}

/* From now on Valgrind knows the thread by its number. */
void hp_affinity_begins(Thread* t) {
    if (affinity_of(t) != NULL)
        affinity_of(t)->lwpid = 0;
}

/* The C library sets a new thread's processors as soon as clone has returned, which may be before
   Valgrind knows the kernel's number of the thread. */
static void learn_clone(const Thread* t, SysRes res) {
    HP_FOR_EACH_THREAD (child) {
        if (affinity_of(child)->maker != t->tid)
            continue;
        affinity_of(child)->maker = VG_INVALID_THREADID;
        if (!sr_isError(res) && VG_(lwpid_to_vgtid)((Int)sr_Res(res)) == VG_INVALID_THREADID)
            affinity_of(child)->lwpid = (Int)sr_Res(res);
    }
}

void hp_affinity_pass_on(const Thread* t) {
    if (hp_clo_processors == 0)
        return;
    XArray* text = VG_(newXA)(VG_(malloc), "hp.affinity.text", VG_(free), sizeof(HChar));
    hp_processors_append_mask(text, &affinity_of(t)->set);
    VG_(addBytesToXA)(text, "", 1);
    hp_pass_on_option(OPTION, VG_(indexXA)(text, 0));
    VG_(deleteXA)(text);
}

/*------------------------------------------------------------*/
/*--- The calls                                             ---*/
/*------------------------------------------------------------*/

/* A call that changes the thread's set on the machine that the program sees changes it on the host,
   too, if the host has these processors. */
static void keep_host_set(Thread* t, UWord lwpid) {
    HostSet* host = &affinity_of(t)->host;
    const SysRes res =
        VG_(do_syscall)(__NR_sched_getaffinity, lwpid, sizeof *host, (UWord)host, 0, 0, 0, 0, 0);
    affinity_of(t)->host_bytes = sr_isError(res) ? 0 : sr_Res(res);
}

static void restore_host_set(Thread* t, UWord lwpid) {
    if (affinity_of(t)->host_bytes > 0)
        VG_(do_syscall)(__NR_sched_setaffinity, lwpid, affinity_of(t)->host_bytes,
                        (UWord)&affinity_of(t)->host, 0, 0, 0, 0, 0);
}

void hp_affinity_before(Thread* t, UInt number, const UWord* args) {
    const CallFacts* facts = hp_call_facts(number);
    const Bool is_change = number == __NR_sched_setaffinity;
    Thread* whose = NULL;
    if (number == __NR_sched_getaffinity || is_change)
        whose = thread_named(t, args[0]);
    else if (facts->forks || facts->executes)
        whose = t;
    if (whose == NULL)
        return;
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        hp_processor_let_go(whose->tid, is_change && hp_clo_processors == 0);
    if (is_change && hp_clo_processors > 0)
        keep_host_set(t, args[0]);
}

/* Linux' rules: there must be room for all processors, in words. Linux may write more words than
   its processors need. If it has done so, the program gets as many, because they are written. */
static SysRes get(const Thread* t, const Thread* whose, SizeT size, Addr to, SysRes res) {
    const SizeT needed = hp_processors_n_bytes();
    const SizeT written = sr_isError(res) ? 0 : sr_Res(res);
    const SizeT bytes = written > needed ? written : needed;
    if (size < needed || size % sizeof(UWord) != 0)
        return hp_give_result(t, HP_ERROR(VKI_EINVAL));
    if (!hp_is_writable(to, bytes))
        return hp_give_result(t, HP_ERROR(VKI_EFAULT));
    VG_(memset)((void*)to, 0, bytes);
    VG_(memcpy)((void*)to, &affinity_of(whose)->set, needed);
    return hp_give_result(t, bytes);
}

/* Linux' rules: what a short set does not say is not in it, and one processor must be there. */
static SysRes set(Thread* t, Thread* whose, const UWord* args, SysRes res) {
    const SizeT size = (UInt)args[1] < sizeof(ProcessorSet) ? (UInt)args[1] : sizeof(ProcessorSet);
    if (!sr_isError(res))
        restore_host_set(t, args[0]);
    if (size > 0 && !hp_is_readable(args[2], size))
        return hp_give_result(t, HP_ERROR(VKI_EFAULT));
    const ProcessorSet wanted = hp_processors_from_bytes((const void*)args[2], size);
    if (hp_processors_count(&wanted) == 0)
        return hp_give_result(t, HP_ERROR(VKI_EINVAL));
    affinity_of(whose)->set = wanted;
    return hp_give_result(t, 0);
}

/* The machine has one node. */
static void say_processor(const Thread* t, const UWord* args) {
    UInt* const processor = (UInt*)args[0];
    UInt* const node = (UInt*)args[1];
    if (processor != NULL)
        *processor = hp_affinity_processor(t);
    if (node != NULL)
        *node = 0;
}

SysRes hp_affinity_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (hp_clo_processors == 0)
        return res;
    Thread* whose = NULL;
    switch (number) {
    case __NR_clone: learn_clone(t, res); return res;
    case __NR_getcpu:
        if (!sr_isError(res))
            say_processor(t, args);
        return res;
    case __NR_sched_getaffinity:
        whose = thread_named(t, args[0]);
        return whose == NULL ? res : get(t, whose, (UInt)args[1], args[2], res);
    case __NR_sched_setaffinity:
        whose = thread_named(t, args[0]);
        return whose == NULL ? res : set(t, whose, args, res);
    default: return res;
    }
}
