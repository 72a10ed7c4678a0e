/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/follow.h"

#include "hpcmp/base/command_line.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/prims.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/order/line.h"
#include "hpcmp/order/plan.h"
#include "hpcmp/order/planned_objects.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "shared/trace_vocabulary.h"

/* A thread's place in the plan.  `ending` is never before `telling`, but for the step of a
   release whose operation is not over. */
typedef struct {
    UInt thread;            /* its number in the plan */
    PlanStepNumber ending;  /* the step that has not ended, or HP_NO_STEP */
    PlanStepNumber telling; /* the step whose event has not come, or HP_NO_STEP */
    ULong n_told;           /* events that have come */
    ULong n_forks;          /* of these */
    Bool releases;          /* its release or fork may not be over; */
    Addr sp;                /* it is once the stack pointer is above this */
    Bool has_slept;         /* for an object that one thread gets: it is held in the operation */
    UInt n_waiting_turns;   /* in a row, without sleep */
    ULong slept_ns;         /* in sleeps that are over, ... */
    UInt n_sleeps;          /* so many, ... */
    UInt slept_at;          /* since so many steps of all threads had ended */
    Long balance, highest;  /* bytes that it has allocated since its latest event */
} Planned;

HP_THREAD_SLOT(Planned, planned)

static const Plan* g_plan;
static Bool g_is_followed;
static Bool (*g_sleeps_until_woken)(const Thread*);

static UChar* g_has_ended; /* by rank: has the step ended? */
static UInt g_n_first;     /* steps that have ended, without a gap from rank 0 on */
static UInt g_n_ended;     /* all that have */
static ULong g_executed;   /* instructions since the latest end of a step */
static UInt
    g_waits_since;      /* time in ms of the first wait in the kernel after it; 0: none has been */
static ULong g_n_turns; /* of all threads since the latest end of a step */
static UInt g_n_empty_turns; /* in a row, in which nothing was executed */

static Long g_heap;
static Long g_peak;
static VgHashTable* g_linkers_blocks; /* of the dynamic linker, by address: not in the heap above */
/* Steps with more heap than planned, and by how much at most. */
static UInt g_n_larger;
static Long g_most_larger;

/* The deviation. */
static HChar g_text[320];
static Bool g_is_told;
static ULong g_deviant; /* thid of the thread, or 0 */

Bool hp_is_plan_followed(void) {
    return g_is_followed;
}

static const PlanStep* step_of(PlanStepNumber number) {
    return &g_plan->steps[number];
}

static Bool is_kind(const PlanStep* step, const HChar* kind) {
    return VG_(strcmp)(step->kind, kind) == 0;
}

static Bool takes(const PlanStep* step) {
    return is_kind(step, TRACE_ACQ) || is_kind(step, TRACE_JOIN);
}

static Bool is_same_prim(const HChar* a, const HChar* b) {
    return a == NULL || b == NULL ? a == b : VG_(strcmp)(a, b) == 0;
}

static Bool is_one_of(const HChar* prim, const HpPrim* prims, UInt n) {
    for (UInt i = 0; i < n; i++)
        if (is_same_prim(prim, hp_prim_name(prims[i])))
            return True;
    return False;
}

/* Returns what the plan knows of t while it is followed, or NULL. */
static Planned* planned(const Thread* t) {
    return g_is_followed && t != NULL ? planned_of(t) : NULL;
}

/*------------------------------------------------------------*/
/*--- Steps end, with the lock of the seats                 ---*/
/*------------------------------------------------------------*/

static void end_step(Planned* p) {
    const PlanStep* step = step_of(p->ending);
    g_has_ended[step->rank] = 1;
    g_n_ended++;
    while (g_n_first < g_plan->n_steps && g_has_ended[g_n_first])
        g_n_first++;
    p->ending = step->later;
    g_executed = 0;
    g_n_turns = 0;
    g_waits_since = 0;
}

static Bool may_begin(PlanStepNumber number) {
    return number == HP_NO_STEP || step_of(number)->needs <= g_n_first;
}

static void end_release(Planned* p) {
    if (!p->releases)
        return;
    p->releases = False;
    end_step(p);
}

/* A thread that takes several objects in one operation has steps of no instructions in between.
   They end at once.  Example: a thread that returns from pthread_cond_wait takes the signal and
   then the mutex, and may do so only if it may go on behind the mutex. */
