/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/attempts.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/accesses.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/channels/pipes.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_libcfile.h"

/* A call that is made by attempts. */
typedef struct {
    Thread* thread; /* NULL: there is none */
    HpEnd end;
    UInt number;
    UWord args[6];
    Bool is_write;
    ULong size;   /* bytes that it is to transfer */
    ULong done;   /* bytes that it has written; a read is over with the first */
    Bool is_over; /* `result` is the call's */
    SysRes result;
    Int waits_at;    /* a copy of the descriptor, of ours; 0: it has not waited */
    Int bell;        /* a descriptor that others make ready to end its wait; 0: none yet */
    Bool has_raised; /* SIGPIPE */
    Bool is_closed;  /* the descriptor; args[0] is a copy of ours */
} Call;

/* By ThreadId.  Each thread may read its own at any time; it is changed only with
   the lock. */
static Call* g_calls;
static UInt g_n_calls;

/* The most bytes that Linux transfers in one call. */
#define MOST_BYTES 0x7ffff000UL

static void (*g_before_transfer)(const Thread*);
static void (*g_after_transfer)(Thread*, UInt, const UWord*, UWord);
static Bool (*g_transfers_through)(const Thread*, UWord);

void hp_attempts_set_callbacks(void (*before_transfer)(const Thread*),
                               void (*after_transfer)(Thread*, UInt, const UWord*, UWord),
                               Bool (*transfers_through)(const Thread*, UWord)) {
    g_before_transfer = before_transfer;
    g_after_transfer = after_transfer;
    g_transfers_through = transfers_through;
}

static SysRes syscall(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f) {
    return VG_(do_syscall)(number, a, b, c, d, e, f, 0, 0);
}

static Bool is_error(SysRes res, UWord error) {
    return sr_isError(res) && sr_Err(res) == error;
}

/*------------------------------------------------------------*/
/*--- Which calls                                           ---*/
/*------------------------------------------------------------*/

/* Ancillary data goes with the first byte, and must not be sent again. */
static Bool has_ancillary_data(const Call* call) {
    const struct vki_msghdr* message = (const struct vki_msghdr*)call->args[1];
    return call->number == __NR_sendmsg && message->msg_controllen > 0;
}

/* The value that is added to an eventfd cannot make it overflow, in which case the
   call would wait. */
static Bool is_small(const Call* call) {
    const ULong* value = (const ULong*)call->args[1];
    return call->size == sizeof *value && hp_is_readable((Addr)value, sizeof *value) &&
           *value >> 62 == 0 && hp_pipe_n_unread(hp_pipe_written_by(call->thread)) >> 62 == 0;
}

/* Some calls have to be left to the kernel: those whose size is unknown, that look at data without
   taking them, wait for more than there is, consist of several steps, or are wrong. */
static Bool can_be_attempted(const Call* call) {
    if ((hp_call_flags(call->number, call->args) & (MSG_WAITALL | MSG_PEEK)) != 0)
        return False;
    Bool may_be_empty =
        call->end == HP_MESSAGE_SOCKET && call->number != __NR_read && call->number != __NR_readv;
    if (call->size > MOST_BYTES || (call->size == 0 && !may_be_empty))
        return False;
    if (call->end == HP_EVENTFD && call->is_write)
        return call->number == __NR_write && is_small(call);
    return !has_ancillary_data(call);
}

static Bool has_other_threads(void) {
    const Thread* first = hp_thread_next_living(1);
    return first != NULL && hp_thread_next_living(first->tid + 1) != NULL;
}

/*------------------------------------------------------------*/
/*--- An attempt                                            ---*/
/*------------------------------------------------------------*/

/* The parts of the call's buffers that are left to transfer. One array is enough, because a thread
   makes an attempt only while it has the lock. */
static struct vki_iovec g_parts[UIO_MAXIOV];

static UWord rest_of(const struct vki_iovec* parts, UWord n_parts, ULong done) {
    UWord n = 0;
    for (UWord i = 0; i < n_parts; i++) {
        ULong skipped = done < parts[i].iov_len ? done : parts[i].iov_len;
        done -= skipped;
        if (n == 0 && skipped == parts[i].iov_len && i + 1 < n_parts)
            continue;
        g_parts[n].iov_base = (HChar*)parts[i].iov_base + skipped;
        g_parts[n++].iov_len = parts[i].iov_len - skipped;
    }
    return n;
}

static UWord rest_of_buffers(const Call* call) {
    const UWord* args = call->args;
    const struct vki_msghdr* message = (const struct vki_msghdr*)args[1];
    struct vki_iovec whole = {(void*)args[1], args[2]};
    switch (hp_call_facts(call->number)->shape) {
    case HP_DATA_VECTOR: return rest_of((const struct vki_iovec*)args[1], args[2], call->done);
    case HP_DATA_MESSAGE: return rest_of(message->msg_iov, message->msg_iovlen, call->done);
    default: return rest_of(&whole, 1, call->done);
    }
}

