/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/waits.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/deadlock.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/calls/sleepers.h"
#include "hpcmp/calls/slept.h"
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
    return (hp_call_flags(number, args) & MSG_WAITALL) != 0;
}

static Waits wait_of_reading(UInt number, const UWord* args) {
    Bool has_some = !waits_for_all(number, args) && is_ready(args[0], POLLIN);
    return has_some || never_waits(args[0]) ? AT_ONCE : MAY_WAIT;
}

static Waits wait_of_writing(UInt number, const UWord* args) {
    Bool takes_all = hp_transfer_size(number, args) <= AT_ONCE_BYTES && is_ready(args[0], POLLOUT);
    return takes_all || never_waits(args[0]) ? AT_ONCE : MAY_WAIT;
}

/* Opening waits only for a FIFO, because both of its ends have to be opened. */
static Waits wait_of_opening(const UWord* args, UInt path) {
    UWord folder = path == 0 ? (UWord)VKI_AT_FDCWD : args[path - 1];
    struct vki_stat st;
    if (!hp_is_readable(args[path], 1))
        return AT_ONCE;
    SysRes res = VG_(do_syscall)(__NR_newfstatat, folder, args[path], (UWord)&st, 0, 0, 0, 0, 0);
    return !sr_isError(res) && (st.st_mode & S_IFMT) == S_IFIFO ? MAY_WAIT : AT_ONCE;
}

static Bool waits_for_lock(UInt number, const UWord* args) {
    return number == __NR_flock ? (args[1] & LOCK_NB) == 0
                                : args[1] == F_SETLKW || args[1] == F_OFD_SETLKW;
}

static Waits wait_of_sleep(Thread* t, UInt number, const UWord* args, Addr a) {
    Bool is_until = number == __NR_clock_nanosleep && args[1] != 0;
    ULong ns;
    if (is_until || !hp_read_sleep(a, &ns))
        return MAY_WAIT;
    hp_order_begin_sleep(t, ns);
    return NEITHER;
}

static Waits wait_of_futex(Thread* t, const UWord* args) {
    if (!hp_sleepers_begin(t, args))
        return AT_ONCE;
    hp_deadlock_check();
    return MAY_WAIT;
}

/*------------------------------------------------------------*/
/*--- All calls                                             ---*/
/*------------------------------------------------------------*/

static Waits at_once_if(Bool is_at_once) {
    return is_at_once ? AT_ONCE : MAY_WAIT;
}

static Waits wait_of_call(Thread* t, UInt number, const UWord* args) {
    const CallFacts* facts = hp_call_facts(number);
    const HpProgress progress = hp_makers_progress(t);
    const UInt by = facts->waits_by;
    if (progress != HP_NOT_MADE_HERE)
        return at_once_if(progress == HP_HAS_RESULT);
    switch (facts->waits) {
    case HP_WAITS_NEVER: return AT_ONCE;
    case HP_WAITS_NO_TURN: return NEITHER;
    case HP_WAITS_WHILE_EMPTY: return wait_of_reading(number, args);
    case HP_WAITS_WHILE_FULL: return wait_of_writing(number, args);
    case HP_WAITS_TO_OPEN: return wait_of_opening(args, by);
    case HP_WAITS_FOR_LOCK: return at_once_if(!waits_for_lock(number, args));
    case HP_WAITS_FOR_TIME: return at_once_if((Int)args[by] == 0);
    case HP_WAITS_ASLEEP: return wait_of_sleep(t, number, args, args[by]);
    case HP_WAITS_AT_FUTEX: return wait_of_futex(t, args);
    default: return MAY_WAIT;
    }
}

/* All others are woken, to end. */
static void expect_others(const Thread* t) {
    HP_FOR_EACH_THREAD (other)
        if (other != t)
            hp_order_make_ready(other, t->clock);
}

void hp_waits_before(Thread* t, UInt number, const UWord* args) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    Waits waits = wait_of_call(t, number, args);
    if (waits == AT_ONCE)
        hp_order_keep_turn(t);
    else if (waits == MAY_WAIT)
        hp_order_begin_absence(t);
    else if (number == __NR_sched_yield)
        hp_clock_step_back(t, 0);
    else if (number == __NR_exit_group)
        expect_others(t);
}
