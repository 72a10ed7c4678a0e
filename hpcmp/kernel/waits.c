/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/waits.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/kernel/attempts.h"
#include "hpcmp/kernel/deadlock.h"
#include "hpcmp/kernel/sleepers.h"
#include "hpcmp/kernel/transfer_size.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/turns.h"
#include "pub_tool_libcfile.h"

typedef enum {
    AT_ONCE,  /* as good as: whoever makes it keeps the turn */
    MAY_WAIT, /* for other threads, for time, for input */
    NEITHER,  /* ends the program, gives the turn up, or sleeps for a known time */
} Waits;

/*------------------------------------------------------------*/
/*--- Reading and writing                                   ---*/
/*------------------------------------------------------------*/

static Bool is_ready(UWord fd, Short events) {
    struct vki_pollfd end = {(Int)fd, events, 0};
    SysRes res = VG_(do_syscall)(__NR_poll, (UWord)&end, 1, 0, 0, 0, 0, 0, 0);
    return !sr_isError(res) && sr_Res(res) > 0;
}

/* Devices of memory (/dev/null and the like) have this major number. */
static Bool is_memory(ULong device) {
    return (device >> 8 & 0xfff) == 1;
}

static Bool never_waits(UWord fd) {
    struct vg_stat st;
    if (VG_(fstat)((Int)fd, &st) != 0)
        return True; /* an error comes at once */
    UInt kind = st.mode & S_IFMT;
    return kind == S_IFREG || kind == S_IFDIR || kind == S_IFBLK ||
           (kind == S_IFCHR && is_memory(st.rdev));
}

/* The most bytes that a pipe takes as a whole or not at all (PIPE_BUF). */
enum { AT_ONCE_BYTES = 4096 };

/* Does this call of the recv family wait for all that it asks for? Then it may have to wait
   although some data is there. */
static Bool waits_for_all(UInt number, const UWord* args) {
    UWord flags = number == __NR_recvfrom ? args[3] : number == __NR_recvmsg ? args[2] : 0;
    return (flags & MSG_WAITALL) != 0;
}

static Waits of_reading(const Thread* t, UInt number, const UWord* args) {
    if (hp_attempts_made(t))
        return hp_attempts_are_over(t) ? AT_ONCE : MAY_WAIT;
    Bool has_some = !waits_for_all(number, args) && is_ready(args[0], POLLIN);
    return has_some || never_waits(args[0]) ? AT_ONCE : MAY_WAIT;
}

static Waits of_writing(const Thread* t, UInt number, const UWord* args) {
    if (hp_attempts_made(t))
        return hp_attempts_are_over(t) ? AT_ONCE : MAY_WAIT;
    Bool takes_all = hp_transfer_size(number, args) <= AT_ONCE_BYTES && is_ready(args[0], POLLOUT);
    return takes_all || never_waits(args[0]) ? AT_ONCE : MAY_WAIT;
}

/* Opening waits only for a FIFO, because both of its ends have to be opened. */
static Waits of_opening(UWord folder, Addr path) {
    struct vki_stat st;
    if (!hp_is_readable(path, 1))
        return AT_ONCE;
    SysRes res = VG_(do_syscall)(__NR_newfstatat, folder, path, (UWord)&st, 0, 0, 0, 0, 0);
    return !sr_isError(res) && (st.st_mode & S_IFMT) == S_IFIFO ? MAY_WAIT : AT_ONCE;
}

/* A thread that sleeps for longer is rather waiting for a signal. */
enum { MOST_SECONDS = 1000 };

static Waits of_sleep(Thread* t, Addr a) {
    const struct vki_timespec* time = (const struct vki_timespec*)a;
    if (!hp_is_readable(a, sizeof *time) || time->tv_sec < 0 || time->tv_sec > MOST_SECONDS ||
        (ULong)time->tv_nsec >= 1000000000)
        return MAY_WAIT;
    hp_order_falls_asleep(t, time->tv_sec * 1000000000UL + time->tv_nsec);
    return NEITHER;
}

