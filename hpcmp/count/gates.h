/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gates: places in the code that a thread passes only if it is not ahead of the others
 * (order/), and where its turn ends if it is.
 *
 * There is a gate before each operation that other threads can see: an atomic instruction, a system
 * call, and each function of the C library for locks and the like. Such a function is one
 * operation, so it has no gates inside. Unlocking has a gate only while a thread waits for the
 * lock, because that thread, and no other one, has to get the lock next. The slack does not apply
 * to this gate.  Example: thread 2 unlocks at 5,000, and thread 4 asks for the lock at 4,500.  If
 * thread 2 came first, thread 4 would take the lock before thread 3, which has waited since 1,000
 * and wakes at 5,000.  If no thread waits, the unlock may come early: the clock of a thread that
 * takes the lock is raised to that of the unlock, and a thread that only tries finds the lock still
 * taken.  Posting a semaphore always has a gate, an exact one while a thread waits.
 *
 * While threads follow a plan (order/follow.h), each superblock of the program has a gate, because
 * a release is over as soon as the program goes on behind it.
 *
 * A gate costs a comparison, because the limit of a turn is fixed while the turn lasts.  At a
 * closed gate the thread leaves the superblock for the same superblock, with none of the blocks
 * of this turn left.  It goes through Valgrind's scheduler, because a plain jump may skip the
 * count of the blocks.  A gate can only be at the beginning of a superblock, because VEX drops
 * what a later statement of the same superblock replaces in the guest state, and does not know of
 * exits that a tool adds.
 */
#ifndef HP_GATES_H
#define HP_GATES_H

#include "hpcmp/threads/threads.h"

typedef struct {
    enum {
        HP_NO_GATE,
        HP_GATE,
        HP_GATE_OF_SYSCALL,
        HP_GATE_OF_UNLOCK,
        HP_GATE_OF_POST,
        HP_GATE_OF_TAKING, /* of what may have an acquire or a join */
        HP_GATE_OF_PLAN
    } kind;
    /* If not 0, an instruction inside the superblock needs a gate. The superblock then ends before
       this instruction, after `cut` instructions. */
    UInt cut;
    UInt taken; /* HP_GATE_OF_TAKING: an HpPrim, or HP_NO_PRIM: a join */
} Gate;

#define HP_NO_PRIM (~0U)

/* `is_private` says whether a thread that is ahead of the others may make the system call with this
   number. `is_taken` says whether t, which is about to lock this object, takes the object, because
   t does not have it already. */
void hp_gates_init(Bool (*is_private)(UWord number),
                   Bool (*is_taken)(const Thread* t, Addr object));

/* The gate that this superblock needs.  If nraddr and readdr differ, Valgrind has redirected its
   code from nraddr to readdr. */
Gate hp_gate_of(const IRSB* sb, Addr nraddr, Addr readdr);

/* Called by generated code, if the limit of the turn has been reached: sets hp_run.leaves if
   the turn is over. */
VG_REGPARM(0) void hp_gate_reached(void);
VG_REGPARM(0) void hp_gate_of_syscall_reached(void);
VG_REGPARM(0) void hp_gate_of_unlock_reached(void);
VG_REGPARM(0) void hp_gate_of_post_reached(void);
VG_REGPARM(1) void hp_gate_of_taking_reached(UWord taken);
VG_REGPARM(0) void hp_gate_of_plan_reached(void);

#endif