/* Linux before 6.4 cannot transfer through a pipe without waiting unless the open
   file says so; and then there may be another one for that. */
static SysRes attempt_reopened(const Call* call, UWord n_parts) {
    HChar name[32];
    VG_(sprintf)(name, "/proc/self/fd/%d", (Int)call->args[0]);
    SysRes opened = VG_(open)(
        name, (call->is_write ? VKI_O_WRONLY : VKI_O_RDONLY) | VKI_O_NONBLOCK | O_CLOEXEC, 0);
    if (sr_isError(opened))
        return VG_(mk_SysRes_Error)(VKI_ENOSYS);
    SysRes res = syscall(call->is_write ? __NR_writev : __NR_readv, sr_Res(opened), (UWord)g_parts,
                         n_parts, 0, 0, 0);
    VG_(close)(sr_Res(opened));
    return res;
}

static Bool is_unknown_to_kernel(SysRes res) {
    return is_error(res, EOPNOTSUPP) || is_error(res, VKI_ENOSYS) || is_error(res, VKI_EINVAL);
}

static SysRes attempt_file(const Call* call) {
    UWord n_parts = rest_of_buffers(call);
    UWord at_its_position = ~0UL;
    SysRes res = syscall(call->is_write ? __NR_pwritev2 : __NR_preadv2, call->args[0],
                         (UWord)g_parts, n_parts, at_its_position, at_its_position, RWF_NOWAIT);
    if (is_unknown_to_kernel(res) && call->end == HP_END_OF_PIPE)
        return attempt_reopened(call, n_parts);
    return res;
}

static SysRes attempt_to_receive(const Call* call) {
    const UWord* args = call->args;
    if (call->number == __NR_recvfrom)
        return syscall(__NR_recvfrom, args[0], args[1], args[2], args[3] | MSG_DONTWAIT, args[4],
                       args[5]);
    if (call->number == __NR_recvmsg)
        return syscall(__NR_recvmsg, args[0], args[1], args[2] | MSG_DONTWAIT, 0, 0, 0);
    struct vki_msghdr message = {.msg_iov = g_parts};
    message.msg_iovlen = rest_of_buffers(call);
    return syscall(__NR_recvmsg, args[0], (UWord)&message, MSG_DONTWAIT, 0, 0, 0);
}

static SysRes attempt_to_send(const Call* call) {
    struct vki_msghdr message = {0};
    if (call->number == __NR_sendmsg)
        message = *(const struct vki_msghdr*)call->args[1];
    if (call->number == __NR_sendto) {
        message.msg_name = (void*)call->args[4];
        message.msg_namelen = call->args[4] == 0 ? 0 : (Int)call->args[5];
    }
    message.msg_iov = g_parts;
    message.msg_iovlen = rest_of_buffers(call);
    UWord flags = hp_call_flags(call->number, call->args) | MSG_DONTWAIT;
    return syscall(__NR_sendmsg, call->args[0], (UWord)&message, flags, 0, 0, 0);
}

static SysRes transfer_at_once(const Call* call) {
    if (call->end == HP_EVENTFD && call->is_write)
        return syscall(__NR_write, call->args[0], call->args[1], call->args[2], 0, 0, 0);
    if (call->end == HP_END_OF_PIPE || call->end == HP_EVENTFD)
        return attempt_file(call);
    return call->is_write ? attempt_to_send(call) : attempt_to_receive(call);
}

/*------------------------------------------------------------*/
/*--- A call by attempts                                    ---*/
/*------------------------------------------------------------*/

static void end_call(Call* call, SysRes result) {
    call->is_over = True;
    call->result = result;
}

static void give_up(Call* call) {
    if (call->is_closed)
        VG_(close)(call->args[0]);
    if (call->waits_at != 0)
        VG_(close)(call->waits_at);
    call->waits_at = 0;
    hp_pipe_watch_write(call->thread, False);
    call->thread = NULL;
    tl_assert(g_n_calls > 0);
    g_n_calls--;
}

static Bool never_waits(const Call* call) {
    if ((hp_call_flags(call->number, call->args) & MSG_DONTWAIT) != 0)
        return True;
    SysRes flags = syscall(__NR_fcntl, call->args[0], VKI_F_GETFL, 0, 0, 0, 0);
    return !sr_isError(flags) && (sr_Res(flags) & VKI_O_NONBLOCK) != 0;
}