static void end_empty_steps(Planned* p) {
    while (p->ending != HP_NO_STEP && p->ending != p->telling && may_begin(p->ending) &&
           is_kind(step_of(p->ending), TRACE_ACQ) &&
           step_of(p->ending)->start == step_of(p->ending)->end)
        end_step(p);
}

/* Are acquires of this primitive what system calls are, not functions that tell when they wait? */
static Bool takes_in_call(const PlanStep* step) {
    static const HpPrim prims[] = {HP_PRIM_FUTEX,   HP_PRIM_PIPE,  HP_PRIM_SIGNAL,
                                   HP_PRIM_MESSAGE, HP_PRIM_SEMOP, HP_PRIM_FILE_LOCK};
    return is_kind(step, TRACE_ACQ) && is_one_of(step->prim, prims, sizeof prims / sizeof *prims);
}

/* Does it matter which of the threads that wait for it comes first?  At a barrier, for example, it
   does not, and a thread that was held inside could not leave it for the one that destroys it. */
static Bool is_for_one(const PlanStep* step) {
    static const HpPrim prims[] = {HP_PRIM_MUTEX, HP_PRIM_RWLOCK, HP_PRIM_SPIN, HP_PRIM_COND,
                                   HP_PRIM_SEM};
    return takes_in_call(step) || is_one_of(step->prim, prims, sizeof prims / sizeof *prims);
}

static Bool waits_for_one(const Planned* p) {
    return p->telling != HP_NO_STEP && is_for_one(step_of(p->telling));
}

/* Its step that ends with an acquire or a join ends, before that. */
static void arrive(Planned* p) {
    if (p->ending != p->telling || p->ending == HP_NO_STEP || !takes(step_of(p->ending)))
        return;
    end_step(p);
    end_empty_steps(p);
}

/* A thread in a wait may not have come to its own release, as at a barrier.  It goes on until it
   has taken something, unless it has slept for an object that the plan may give to another one. */
static Bool is_held(const Thread* t, Planned* p) {
    if (p == NULL)
        return False;
    if (p->has_slept)
        end_empty_steps(p);
    return !may_begin(p->ending) && (p->has_slept || !hp_is_waiting(t));
}

Bool hp_follow_holds(const Seat* seat) {
    const Thread* t = hp_thread(seat->tid);
    return is_held(t, planned(t));
}

/* A step has ended, or the plan: threads that may go on come to this clock.  One of them may end
   empty steps, so this is repeated.  Returns whether there is any. */
static Bool let_go(ULong clock) {
    Bool any = False;
    UInt n_ended;
    do {
        n_ended = g_n_ended;
        any = hp_line_let_go(hp_follow_holds, clock) || any;
    } while (n_ended != g_n_ended);
    return any;
}

/*------------------------------------------------------------*/
/*--- Deviations                                            ---*/
/*------------------------------------------------------------*/

/* With the lock of the seats. */
static void drop(const Thread* t, const HChar* text, ...) {
    va_list values;
    va_start(values, text);
    VG_(vsnprintf)(g_text, sizeof g_text, text, values);
    va_end(values);
    g_deviant = t == NULL ? 0 : t->thid;
    g_is_followed = False;
    let_go(t == NULL ? 0 : t->clock);
}

static void name_event(HChar* text, const HChar* kind, const HChar* prim) {
    if (prim == NULL)
        VG_(sprintf)(text, "%s", kind);
    else
        VG_(sprintf)(text, "%s %.40s", kind, prim);
}

static void drop_at_event(const Thread* t, const Planned* p, const HChar* kind, const HChar* prim) {
    HChar found[60], wanted[60];
    HChar* path = hp_plan_path(p->thread);
    name_event(found, kind, prim);
    VG_(strcpy)(wanted, "no event");
    if (p->telling != HP_NO_STEP)
        name_event(wanted, step_of(p->telling)->kind, step_of(p->telling)->prim);
    drop(t, "thread %llu (path %.60s), event %llu is '%s', and the plan has '%s'", t->thid, path,
         p->n_told + 1, found, wanted);
    VG_(free)(path);
}

HChar* hp_follow_deviation(Thread** where) {
    if (g_text[0] == '\0' || g_is_told)
        return NULL;
    g_is_told = True;
    *where = hp_thread_of(g_deviant);
    return VG_(strdup)("hp.follow.deviation", g_text);
}

