/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For each signal number, the n-th call that sends this signal publishes n. When a signal arrives,
 * the call that has sent it is found by the signal's target and by the data that the kernel passes
 * on with it. Real-time signals are queued. A standard signal that is sent while another one is
 * pending is lost. So the receiver comes only after the first call.
 *
 * The tool asks the kernel whether such a signal is pending. The call that sends is made while the
 * thread has the scheduler lock. So the kernel's answer is still true when the signal is sent, and
 * no thread gets the signal before the release is recorded.
 */

#include "hpcmp/processes/signals.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/proc.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_xarray.h"
#include "shared/object_addresses.h"

enum { MOST_SIGNALS = 64 };
/* The C library's own: for cancellation and timers, and to change user ids. */
enum { LIBRARYS_CANCEL = 32, LIBRARYS_SETXID = 33 };

/* The signal that a thread's current call sends, or whether it reads signals. */
typedef struct {
    UInt signal; /* that it sends; 0: none */
    Int lwpid;   /* of the thread that it is for; 0: the process */
    Int code;
    Bool has_value;
    ULong value;
    Bool is_lost;       /* one is pending already */
    Bool reads_signals; /* from a signalfd */
} SignalCall;

HP_THREAD_SLOT(SignalCall, call)

/* A signal that has been sent and that nobody has received. */
typedef struct {
    Int lwpid; /* of the thread that it is for; 0: the process */
    Int code;
    Bool has_value;
    ULong value;
    ULong seq;    /* of the release; 0: none, as a thread has sent it to itself */
    Bool is_lost; /* another one was pending */
} Sent;

/* By number; NULL: none yet.  In the order of the calls. */
static XArray* g_sent[MOST_SIGNALS + 1];
static ULong g_n_sent[MOST_SIGNALS + 1];
/* As far as the program has said so. */
static Bool g_is_ignored[MOST_SIGNALS + 1];
static Bool g_has_signalfd;

static SyncObj* object(Thread* t, UInt signal) {
    return hp_sync_object(t, HP_BY_LIBRARY, HP_PRIM_SIGNAL, HP_SIGNAL_ADDRESSES + signal, NULL);
}

static void forget(UInt signal) {
    if (g_sent[signal] != NULL)
        VG_(deleteXA)(g_sent[signal]);
    g_sent[signal] = NULL;
}

/*------------------------------------------------------------*/
/*--- What is pending                                       ---*/
/*------------------------------------------------------------*/

/* The status of a thread, as text (proc(5)). */
static const HChar* status_of(Int lwpid) {
    static HChar text[16384];
    hp_read_proc(text, sizeof text, "/proc/self/task/%d/status", lwpid);
    return text;
}

/* For a thread, or for the process, which is 0. */
static Bool is_pending(UInt signal, Int lwpid) {
    const HChar* name = lwpid != 0 ? "SigPnd:\t" : "ShdPnd:\t";
    const HChar* text = status_of(lwpid != 0 ? lwpid : VG_(gettid)());
    const HChar* line = VG_(strstr)(text, name);
    if (line == NULL)
        return False;
    ULong pending = VG_(strtoull16)(line + VG_(strlen)(name), NULL);
    return (pending >> (signal - 1) & 1) != 0;
}

/*------------------------------------------------------------*/
/*--- Sending                                               ---*/
/*------------------------------------------------------------*/

static Bool has_noted_send(const Thread* t) {
    return call_of(t) != NULL && call_of(t)->signal != 0;
}

/* lwpid 0: to the process. */
static void note_send(Thread* t, UWord signal, Int lwpid, Int code) {
    if (signal == 0 || signal > MOST_SIGNALS || signal == LIBRARYS_CANCEL ||
        signal == LIBRARYS_SETXID)
        return;
    *HP_THREAD_DATA(t, call) =
        (SignalCall){.signal = signal,
                     .lwpid = lwpid,
                     .code = code,
                     .is_lost = signal < SIGRTMIN && is_pending(signal, lwpid)};
}