static Waits of_futex(Thread* t, const UWord* args) {
    if (!hp_sleepers_begin(t, args))
        return AT_ONCE;
    hp_deadlock_look();
    return MAY_WAIT;
}

/*------------------------------------------------------------*/
/*--- All calls                                             ---*/
/*------------------------------------------------------------*/

/* Calls during which the thread keeps its turn, because it costs more to make another thread go on.
   kernel/attempts.c sees to the calls of semop and semtimedop that have to wait. */
static const UShort g_at_once[] = {
    __NR_pread64,    __NR_pwrite64,   __NR_preadv,    __NR_pwritev,         __NR_close,
    __NR_fsync,      __NR_fdatasync,  __NR_ftruncate, __NR_truncate,        __NR_fallocate,
    __NR_getdents,   __NR_getdents64, __NR_ioctl,     __NR_getrandom,       __NR_clone,
    __NR_kill,       __NR_tkill,      __NR_tgkill,    __NR_rt_sigqueueinfo, __NR_semop,
    __NR_semtimedop, __NR_stat,       __NR_lstat,     __NR_newfstatat,      __NR_access,
    __NR_unlink,     __NR_unlinkat,   __NR_rename,    __NR_mkdir,           __NR_rmdir,
    __NR_madvise,    __NR_msync,      __NR_mlock,     __NR_munlock,         __NR_mmap,
    __NR_munmap,     __NR_mprotect,   __NR_brk,       __NR_prctl,
};

static Waits of_any_other(UInt number) {
    for (UInt i = 0; i < sizeof g_at_once / sizeof *g_at_once; i++)
        if (g_at_once[i] == number)
            return AT_ONCE;
    return MAY_WAIT;
}

static Waits at_once_if(Bool is_at_once) {
    return is_at_once ? AT_ONCE : MAY_WAIT;
}

static Waits of_call(Thread* t, UInt number, const UWord* args) {
    switch (number) {
    case __NR_exit:
    case __NR_exit_group:
    case __NR_execve:
    case __NR_execveat:
    case __NR_sched_yield: return NEITHER;
    case __NR_nanosleep: return of_sleep(t, args[0]);
    case __NR_clock_nanosleep: return args[1] == 0 ? of_sleep(t, args[2]) : MAY_WAIT;
    case __NR_futex: return of_futex(t, args);
    case __NR_read:
    case __NR_readv:
    case __NR_recvfrom:
    case __NR_recvmsg: return of_reading(t, number, args);
    case __NR_write:
    case __NR_writev:
    case __NR_sendto:
    case __NR_sendmsg: return of_writing(t, number, args);
    case __NR_open:
    case __NR_creat: return of_opening(VKI_AT_FDCWD, args[0]);
    case __NR_openat: return of_opening(args[0], args[1]);
    case __NR_flock: return at_once_if((args[1] & LOCK_NB) != 0);
    case __NR_fcntl: return at_once_if(args[1] != F_SETLKW && args[1] != F_OFD_SETLKW);
    case __NR_poll: return at_once_if((Int)args[2] == 0);
    case __NR_epoll_wait:
    case __NR_epoll_pwait: return at_once_if((Int)args[3] == 0);
    default: return of_any_other(number);
    }
}

/* All others are woken, to end. */
static void expect_others(const Thread* t) {
    HP_FOR_EACH_THREAD (other)
        if (other != t)
            hp_order_can_run(other, t->clock);
}

void hp_waits_before(Thread* t, UInt number, const UWord* args) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    Waits waits = of_call(t, number, args);
    if (waits == AT_ONCE)
        hp_order_keeps_turn(t);
    else if (waits == MAY_WAIT)
        hp_order_goes_away(t);
    else if (number == __NR_sched_yield)
        hp_clock_step_back(t, 0);
    else if (number == __NR_exit_group)
        expect_others(t);
}
