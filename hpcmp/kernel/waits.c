/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/waits.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/kernel/attempts.h"
#include "hpcmp/kernel/sleepers.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/processor.h"
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

/* Who sleeps longer is rather waiting for a signal. */
enum { MOST_SECONDS = 1000 };

/* What a pipe takes as a whole or not at all. */
enum { AT_ONCE_BYTES = 4096 };

static Waits of_transfer(const Thread* t, UWord fd, Short events, UWord size) {
    if (hp_attempts_made(t))
        return hp_attempts_are_over(t) ? AT_ONCE : MAY_WAIT;
    if (never_waits(fd) || (size <= AT_ONCE_BYTES && is_ready(fd, events)))
        return AT_ONCE;
    return MAY_WAIT;
}

static Waits of_opening(UWord folder, Addr path) {
    struct vg_stat st;
    if ((Int)folder != VKI_AT_FDCWD && hp_is_readable(path, 1) && *(const HChar*)path != '/')
        return AT_ONCE;
    Bool is_there = hp_is_readable(path, 1) && !sr_isError(VG_(stat)((const HChar*)path, &st));
    return is_there && (st.mode & S_IFMT) == S_IFIFO ? MAY_WAIT : AT_ONCE;
}

static Waits of_sleep(Thread* t, Addr a) {
    const struct vki_timespec* time = (const struct vki_timespec*)a;
    if (!hp_is_readable(a, sizeof *time) || time->tv_sec < 0 || time->tv_sec > MOST_SECONDS ||
        (ULong)time->tv_nsec >= 1000000000)
        return MAY_WAIT;
    hp_order_falls_asleep(t, time->tv_sec * 1000000000UL + time->tv_nsec);
    return NEITHER;
}

/*------------------------------------------------------------*/
/*--- All calls                                             ---*/
/*------------------------------------------------------------*/

/* Of the calls that read, change or inherit the processors that a thread can run on. */
static void see_to_processors(const Thread* t, UInt number, const UWord* args) {
    Bool is_of_one = number == __NR_sched_getaffinity || number == __NR_sched_setaffinity;
    ThreadId tid = is_of_one && args[0] != 0 ? VG_(lwpid_to_vgtid)((Int)args[0]) : t->tid;
    Bool inherits = number == __NR_clone || number == __NR_fork || number == __NR_vfork ||
                    number == __NR_execve || number == __NR_execveat;
    if ((is_of_one && tid != VG_INVALID_THREADID) || inherits)
        hp_processor_let_go(tid, number == __NR_sched_setaffinity);
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
    case __NR_futex: return hp_sleepers_begin(t, args) ? MAY_WAIT : AT_ONCE;
    case __NR_read:
    case __NR_recvfrom: return of_transfer(t, args[0], POLLIN, 0);
    case __NR_readv:
    case __NR_recvmsg: return of_transfer(t, args[0], POLLIN, 0);
    case __NR_write:
    case __NR_sendto: return of_transfer(t, args[0], POLLOUT, args[2]);
    case __NR_writev:
    case __NR_sendmsg: return of_transfer(t, args[0], POLLOUT, 0);
    case __NR_open:
    case __NR_creat: return of_opening(VKI_AT_FDCWD, args[0]);
    case __NR_openat: return of_opening(args[0], args[1]);
    case __NR_flock: return (args[1] & LOCK_NB) != 0 ? AT_ONCE : MAY_WAIT;
    case __NR_fcntl: return args[1] == F_SETLKW || args[1] == F_OFD_SETLKW ? MAY_WAIT : AT_ONCE;
    case __NR_poll: return (Int)args[2] == 0 ? AT_ONCE : MAY_WAIT;
    case __NR_epoll_wait:
    case __NR_epoll_pwait: return (Int)args[3] == 0 ? AT_ONCE : MAY_WAIT;
    case __NR_pread64:
    case __NR_pwrite64:
    case __NR_preadv:
    case __NR_pwritev:
    case __NR_close:
    case __NR_fsync:
    case __NR_fdatasync:
    case __NR_ftruncate:
    case __NR_truncate:
    case __NR_fallocate:
    case __NR_getdents:
    case __NR_getdents64:
    case __NR_ioctl:
    case __NR_getrandom:
    case __NR_clone:
    case __NR_kill:
    case __NR_tkill:
    case __NR_tgkill:
    case __NR_rt_sigqueueinfo:
    case __NR_semop:
    case __NR_semtimedop:
    case __NR_stat:
    case __NR_lstat:
    case __NR_newfstatat:
    case __NR_access:
    case __NR_unlink:
    case __NR_unlinkat:
    case __NR_rename:
    case __NR_mkdir:
    case __NR_rmdir:
    case __NR_madvise:
    case __NR_msync:
    case __NR_mlock:
    case __NR_munlock:
    case __NR_mmap:
    case __NR_munmap:
    case __NR_mprotect:
    case __NR_brk: return AT_ONCE;
    default: return MAY_WAIT;
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
    see_to_processors(t, number, args);
    Waits waits = of_call(t, number, args);
    if (waits == AT_ONCE)
        hp_order_keeps_turn(t);
    else if (waits == MAY_WAIT)
        hp_order_goes_away(t);
    else if (number == __NR_sched_yield)
        hp_clock_step_back(t);
    else if (number == __NR_exit_group)
        expect_others(t);
}

void hp_waits_after(Thread* t, UInt number) {
    hp_order_is_back(t);
}