/* The beginning of a siginfo_t, as far as it is the same for all that is sent. */
typedef struct {
    Int signal, error, code, unused;
    Int pid, uid;
    ULong value;
} Info;

static void note_queued(Thread* t, UWord signal, Int lwpid, const Info* info) {
    if (!hp_is_readable((Addr)info, sizeof *info))
        return;
    note_send(t, signal, lwpid, info->code);
    if (!has_noted_send(t))
        return;
    call_of(t)->has_value = True;
    call_of(t)->value = info->value;
}

static Bool is_this_process(UWord pid) {
    return (Int)pid == VG_(getpid)();
}

/* Does kill(pid, ...) send to this process, alone or as one of its group? */
static Bool is_among(UWord pid) {
    return is_this_process(pid) || (Int)pid == 0 || (Int)pid == -VG_(getpgrp)();
}

static void look_at_call(Thread* t, UInt number, const UWord* args) {
    switch (number) {
    case __NR_kill:
        if (is_among(args[0]))
            note_send(t, args[1], 0, SI_USER);
        break;
    case __NR_tkill:
        if (status_of(args[0])[0] != '\0')
            note_send(t, args[1], args[0], SI_TKILL);
        break;
    case __NR_tgkill:
        if (is_this_process(args[0]))
            note_send(t, args[2], args[1], SI_TKILL);
        break;
    case __NR_rt_sigqueueinfo:
        if (is_this_process(args[0]))
            note_queued(t, args[1], 0, (const Info*)args[2]);
        break;
    case __NR_rt_tgsigqueueinfo:
        if (is_this_process(args[0]))
            note_queued(t, args[2], args[1], (const Info*)args[3]);
        break;
    default: break;
    }
}

/* The most signals of a number that are kept, so that those that are never received do not add
   up. */
#define MOST_UNRECEIVED (1 << 17)
#define MOST_UNRECEIVED_STANDARD 256

static void record_send(Thread* t) {
    if (!has_noted_send(t))
        return;
    const SignalCall* send = call_of(t);
    ULong seq = 0;
    if (send->lwpid != VG_(gettid)()) {
        seq = ++g_n_sent[send->signal];
        hp_sync_release(t, object(t, send->signal), seq, NULL);
    }
    XArray** sent = &g_sent[send->signal];
    if (*sent == NULL)
        *sent = VG_(newXA)(VG_(malloc), "hp.signals.sent", VG_(free), sizeof(Sent));
    Word most = send->signal < SIGRTMIN ? MOST_UNRECEIVED_STANDARD : MOST_UNRECEIVED;
    if (VG_(sizeXA)(*sent) >= most)
        VG_(dropHeadXA)(*sent, most / 2);
    VG_(addToXA)(*sent, &(Sent){.lwpid = send->lwpid,
                                .code = send->code,
                                .has_value = send->has_value,
                                .value = send->value,
                                .seq = seq,
                                .is_lost = send->is_lost});
    call_of(t)->signal = 0;
}

static Bool make_at_once(Thread* t, UInt number, const UWord* args, SysRes* res) {
    if (!has_noted_send(t))
        return False;
    look_at_call(t, number, args);
    *res = VG_(do_syscall)(number, args[0], args[1], args[2], 0, 0, 0, 0, 0);
    if (!sr_isError(*res))
        record_send(t);
    call_of(t)->signal = 0;
    return True;
}

static Bool make(const KernelCall* call, UWord* error) {
    Bool is_to_thread = call->number == __NR_tkill || call->number == __NR_tgkill;
    return is_to_thread && hp_make_with_scheduler_lock(call, make_at_once);
}

/*------------------------------------------------------------*/
/*--- Receiving                                             ---*/
/*------------------------------------------------------------*/

