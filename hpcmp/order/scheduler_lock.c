/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lock by which Valgrind serialises threads. With --hpcmp-order=virtual, or with a plan, a lock
 * of ours takes its place (--wrap in local.mk).
 */

#include "hpcmp/base/core.h"
#include "hpcmp/base/options.h"
#include "hpcmp/order/clocks.h"
#include "hpcmp/order/turns.h"

static Bool is_ours(void) {
    return hp_clo_order == HP_ORDER_VIRTUAL;
}

/* Valgrind's own is made in any case, for its name.  It is made when the options have been
   read, and in the child of a fork. */
SchedLock* HP_OURS(CREATE_SCHED_LOCK)(void) {
    static Bool has_begun;
    if (is_ours() && has_begun) {
        hp_turns_begin_in_child();
    } else if (is_ours()) {
        hp_turns_begin();
    }
    has_begun = True;
    return HP_REAL(CREATE_SCHED_LOCK)();
}

void HP_OURS(ACQUIRE_SCHED_LOCK)(SchedLock* lock) {
    if (is_ours())
        hp_turn_take();
    else
        HP_REAL(ACQUIRE_SCHED_LOCK)(lock);
}

void HP_OURS(RELEASE_SCHED_LOCK)(SchedLock* lock) {
    if (is_ours())
        hp_turn_give();
    else
        HP_REAL(RELEASE_SCHED_LOCK)(lock);
}

Int HP_OURS(SCHED_LOCK_OWNER)(SchedLock* lock) {
    return is_ours() ? hp_turn_owner() : HP_REAL(SCHED_LOCK_OWNER)(lock);
}
