/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/slept.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/threads/recording.h"
#include "hpcmp/threads/waiting.h"

enum { NS_PER_US = 1000, NS_PER_MS = 1000000, NS_PER_SECOND = 1000000000 };

/* A thread that sleeps for longer is rather waiting for a signal. */
enum { MOST_SECONDS = 1000 };

/* A sleep shorter than this, at most so many instructions after another one, is a poll. */
enum { SHORT_SLEEP_NS = NS_PER_MS, MOST_OF_LOOKING = 1000 };

typedef struct {
    ULong ns;    /* of the current call; 0: it does not sleep, or the time does not count */
    ULong after; /* instructions that the thread had executed at its latest sleep */
} Sleep;

/* The latest. */
HP_THREAD_SLOT(Sleep, sleep)

/* A number of seconds and of smaller units. */
static Bool read_time(Addr a, ULong ns_per_unit, ULong* ns) {
    const struct vki_timespec* time = (const struct vki_timespec*)a;
    if (!hp_is_readable(a, sizeof *time) || time->tv_sec < 0 || time->tv_sec > MOST_SECONDS ||
        time->tv_nsec < 0 || (ULong)time->tv_nsec >= NS_PER_SECOND / ns_per_unit)
        return False;
    *ns = time->tv_sec * (ULong)NS_PER_SECOND + time->tv_nsec * ns_per_unit;
    return True;
}

Bool hp_read_sleep(Addr a, ULong* ns) {
    return read_time(a, 1, ns);
}

static ULong time_at(Addr a, ULong ns_per_unit) {
    ULong ns;
    return read_time(a, ns_per_unit, &ns) ? ns : 0;
}

/* From now until this moment of the clock, in whole milliseconds, rounded up.  The program has
   read the clock a little earlier, so the number is the one that it has added in most cases, and
   the same in each run. */
static ULong time_until(UWord clock, Addr a) {
    struct vki_timespec now, until;
    if (!hp_is_readable(a, sizeof until) ||
        sr_isError(VG_(do_syscall)(__NR_clock_gettime, clock, (UWord)&now, 0, 0, 0, 0, 0, 0)))
        return 0;
    until = *(const struct vki_timespec*)a;
    Long seconds = until.tv_sec - now.tv_sec;
    if (seconds < 0 || seconds > MOST_SECONDS)
        return 0;
    Long ns = seconds * NS_PER_SECOND + until.tv_nsec - now.tv_nsec;
    return ns <= 0 ? 0 : (ULong)(ns + NS_PER_MS - 1) / NS_PER_MS * NS_PER_MS;
}

static ULong time_of_call(UInt number, const UWord* args) {
    enum { TIMER_ABSTIME = 1 };
    Bool has_descriptors = number == __NR_poll ? args[1] != 0 : args[0] != 0;
    switch (number) {
    case __NR_nanosleep: return time_at(args[0], 1);
    case __NR_clock_nanosleep:
        return (args[1] & TIMER_ABSTIME) != 0 ? time_until(args[0], args[2]) : time_at(args[2], 1);
    case __NR_poll:
        return has_descriptors || (Int)args[2] < 0 ? 0 : (ULong)(Int)args[2] * NS_PER_MS;
    case __NR_select: return has_descriptors ? 0 : time_at(args[4], NS_PER_US);
    case __NR_pselect6: return has_descriptors ? 0 : time_at(args[4], 1);
    default: return 0;
    }
}

static Bool is_poll(const Thread* t, ULong ns) {
    return ns < SHORT_SLEEP_NS && t->worked - sleep_of(t)->after <= MOST_OF_LOOKING;
}

void hp_slept_before(Thread* t, UInt number, const UWord* args) {
    ULong ns = time_of_call(number, args);
    if (ns == 0)
        return;
    Bool is_first = sleep_of(t) == NULL;
    Sleep* sleep = HP_THREAD_DATA(t, sleep);
    Bool counts = !hp_is_waiting(t) && !hp_is_left_out(t) && (is_first || !is_poll(t, ns));
    sleep->ns = counts ? ns : 0;
    sleep->after = t->worked;
}

void hp_slept_after(Thread* t, SysRes res) {
    if (sleep_of(t) == NULL)
        return;
    if (!sr_isError(res))
        t->slept += sleep_of(t)->ns;
    sleep_of(t)->ns = 0;
}