/* The living thread that is to end the step which the others need next, or NULL. */
static const Thread* awaited_thread(void) {
    HP_FOR_EACH_THREAD (t) {
        const Planned* p = planned(t);
        if (p != NULL && p->ending != HP_NO_STEP && step_of(p->ending)->rank == g_n_first)
            return t;
    }
    return NULL;
}

static void drop_since_nobody_goes_on(void) {
    const Thread* t = awaited_thread();
    HChar wanted[60];
    if (t == NULL) {
        drop(NULL, "no thread can go on, because the plan makes all of them wait");
        return;
    }
    const PlanStep* step = step_of(planned_of(t)->ending);
    name_event(wanted, step->kind, step->prim);
    drop(t,
         "no thread can go on, because the plan waits for event %llu of thread %llu ('%s'), "
         "which does not come",
         planned_of(t)->n_told + 1, t->thid, wanted);
}

static Bool is_away(const Thread* t) {
    return hp_seat(t->tid)->presence == HP_AWAY;
}

static Bool all_away_sleep(void) {
    HP_FOR_EACH_THREAD (t)
        if (is_away(t) && !g_sleeps_until_woken(t))
            return False;
    return True;
}

/* A thread that waits for work until the process ends has its exit only then. */
static void end_last_step(Planned* p) {
    if (p->ending == p->telling && p->ending != HP_NO_STEP &&
        is_kind(step_of(p->ending), TRACE_EXIT))
        end_step(p);
}

/* Threads that wait in the kernel may have come to what they take, or be done. */
static Bool end_steps_of_away(void) {
    const UInt n_ended = g_n_ended;
    HP_FOR_EACH_THREAD (t) {
        Planned* p = planned(t);
        if (p == NULL || !is_away(t))
            continue;
        end_release(p);
        arrive(p);
        end_last_step(p);
    }
    return n_ended != g_n_ended && let_go(0);
}

/* The same of threads that spin. */
static Bool end_steps_of_spinning(void) {
    const UInt n_ended = g_n_ended;
    HP_FOR_EACH_THREAD (t)
        if (planned(t) != NULL && hp_is_waiting(t))
            end_last_step(planned_of(t));
    return n_ended != g_n_ended && let_go(0);
}

void hp_follow_end_standstill(UInt quiet_ms) {
    enum { WAIT_MS = 2000, GIVE_UP_MS = 10000 };
    Bool is_certain = all_away_sleep();
    if (!g_is_followed || (!is_certain && quiet_ms < WAIT_MS))
        return;
    if (!end_steps_of_away() && (is_certain || quiet_ms >= GIVE_UP_MS))
        drop_since_nobody_goes_on();
}

/* Many times as many instructions as this plan's steps have together that run at one time. */
static ULong far_too_many(void) {
    const ULong least = 30000000;
    return 2 * (g_plan->processors + 1) * g_plan->longest + least;
}

void hp_follow_count_executed(ULong n) {
    if (!g_is_followed)
        return;
    g_executed += n;
    if (g_executed < far_too_many())
        return;
    hp_seats_lock();
    if (hp_line_has_held() && !end_steps_of_spinning()) {
        const Thread* t = awaited_thread();
        drop(t,
             "%llu instructions have been executed since a step ended, and the longest one of "
             "the plan has %llu",
             g_executed, g_plan->longest);
    }
    g_executed = 0;
    hp_seats_unlock();
}

/* Threads have waited for so long since a step ended, and hardly worked. */
static Bool is_long_wait(ULong waited_ms) {
    enum { GIVE_UP_MS = 10000, EXECUTED_PER_MS = 1000 };
    return waited_ms >= GIVE_UP_MS && g_executed < waited_ms * EXECUTED_PER_MS;
}

/* A thread may sleep and look again and again for what a held one is to do.  The time is that of
   its clock, so the plan is dropped at the same look in each run.  A sleep counts when it is over,
   because a step may end behind a long one. */
