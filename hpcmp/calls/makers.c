/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/makers.h"

#include "hpcmp/base/core.h"
#include "hpcmp/order/turns.h"

/* In the order in which they are asked. No call is of two. */
enum { MOST_MAKERS = 4 };
static const HpMaker* g_makers[MOST_MAKERS];
static UInt g_n_makers;

/* By ThreadId: does it have the lock, though Valgrind's core believes that it does not? */
static Bool* g_keeps_scheduler_lock;

void hp_makers_add(const HpMaker* maker) {
    tl_assert(g_n_makers < MOST_MAKERS);
    g_makers[g_n_makers++] = maker;
}

HpProgress hp_makers_progress(const Thread* t) {
    HpProgress progress = HP_NOT_MADE_HERE;
    for (UInt i = 0; i < g_n_makers && progress == HP_NOT_MADE_HERE; i++)
        if (g_makers[i]->progress != NULL)
            progress = g_makers[i]->progress(t);
    return progress;
}

ThreadId hp_calling_thread(void) {
    return VG_(lwpid_to_vgtid)(VG_(gettid)());
}

UWord hp_call_kernel(const KernelCall* call) {
    return HP_REAL(CALL_WITHOUT_BIG_LOCK)(call->number, call->registers, call->during, call->after,
                                          call->size);
}

void hp_call_set_result(const KernelCall* call, SysRes res) {
    call->registers->guest_RAX = sr_isError(res) ? -sr_Err(res) : sr_Res(res);
}

void hp_scheduler_lock_take(ThreadId tid) {
    HP_REAL(ACQUIRE_BIG_LOCK)(tid, "hp_makers");
}

void hp_scheduler_lock_keep(ThreadId tid) {
    if (g_keeps_scheduler_lock == NULL)
        g_keeps_scheduler_lock =
            VG_(calloc)("hp.makers", VG_N_THREADS, sizeof *g_keeps_scheduler_lock);
    g_keeps_scheduler_lock[tid] = True;
}

static void give_turn_up(ThreadId tid) {
    hp_order_end_absence(hp_thread(tid));
    hp_order_begin_absence(hp_thread(tid));
    VG_(release_BigLock)(tid, HP_THREAD_WAITS, "hp_makers");
}

Bool hp_make_with_scheduler_lock(const KernelCall* call, HpMakeCall* make) {
    const VexGuestAMD64State* registers = call->registers;
    const UWord args[] = {registers->guest_RDI, registers->guest_RSI, registers->guest_RDX,
                          registers->guest_R10};
    ThreadId tid = hp_calling_thread();
    SysRes res;
    hp_scheduler_lock_take(tid);
    if (!make(hp_thread(tid), call->number, args, &res)) {
        give_turn_up(tid);
        return False;
    }
    hp_scheduler_lock_keep(tid);
    hp_call_set_result(call, res);
    return True;
}

/*------------------------------------------------------------*/
/*--- In the place of Valgrind's core                       ---*/
/*------------------------------------------------------------*/

UWord HP_OURS(CALL_WITHOUT_BIG_LOCK)(Word number, void* registers, const vki_sigset_t* during,
                                     const vki_sigset_t* after, Word size) {
    const KernelCall call = {number, registers, during, after, size};
    UWord error = 0;
    for (UInt i = 0; i < g_n_makers; i++)
        if (g_makers[i]->make(&call, &error))
            return error;
    return hp_call_kernel(&call);
}

void HP_OURS(ACQUIRE_BIG_LOCK)(ThreadId tid, const HChar* who) {
    hp_turn_bind(tid);
    if (g_keeps_scheduler_lock != NULL && g_keeps_scheduler_lock[tid])
        g_keeps_scheduler_lock[tid] = False;
    else
        HP_REAL(ACQUIRE_BIG_LOCK)(tid, who);
}

/* A signal has come while the thread was at `ip`. If that is in a wait, the call has been
   interrupted before it did anything, or in the middle of it. */
void HP_OURS(AFTER_SIGNAL)(ThreadId tid, Addr ip, SysRes res, Bool restarts,
                           struct vki_ucontext* context) {
    Bool is_in_call = ip >= ML_(blksys_setup) && ip < ML_(blksys_finished);
    for (UInt i = 0; i < g_n_makers; i++) {
        SysRes made;
        HpProgress progress = g_makers[i]->interrupted == NULL
                                  ? HP_NOT_MADE_HERE
                                  : g_makers[i]->interrupted(tid, &made);
        if (is_in_call && progress == HP_HAS_RESULT) {
            ip = ML_(blksys_complete);
            res = made;
        } else if (is_in_call && progress == HP_HAS_NO_EFFECT_YET && ip > ML_(blksys_restart)) {
            ip = ML_(blksys_restart);
        }
    }
    HP_REAL(AFTER_SIGNAL)(tid, ip, res, restarts, context);
}
