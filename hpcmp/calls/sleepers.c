/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/sleepers.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/base/shared_memory.h"
#include "hpcmp/calls/accesses.h"
#include "hpcmp/calls/makers.h"
#include "hpcmp/calls/result.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_machine.h"

/* The place where a thread sleeps; g_beds has one for each ThreadId. */
typedef struct _Bed {
    UInt word;   /* where it sleeps in the kernel: 1 when it has been woken */
    Addr at;     /* the program's word; 0: it does not sleep here */
    UInt bitset; /* whom it lets wake it */
    Bool is_woken;
    Bool has_time_limit;
    UWord n_woken; /* by its current call */
    Addr cleared;  /* the word that the kernel clears at its end, or 0 */
    struct _Bed* next;
} Bed;

static Bed* g_beds;

/* Queues, by a hash of the word: each has those of several words, in the order in which
   they came. */
enum { N_QUEUES = 1024 };
static Bed* g_queues[N_QUEUES];

#define ANY_BIT (~0U)

static Bed** queue_of(Addr at) {
    return &g_queues[(at >> 2) % N_QUEUES];
}

static Bed* bed_of(ThreadId tid) {
    if (g_beds == NULL)
        g_beds = VG_(calloc)("hp.sleepers", VG_N_THREADS, sizeof *g_beds);
    return &g_beds[tid];
}

static ThreadId tid_of(const Bed* bed) {
    return bed - g_beds;
}

/*------------------------------------------------------------*/
/*--- Queues                                                ---*/
/*------------------------------------------------------------*/

static void lie_down(Bed* bed, Addr at, UInt bitset) {
    Bed** end = queue_of(at);
    while (*end != NULL)
        end = &(*end)->next;
    *end = bed;
    bed->next = NULL;
    bed->at = at;
    bed->bitset = bitset;
}

static void get_up(Bed* bed) {
    Bed** link = queue_of(bed->at);
    while (*link != bed)
        link = &(*link)->next;
    *link = bed->next;
    bed->at = 0;
}

/* The first sleeper at this word that one of these bits wakes, or NULL. */
static Bed* first_at(Addr at, UInt bitset) {
    Bed* bed = *queue_of(at);
    while (bed != NULL && (bed->at != at || (bed->bitset & bitset) == 0))
        bed = bed->next;
    return bed;
}

static void wake(Bed* bed, ULong clock) {
    get_up(bed);
    bed->is_woken = True;
    hp_order_make_ready(hp_thread(tid_of(bed)), clock);
    __atomic_store_n(&bed->word, 1, __ATOMIC_RELEASE);
    VG_(do_syscall)(__NR_futex, (UWord)&bed->word, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 1, 0, 0,
                    0, 0, 0);
}

static UWord wake_some(Addr at, UInt bitset, Int most, ULong clock) {
    UWord n = 0;
    Bed* bed;
    while (most-- > 0 && (bed = first_at(at, bitset)) != NULL) {
        wake(bed, clock);
        n++;
    }
    return n;
}

static UWord move_some(Addr from, Addr to, Int most) {
    UWord n = 0;
    Bed* bed;
    while (from != to && most-- > 0 && (bed = first_at(from, ANY_BIT)) != NULL) {
        UInt bitset = bed->bitset;
        get_up(bed);
        lie_down(bed, to, bitset);
        n++;
    }
    return n;
}

/*------------------------------------------------------------*/
/*--- Calls                                                 ---*/
/*------------------------------------------------------------*/

/* futex(word, operation, value, timeout or value 2, word 2, value 3) */

/* Does the word have this value? */
static Bool has_value(Addr word, UWord value) {
    return hp_is_readable(word, sizeof(UInt)) && *(const UInt*)word == (UInt)value;
}

static Bool begin_sleep(Thread* t, const UWord* args, UInt bitset) {
    if (!has_value(args[0], args[2]) || bitset == 0)
        return False;
    bed_of(t->tid)->has_time_limit = args[3] != 0;
    if ((args[1] & VKI_FUTEX_PRIVATE_FLAG) != 0 || !hp_is_shared(args[0]))
        lie_down(bed_of(t->tid), args[0], bitset);
    return True;
}

/* FUTEX_WAKE_OP: does the second word's value compare as the last argument says?  It is in
   bits 24 to 27 how, and with what in the lowest 12, sign-extended (futex(2)). */
static Bool comparison_holds(UWord encoded, Int value) {
    Int with = (Int)((UInt)encoded << 20) >> 20;
    switch ((encoded >> 24) & 0xf) {
    case 0: return value == with;
    case 1: return value != with;
    case 2: return value < with;
    case 3: return value <= with;
    case 4: return value > with;
    default: return value >= with;
    }
}

static UWord wake_and_perhaps_second(const UWord* args, ULong clock) {
    UWord n = wake_some(args[0], ANY_BIT, (Int)args[2], clock);
    if (hp_is_readable(args[4], sizeof(Int)) && comparison_holds(args[5], *(const Int*)args[4]))
        n += wake_some(args[4], ANY_BIT, (Int)args[3], clock);
    return n;
}

static UWord wake_and_move(const UWord* args, ULong clock) {
    UWord n = wake_some(args[0], ANY_BIT, (Int)args[2], clock);
    return n + move_some(args[0], args[4], (Int)args[3]);
}

/* The C library wakes some instructions after it has unlocked.  A thread that is woken has the
   clock of the unlock, because no other thread may take the lock in between. */
static ULong wake_clock(const Thread* t) {
    enum { AFTER_RELEASE = 100 };
    return t->clock - t->released <= AFTER_RELEASE ? t->released : t->clock;
}