static void drop_if_sleeps_in_vain(const Thread* t, Planned* p) {
    const ULong ns_per_ms = 1000000;
    const Seat* seat = hp_seat(t->tid);
    if (p->slept_at != g_n_ended) {
        p->slept_at = g_n_ended;
        p->slept_ns = p->n_sleeps = 0;
    }
    if (is_long_wait(p->slept_ns / ns_per_ms)) {
        drop(awaited_thread(),
             "thread %llu has slept %u times, for %llu seconds of its clock, since a step ended, "
             "while the plan makes others wait",
             t->thid, p->n_sleeps, p->slept_ns / ns_per_ms / 1000);
    } else if (seat->is_asleep) {
        p->slept_ns += seat->sleep_ns;
        p->n_sleeps++;
    }
}

/* Threads may wait again and again in system calls that the clocks do not have the time of. */
static void drop_if_waits_in_vain(void) {
    UInt now = VG_(read_millisecond_timer)();
    if (g_waits_since == 0)
        g_waits_since = now;
    ULong waited_ms = now - g_waits_since;
    if (is_long_wait(waited_ms))
        drop(awaited_thread(),
             "for %llu seconds threads have only waited, while the plan makes others wait",
             waited_ms / 1000);
}

/* A thread may yield again and again until a held one has done something.  If no other thread can
   run, it has many turns and executes little. */
static void drop_if_yields_in_vain(void) {
    enum { MOST_TURNS = 100000, FEW_EACH = 200 };
    if (g_n_turns < MOST_TURNS || g_executed >= g_n_turns * FEW_EACH)
        return;
    if (!end_steps_of_spinning())
        drop(awaited_thread(),
             "threads have had %llu turns and executed %llu instructions since a step ended, while "
             "the plan makes others wait",
             g_n_turns, g_executed);
    g_n_turns = 0;
}

/* Or a signal has ended the process, and Valgrind waits for the ends of all threads; nothing is
   executed then. */
static void drop_if_in_vain(const Thread* t, Planned* p, Bool goes_away, Bool has_run) {
    enum { MOST_EMPTY_TURNS = 1000 };
    g_n_empty_turns = has_run ? 0 : g_n_empty_turns + 1;
    g_n_turns++;
    if (!g_is_followed || !hp_line_has_held())
        return;
    drop_if_yields_in_vain();
    if (!g_is_followed)
        return;
    if (g_n_empty_turns >= MOST_EMPTY_TURNS)
        drop(t, "no thread executes anything any more, while the plan makes threads wait");
    else if (goes_away)
        drop_if_waits_in_vain();
    else if (p != NULL)
        drop_if_sleeps_in_vain(t, p);
}

void hp_follow_leave_turn(Thread* t, Bool goes_away, Bool has_run) {
    enum { SPINS = 4 };
    Planned* p = planned(t);
    drop_if_in_vain(t, p, goes_away, has_run);
    if (p == NULL || !g_is_followed)
        return;
    p->n_waiting_turns = hp_is_waiting(t) ? p->n_waiting_turns + 1 : 0;
    if (!goes_away && p->n_waiting_turns < SPINS)
        return;
    end_release(p);
    Bool is_in_call = goes_away && p->ending != HP_NO_STEP && takes_in_call(step_of(p->ending));
    if (hp_is_waiting(t) || is_in_call) {
        p->has_slept = p->has_slept || (goes_away && waits_for_one(p));
        arrive(p);
    }
    let_go(t->clock);
}

/*------------------------------------------------------------*/
/*--- What threads do                                       ---*/
/*------------------------------------------------------------*/

static void compare_heap(Planned* p, const PlanStep* step) {
    Long more = p->highest - (Long)step->hmax;
    if (more > 0) {
        g_n_larger++;
        g_most_larger = more > g_most_larger ? more : g_most_larger;
    }
    p->balance = p->highest = 0;
}

/* The thread that has been forked is in the plan. */
static Bool is_child_known(Planned* p) {
    PlanStepNumber unused;
    return hp_plan_child(p->thread, ++p->n_forks, &unused) != HP_NO_PLANNED_THREAD;
}

static void tell(Thread* t, Planned* p, const HChar* kind) {
    PlanStepNumber told = p->telling;
    compare_heap(p, step_of(told));
    p->n_told++;
    p->telling = step_of(told)->later;
    p->has_slept = False;
    p->n_waiting_turns = 0;
    if (VG_(strcmp)(kind, TRACE_REL) == 0 || VG_(strcmp)(kind, TRACE_FORK) == 0) {
        p->releases = True;
        p->sp = VG_(get_SP)(t->tid);
    } else if (p->ending == told) {
        end_step(p);
    }
    let_go(t->clock);
}