static Bool has_time_limit(const Call* call) {
    if (call->end != HP_STREAM_SOCKET && call->end != HP_MESSAGE_SOCKET)
        return False;
    struct vki_timeval limit = {0, 0};
    UInt size = sizeof limit;
    syscall(__NR_getsockopt, call->args[0], VKI_SOL_SOCKET,
            call->is_write ? SO_SNDTIMEO : SO_RCVTIMEO, (UWord)&limit, (UWord)&size, 0);
    return limit.tv_sec != 0 || limit.tv_usec != 0;
}

/* Copies a descriptor for our own use; returns 0 if that fails. Valgrind has only a dozen
   descriptors to itself. Ours are below those, where a program that opens thousands of files may
   come, too. */
static Int copy_of_ours(Int fd) {
    enum { ROOM = 2000 };
    Int from = VG_(fd_hard_limit) > 2 * ROOM ? VG_(fd_hard_limit) - ROOM : VG_(fd_hard_limit) / 2;
    SysRes copy = syscall(__NR_fcntl, fd, F_DUPFD_CLOEXEC, from, 0, 0, 0);
    return sr_isError(copy) ? 0 : sr_Res(copy);
}

/* Makes the thread's bell. Each thread has its own, as long as the process lives. Without a bell, a
   waiting thread goes on when the kernel says so. */
static void get_bell(Call* call) {
    SysRes made = syscall(__NR_eventfd2, 0, VKI_O_NONBLOCK | O_CLOEXEC, 0, 0, 0, 0);
    if (sr_isError(made))
        return;
    call->bell = copy_of_ours(sr_Res(made));
    VG_(close)(sr_Res(made));
}

/* Nothing, or not all of it, could be transferred at once.  A call with a time
   limit is left to the kernel if it has not written yet. */
static void look_whether_to_wait(Call* call, SysRes res) {
    Bool has_limit = has_time_limit(call);
    if (call->bell == 0 && hp_clo_order == HP_ORDER_VIRTUAL)
        get_bell(call);
    if (has_limit && call->done == 0)
        give_up(call);
    else if (has_limit || never_waits(call))
        end_call(call, call->done > 0 ? VG_(mk_SysRes_Success)(call->done) : res);
}

static void note_transfer(Call* call, UWord n) {
    Bool can_be_partly =
        call->is_write && (call->end == HP_END_OF_PIPE || call->end == HP_STREAM_SOCKET);
    if (call->is_write)
        hp_accesses_count_sent(call->thread, n);
    g_after_transfer(call->thread, call->number, call->args, n);
    call->done += n;
    if (can_be_partly && call->done < call->size)
        look_whether_to_wait(call, VG_(mk_SysRes_Success)(n));
    else
        end_call(call, VG_(mk_SysRes_Success)(call->done));
}

static void attempt(Call* call) {
    g_before_transfer(call->thread);
    SysRes res = transfer_at_once(call);
    call->has_raised = is_error(res, VKI_EPIPE);
    if (is_error(res, VKI_EAGAIN)) {
        look_whether_to_wait(call, res);
    } else if (is_unknown_to_kernel(res) && call->done == 0) {
        give_up(call);
    } else if (sr_isError(res)) {
        end_call(call, call->done > 0 ? VG_(mk_SysRes_Success)(call->done) : res);
    } else {
        note_transfer(call, sr_Res(res));
    }
}

void hp_attempts_begin(Thread* t, HpEnd end, UInt number, const UWord* args, ULong size) {
    if (g_calls == NULL)
        g_calls = VG_(calloc)("hp.attempts", VG_N_THREADS, sizeof *g_calls);
    Call* call = &g_calls[t->tid];
    *call = (Call){.thread = t,
                   .end = end,
                   .number = number,
                   .is_write = hp_call_facts(number)->to != 0,
                   .size = size,
                   .bell = call->bell};
    VG_(memcpy)(call->args, args, sizeof call->args);
    g_n_calls++;
    hp_pipe_watch_write(t, True);
    if (has_other_threads() && can_be_attempted(call))
        attempt(call);
    else
        give_up(call);
}

void hp_attempts_before_close(UWord fd) {
    if (g_n_calls == 0)
        return;
    HP_FOR_EACH_THREAD (t) {
        Call* call = &g_calls[t->tid];
        if (call->thread == NULL || call->is_closed || (UInt)call->args[0] != (UInt)fd)
            continue;
        SysRes copy = syscall(__NR_dup, fd, 0, 0, 0, 0, 0);
        call->is_closed = !sr_isError(copy);
        if (call->is_closed)
            call->args[0] = VG_(safe_fd)(sr_Res(copy));
    }
}

static Call* call_of(const Thread* t) {
    Call* call = g_calls == NULL ? NULL : &g_calls[t->tid];
    return call != NULL && call->thread == t ? call : NULL;
}