Bool hp_sleepers_begin(Thread* t, const UWord* args) {
    Bed* bed = bed_of(t->tid);
    if (bed->at != 0)
        get_up(bed);
    bed->word = 0;
    bed->is_woken = False;
    bed->n_woken = 0;
    switch (args[1] & ~(UWord)(VKI_FUTEX_PRIVATE_FLAG | VKI_FUTEX_CLOCK_REALTIME)) {
    case VKI_FUTEX_WAIT: return begin_sleep(t, args, ANY_BIT);
    case VKI_FUTEX_WAIT_BITSET: return begin_sleep(t, args, args[5]);
    case VKI_FUTEX_WAKE: bed->n_woken = wake_some(args[0], ANY_BIT, args[2], wake_clock(t)); break;
    case VKI_FUTEX_WAKE_BITSET:
        bed->n_woken = wake_some(args[0], args[5], args[2], wake_clock(t));
        break;
    case VKI_FUTEX_CMP_REQUEUE:
        if (has_value(args[0], args[5]))
            bed->n_woken = wake_and_move(args, wake_clock(t));
        break;
    case VKI_FUTEX_REQUEUE: bed->n_woken = wake_and_move(args, wake_clock(t)); break;
    case VKI_FUTEX_WAKE_OP: bed->n_woken = wake_and_perhaps_second(args, wake_clock(t)); break;
    case VKI_FUTEX_LOCK_PI:
    case VKI_FUTEX_WAIT_REQUEUE_PI: return True;
    default: break;
    }
    return False;
}

Bool hp_sleeps_until_woken(const Thread* t) {
    const Bed* bed = bed_of(t->tid);
    return bed->at != 0 && !bed->has_time_limit;
}

SysRes hp_sleepers_end(Thread* t, SysRes res) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return res;
    Bed* bed = bed_of(t->tid);
    if (bed->is_woken) {
        bed->is_woken = False;
        return hp_give_result(t, 0);
    }
    if (bed->at != 0)
        get_up(bed);
    UWord n_woken = bed->n_woken;
    bed->n_woken = 0;
    return n_woken > 0 && !sr_isError(res) ? hp_give_result(t, sr_Res(res) + n_woken) : res;
}

/* The bed of the calling thread, if it is to sleep there and not at the program's word; or NULL. */
static Bed* own_bed(void) {
    Bed* bed = g_beds == NULL ? NULL : &g_beds[hp_calling_thread()];
    return bed != NULL && (bed->at != 0 || bed->is_woken) ? bed : NULL;
}

/* The thread sleeps in the kernel where others of the program wake it. */
static Bool make(const KernelCall* call, UWord* error) {
    Bed* bed = call->number == __NR_futex ? own_bed() : NULL;
    if (bed == NULL)
        return False;
    VexGuestAMD64State registers = *call->registers;
    registers.guest_RDI = (Addr)&bed->word;
    registers.guest_RSI |= VKI_FUTEX_PRIVATE_FLAG;
    registers.guest_RDX = 0;
    KernelCall asleep = *call;
    asleep.registers = &registers;
    *error = hp_call_kernel(&asleep);
    Bool is_woken = __atomic_load_n(&bed->word, __ATOMIC_ACQUIRE) != 0;
    call->registers->guest_RAX = is_woken ? 0 : registers.guest_RAX;
    return True;
}

/* A thread that had been woken before the signal came returns 0. */
static HpProgress interrupted(ThreadId tid, SysRes* res) {
    Bed* bed = g_beds == NULL ? NULL : &g_beds[tid];
    if (bed != NULL && bed->is_woken) {
        *res = VG_(mk_SysRes_Success)(0);
        return HP_HAS_RESULT;
    }
    if (bed != NULL && bed->at != 0)
        get_up(bed);
    return HP_NOT_MADE_HERE;
}

/*------------------------------------------------------------*/
/*--- Threads come and go                                   ---*/
/*------------------------------------------------------------*/

enum { CLONE_CHILD_CLEARTID = 0x00200000 };

void hp_sleepers_note_end_word(Thread* t, Addr word) {
    if (hp_clo_order == HP_ORDER_VIRTUAL)
        bed_of(t->tid)->cleared = word;
}

void hp_sleepers_created(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    *bed_of(t->tid) = (Bed){.word = 0};
    const Thread* parent = hp_thread(t->parent);
    const Syscall* call = parent == NULL ? NULL : hp_accesses_call(parent);
    if (call != NULL && call->number == __NR_clone && (call->args[0] & CLONE_CHILD_CLEARTID) != 0)
        bed_of(t->tid)->cleared = call->args[3];
}

void hp_sleepers_gone(Thread* t) {
    if (hp_clo_order != HP_ORDER_VIRTUAL)
        return;
    Bed* bed = bed_of(t->tid);
    if (bed->at != 0)
        get_up(bed);
    if (bed->cleared == 0)
        return;
    wake_some(bed->cleared, ANY_BIT, VG_N_THREADS, t->clock);
    hp_order_wait_until_clear(bed->cleared);
    bed->cleared = 0;
}

void hp_sleepers_in_child(Thread* t) {
    if (g_beds == NULL)
        return;
    VG_(memset)(g_queues, 0, sizeof g_queues);
    VG_(memset)(g_beds, 0, VG_N_THREADS * sizeof *g_beds);
}

void hp_sleepers_init(void) {
    static const HpMaker maker = {.make = make, .interrupted = interrupted};
    hp_makers_add(&maker);
}