static Bool is_its_object(const Planned* p, Addr object) {
    Long number = step_of(p->telling)->object;
    return number == HP_NO_PLANNED_OBJECT || hp_planned_object_match(number, object);
}

void hp_follow_event(Thread* t, const HChar* kind, const HChar* prim, Addr object) {
    Planned* p = planned(t);
    if (p == NULL)
        return;
    hp_seats_lock();
    end_release(p);
    if (p->telling == HP_NO_STEP || !is_kind(step_of(p->telling), kind) ||
        !is_same_prim(step_of(p->telling)->prim, prim))
        drop_at_event(t, p, kind, prim);
    else if (VG_(strcmp)(kind, TRACE_FORK) == 0 && !is_child_known(p))
        drop(t, "thread %llu, event %llu forks a thread that the plan does not have", t->thid,
             p->n_told + 1);
    else if (!is_its_object(p, object))
        drop(t, "thread %llu, event %llu is '%s %.40s' with another object than in the plan",
             t->thid, p->n_told + 1, kind, prim == NULL ? "" : prim);
    else
        tell(t, p, kind);
    hp_seats_unlock();
}

static void add_to_heap(Thread* t, Long bytes) {
    Planned* p = planned(t);
    p->balance += bytes;
    g_heap += bytes;
    if (p->balance > p->highest)
        p->highest = p->balance;
    if (g_heap <= g_peak)
        return;
    g_peak = g_heap;
    if (g_plan->memory == 0 || g_heap <= (Long)g_plan->memory)
        return;
    hp_seats_lock();
    drop(t,
         "the heap has %lld bytes before event %llu of thread %llu, and the plan allows at most "
         "%llu",
         g_heap, p->n_told + 1, t->thid, g_plan->memory);
    hp_seats_unlock();
}

void hp_follow_alloc(Thread* t, Addr block, ULong size) {
    if (planned(t) == NULL)
        return;
    if (!hp_is_dynamic_linker(hp_caller_of_wrapper(t->tid))) {
        add_to_heap(t, size);
        return;
    }
    hp_table_add(g_linkers_blocks, block, "hp.follow.linkers", sizeof(VgHashNode));
}

void hp_follow_free(Thread* t, Addr block, ULong size) {
    if (planned(t) == NULL)
        return;
    VgHashNode* node = VG_(HT_remove)(g_linkers_blocks, block);
    if (node == NULL)
        add_to_heap(t, -(Long)size);
    VG_(free)(node);
}

Bool hp_follow_must_stop(const Thread* t) {
    Planned* p = planned(t);
    if (p == NULL)
        return False;
    hp_seats_lock();
    Bool stops = p->releases || is_held(t, p);
    hp_seats_unlock();
    return stops;
}

Bool hp_follow_pass(Thread* t) {
    Planned* p = planned(t);
    if (p == NULL)
        return True;
    hp_seats_lock();
    Bool others_go = False;
    if (p->releases && VG_(get_SP)(t->tid) > p->sp) {
        end_release(p);
        others_go = let_go(t->clock);
    }
    Bool may_go = p->releases || (!is_held(t, p) && !others_go);
    hp_seats_unlock();
    return may_go;
}

Bool hp_follow_arrive(Thread* t, const HChar* prim) {
    Planned* p = planned(t);
    if (p == NULL || p->telling == HP_NO_STEP)
        return True;
    hp_seats_lock();
    const PlanStep* step = step_of(p->telling);
    Bool is_meant = takes(step) && is_same_prim(step->prim, prim);
    if (is_meant) {
        end_release(p);
        arrive(p);
        let_go(t->clock);
    }
    Bool may_go = !is_meant || may_begin(p->ending);
    hp_seats_unlock();
    return may_go;
}

/*------------------------------------------------------------*/
/*--- Threads and the process begin and end                 ---*/
/*------------------------------------------------------------*/

/* A child whose fork has no place in the plan is found out at the fork's event. */
void hp_follow_created(Thread* t) {
    if (!g_is_followed)
        return;
    const Thread* parent = hp_thread(t->parent);
    PlanStepNumber first = hp_plan_first_step();
    UInt number = 0;
    if (parent != NULL) {
        if (planned_of(parent) == NULL)
            return;
        number = hp_plan_child(planned_of(parent)->thread, planned_of(parent)->n_forks + 1, &first);
        if (number == HP_NO_PLANNED_THREAD)
            return;
    }
    *HP_THREAD_DATA(t, planned) = (Planned){.thread = number, .ending = first, .telling = first};
}