void hp_attempts_ring(Thread* waiting, ULong clock) {
    const Call* call = call_of(waiting);
    ULong one = 1;
    if (call == NULL || call->is_over || call->bell == 0)
        return;
    hp_order_make_ready(waiting, clock);
    VG_(write)(call->bell, &one, sizeof one);
}

/* The child closes these descriptors, because they belong to the parent's threads. */
void hp_attempts_in_child(Thread* t) {
    for (ThreadId tid = 0; g_calls != NULL && tid < VG_N_THREADS; tid++) {
        Call* call = &g_calls[tid];
        if (call->bell != 0)
            VG_(close)(call->bell);
        if (call->waits_at != 0)
            VG_(close)(call->waits_at);
        call->bell = call->waits_at = 0;
    }
}

void hp_attempts_end(Thread* t) {
    if (call_of(t) != NULL)
        give_up(call_of(t));
}

/*------------------------------------------------------------*/
/*--- In place of the program's                             ---*/
/*------------------------------------------------------------*/

/* The call that the calling thread makes by attempts, or NULL. */
static Call* own_call(void) {
    if (g_n_calls == 0)
        return NULL;
    Call* call = &g_calls[hp_calling_thread()];
    return call->thread == NULL ? NULL : call;
}

/* A call of ours that the program's signals interrupt like the call that it stands for. */
static void call_kernel(const KernelCall* of_program, UWord number, UWord a, UWord b, UWord c) {
    VexGuestAMD64State registers;
    registers.guest_RDI = a;
    registers.guest_RSI = b;
    registers.guest_RDX = c;
    registers.guest_R10 = registers.guest_R8 = registers.guest_R9 = 0;
    KernelCall ours = *of_program;
    ours.number = number;
    ours.registers = &registers;
    hp_call_kernel(&ours);
}

/* Waits at a copy, because another thread may close the program's descriptor meanwhile. Then its
   number may mean another file, perhaps one that we open for a moment. */
static void wait_until_ready(Call* call, const KernelCall* of_program) {
    if (call->waits_at == 0)
        call->waits_at = copy_of_ours(call->args[0]);
    Int end = call->waits_at == 0 ? (Int)call->args[0] : call->waits_at;
    struct vki_pollfd ends[] = {{end, call->is_write ? POLLOUT : POLLIN, 0},
                                {call->bell, POLLIN, 0}};
    UWord no_limit = ~0UL;
    call_kernel(of_program, __NR_poll, (UWord)ends, call->bell == 0 ? 1 : 2, no_limit);
    /* The program has closed all that it could. */
    if ((ends[1].revents & POLLNVAL) != 0)
        call->bell = 0;
    if ((ends[0].revents & POLLNVAL) != 0)
        call->waits_at = 0;
}

static void make_next_attempt(Call* call) {
    ULong n_rings;
    if (call->bell != 0)
        VG_(read)(call->bell, &n_rings, sizeof n_rings);
    if (call->is_closed || g_transfers_through(call->thread, call->args[0]))
        attempt(call);
    else
        end_call(call, VG_(mk_SysRes_Error)(VKI_EBADF));
}

/* Returns with the lock, unless the call is given up or has raised a signal. */
static void wait_and_attempt(Call* call, const KernelCall* of_program) {
    ThreadId tid = call->thread->tid;
    while (call->thread != NULL && !call->is_over) {
        wait_until_ready(call, of_program);
        hp_scheduler_lock_take(tid);
        make_next_attempt(call);
        if (call->is_over && !call->has_raised)
            hp_scheduler_lock_keep(tid);
        else
            VG_(release_BigLock)(tid, HP_THREAD_WAITS, "hp_attempts");
    }
}

static Bool make(const KernelCall* of_program, UWord* error) {
    Call* call = own_call();
    if (call == NULL)
        return False;
    wait_and_attempt(call, of_program);
    if (call->thread == NULL)
        return False;
    if (call->has_raised)
        call_kernel(of_program, __NR_getpid, 0, 0, 0);
    hp_call_set_result(of_program, call->result);
    return True;
}

static HpProgress progress(const Thread* t) {
    const Call* call = call_of(t);
    return call == NULL ? HP_NOT_MADE_HERE : call->is_over ? HP_HAS_RESULT : HP_HAS_NO_EFFECT_YET;
}

static HpProgress interrupted(ThreadId tid, SysRes* res) {
    const Call* call = g_calls == NULL ? NULL : &g_calls[tid];
    if (call == NULL || call->thread == NULL)
        return HP_NOT_MADE_HERE;
    if (!call->is_over && call->done == 0)
        return HP_HAS_NO_EFFECT_YET;
    *res = call->is_over ? call->result : VG_(mk_SysRes_Success)(call->done);
    return HP_HAS_RESULT;
}

void hp_attempts_init(void) {
    static const HpMaker maker = {make, progress, interrupted};
    hp_makers_add(&maker);
}