typedef struct {
    UInt signal;
    Bool is_known; /* the rest */
    Int code;
    Int pid;
    ULong value;
} ReceivedSignal;

static Bool can_be(const Sent* sent, Int lwpid, const ReceivedSignal* received) {
    if (sent->lwpid != lwpid)
        return False;
    return !received->is_known ||
           (sent->code == received->code && (!sent->has_value || sent->value == received->value));
}

/* The first that was not lost; else the last, or -1. */
static Word find(const XArray* sent, Int lwpid, const ReceivedSignal* received) {
    Word last = -1;
    for (Word i = 0; i < VG_(sizeXA)(sent); i++) {
        const Sent* candidate = VG_(indexXA)(sent, i);
        if (!can_be(candidate, lwpid, received))
            continue;
        if (!candidate->is_lost)
            return i;
        last = i;
    }
    return last;
}

/* A standard signal has been received.  So are those before it for the same target, or
   lost.  But the one that was pending may have been received between the question and
   the call, and then what is thought to be lost is not: the last one stays, so that
   what arrives comes after something that was sent before. */
static void remove_up_to(XArray* sent, Word received) {
    Int lwpid = ((const Sent*)VG_(indexXA)(sent, received))->lwpid;
    Bool is_last = True;
    for (Word i = VG_(sizeXA)(sent) - 1; i >= 0; i--) {
        Sent* other = VG_(indexXA)(sent, i);
        if (other->lwpid != lwpid)
            continue;
        if (is_last)
            other->is_lost = other->is_lost || i == received;
        else if (i <= received)
            VG_(removeIndexXA)(sent, i);
        is_last = False;
    }
}

static void record_receive(Thread* t, ReceivedSignal received) {
    Bool is_of_another = received.is_known &&
                         (received.code == SI_USER || received.code == SI_TKILL) &&
                         received.pid != VG_(getpid)();
    if (received.signal > MOST_SIGNALS || is_of_another)
        return;
    XArray* sent = g_sent[received.signal];
    if (sent == NULL)
        return;
    Int process = 0;
    Word found = find(sent, VG_(gettid)(), &received);
    if (found < 0)
        found = find(sent, process, &received);
    if (found < 0)
        return;
    ULong seq = ((const Sent*)VG_(indexXA)(sent, found))->seq;
    if (received.signal < SIGRTMIN)
        remove_up_to(sent, found);
    else
        VG_(removeIndexXA)(sent, found);
    if (seq != 0)
        hp_sync_acquire(t, object(t, received.signal), seq, NULL);
}

static void record_receive_info(Thread* t, UInt signal, const Info* info) {
    ReceivedSignal received = {.signal = signal};
    if (hp_is_readable((Addr)info, sizeof *info))
        received = (ReceivedSignal){signal, True, info->code, info->pid, info->value};
    record_receive(t, received);
}

static UInt g_latest_signal;

UInt hp_latest_signal(void) {
    return g_latest_signal;
}

Bool HP_OURS(REPORT_SIGNAL)(vki_siginfo_t* info, ThreadId tid) {
    g_latest_signal = ((const Info*)info)->signal;
    return HP_REAL(REPORT_SIGNAL)(info, tid);
}

/* A handler is about to begin. */
void HP_OURS(CREATE_FRAME)(ThreadId tid, Bool on_alt_stack, Addr sp, const vki_siginfo_t* info,
                           const struct vki_ucontext* context, void* handler, UInt flags,
                           const vki_sigset_t* mask, void* restorer) {
    const Info* sent = (const Info*)info;
    if (hp_clo_sync[HP_PRIM_SIGNAL])
        record_receive(hp_thread(tid),
                       (ReceivedSignal){sent->signal, True, sent->code, sent->pid, sent->value});
    HP_REAL(CREATE_FRAME)(tid, on_alt_stack, sp, info, context, handler, flags, mask, restorer);
}

/*------------------------------------------------------------*/
/*--- signalfd                                              ---*/
/*------------------------------------------------------------*/