/* Steps have not ended that did so before the process ended when the plan was made?  Those that end
   with an exit end now. */
static const Thread* unfinished_thread(void) {
    HP_FOR_EACH_THREAD (t) {
        const Planned* p = planned(t);
        if (p != NULL && p->telling != HP_NO_STEP && !is_kind(step_of(p->telling), TRACE_EXIT))
            return t;
    }
    return NULL;
}

static UInt g_n_exits; /* of threads that live when the process ends */

void hp_follow_process_ends(Thread* t) {
    if (!g_is_followed)
        return;
    hp_seats_lock();
    HP_FOR_EACH_THREAD (other) {
        Planned* p = planned(other);
        if (p != NULL)
            end_release(p);
        g_n_exits += p != NULL && p->ending != HP_NO_STEP;
    }
    const Thread* late = unfinished_thread();
    if (late != NULL) {
        drop(late, "the process ends before thread %llu has its event %llu", late->thid,
             planned_of(late)->n_told + 1);
    } else if (g_n_ended + g_n_exits < g_plan->n_steps) {
        drop(t, "the process ends after %u of the plan's %u steps", g_n_ended + g_n_exits,
             g_plan->n_steps);
    }
    g_is_followed = False;
    let_go(t->clock);
    hp_seats_unlock();
}

/* The plan is the parent's. */
void hp_follow_in_child(Thread* t) {
    if (g_plan == NULL)
        return;
    if (g_is_followed && VG_(clo_verbosity) > 0)
        VG_(umsg)("%s: '%s' is the plan of the process that has forked this one, so this one runs "
                  "in virtual order\n",
                  HP_NAME, g_plan->file);
    g_is_followed = False;
    g_plan = NULL;
    g_text[0] = '\0';
}

/* Says so if the plan, which has been dropped, is one for another program. */
static void say_other_program(void) {
    HChar* command = hp_command_line();
    const SizeT most = HP_LONGEST_COMMAND - 1;
    if (g_plan->command != NULL && VG_(strncmp)(g_plan->command, command, most) != 0)
        VG_(umsg)("%s: '%s' is a plan for '%s', but this is a run of '%s'\n", HP_NAME, g_plan->file,
                  g_plan->command, command);
    else if (g_n_ended == 0)
        VG_(umsg)("%s: no step was as planned, so '%s' may be a plan for another program, or for "
                  "another build of this one\n",
                  HP_NAME, g_plan->file);
    VG_(free)(command);
}

void hp_follow_say_end(void) {
    if (g_plan == NULL || VG_(clo_verbosity) == 0)
        return;
    if (g_text[0] != '\0') {
        VG_(umsg)("%s: '%s' was followed for %u of %u steps\n", HP_NAME, g_plan->file, g_n_ended,
                  g_plan->n_steps);
        say_other_program();
        return;
    }
    VG_(umsg)("%s: '%s' was followed to its end: %u steps; the heap's peak was %lld bytes, planned "
              "%llu\n",
              HP_NAME, g_plan->file, g_plan->n_steps, g_peak, g_plan->peak);
    if (g_n_larger > 0)
        VG_(umsg)("%s: %u steps took more of the heap than planned, by at most %lld bytes\n",
                  HP_NAME, g_n_larger, g_most_larger);
}

void hp_follow_begin(Bool (*sleeps_until_woken)(const Thread*)) {
    g_sleeps_until_woken = sleeps_until_woken;
    if (hp_clo_plan == NULL)
        return;
    if (hp_clo_run != NULL) {
        if (VG_(clo_verbosity) > 0)
            VG_(umsg)("%s: '%s' is the plan of the run's first program, so this one runs in "
                      "virtual order\n",
                      HP_NAME, hp_clo_plan);
        return;
    }
    g_plan = hp_plan_read(hp_clo_plan);
    g_linkers_blocks = VG_(HT_construct)("hp.follow.linkers");
    g_has_ended = VG_(calloc)("hp.follow.ended", g_plan->n_steps, 1);
    g_is_followed = True;
}