/* The record that a signalfd returns for a signal (signalfd(2)). */
typedef struct {
    UInt signal;
    Int error, code;
    UInt pid, uid;
    Int fd;
    UInt unused[6];
    ULong value;
    UChar unused_too[72];
} FdInfo;

static Bool is_signalfd(UWord fd) {
    static const HChar is_one[] = "anon_inode:[signalfd]";
    HChar name[32], target[sizeof is_one];
    VG_(sprintf)(name, "/proc/self/fd/%d", (Int)fd);
    return VG_(readlink)(name, target, sizeof target) == sizeof is_one - 1 &&
               VG_(memcmp)(target, is_one, sizeof is_one - 1) == 0;
}

static void record_read(Thread* t, const FdInfo* info, UWord size) {
    for (; size >= sizeof *info; info++, size -= sizeof *info)
        if (hp_is_readable((Addr)info, sizeof *info))
            record_receive(
                t, (ReceivedSignal){info->signal, True, info->code, info->pid, info->value});
}

/*------------------------------------------------------------*/
/*--- System calls                                          ---*/
/*------------------------------------------------------------*/

/* The program changes what it does with a signal. As long as a signal was, or is, ignored, the
   kernel drops it, unless it is blocked. So sent signals are forgotten, unless one is pending. */
static void set_action(UInt signal, const UWord* handler) {
    if (signal > MOST_SIGNALS || !hp_is_readable((Addr)handler, sizeof *handler))
        return;
    Bool by_default = signal == VKI_SIGCHLD || signal == VKI_SIGCONT || signal == VKI_SIGURG ||
                      signal == VKI_SIGWINCH;
    Bool is_ignored = *handler == SIG_IGN || (*handler == SIG_DFL && by_default);
    if ((is_ignored || by_default || g_is_ignored[signal]) && !is_pending(signal, 0) &&
        !is_pending(signal, VG_(gettid)()))
        forget(signal);
    g_is_ignored[signal] = is_ignored;
}

/* The core ends the process itself if it sends itself SIGKILL, and reports no signal then. */
static void note_kill(UInt number, const UWord* args) {
    UWord signal = 0;
    if (number == __NR_kill || number == __NR_tkill)
        signal = args[1];
    else if (number == __NR_tgkill)
        signal = args[2];
    if (signal == VKI_SIGKILL)
        g_latest_signal = VKI_SIGKILL;
}

void hp_signals_before(Thread* t, UInt number, const UWord* args) {
    note_kill(number, args);
    if (call_of(t) != NULL)
        *call_of(t) = (SignalCall){.signal = 0};
    if (!hp_clo_sync[HP_PRIM_SIGNAL])
        return;
    look_at_call(t, number, args);
    if (number == __NR_read && g_has_signalfd)
        HP_THREAD_DATA(t, call)->reads_signals = is_signalfd(args[0]);
}

void hp_signals_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (!hp_clo_sync[HP_PRIM_SIGNAL] || sr_isError(res))
        return;
    record_send(t);
    if (number == __NR_rt_sigtimedwait)
        record_receive_info(t, sr_Res(res), (const Info*)args[1]);
    else if (call_of(t) != NULL && call_of(t)->reads_signals)
        record_read(t, (const FdInfo*)args[1], sr_Res(res));
    else if (number == __NR_signalfd || number == __NR_signalfd4)
        g_has_signalfd = True;
    else if (number == __NR_rt_sigaction && args[1] != 0)
        set_action(args[0], (const UWord*)args[1]);
}

/* No signal is pending there. */
void hp_signals_in_child(Thread* unused) {
    for (UInt signal = 0; signal <= MOST_SIGNALS; signal++) {
        forget(signal);
        g_n_sent[signal] = 0;
    }
}

void hp_signals_init(void) {
    static const HpMaker maker = {.make = make};
    hp_makers_add(&maker);
}
