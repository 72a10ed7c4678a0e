/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gates: places in the code that a thread passes only if it is not ahead of the others (order/). If
 * it is ahead, its turn ends there.
 *
 * There is a gate before each operation that other threads can see: an atomic instruction, a system
 * call, and each function of the C library for locks and the like. Such a function is one
 * operation, so it has no gates inside. Unlocking has a gate only while a thread waits for the
 * lock, because the waiting thread, and no other one, has to get the lock next. The slack (how far
 * a thread may run ahead) does not apply to this gate. Example: thread 2 unlocks at 5,000, and
 * thread 4 asks for the lock at 4,500. If thread 2 came first, thread 4 would take the lock before
 * thread 3, which has waited since 1,000 and wakes at 5,000. If no thread waits, the unlock may
 * come early. A thread that takes the lock afterwards has its clock raised to that of the unlock. A
 * thread that only tries to take the lock finds it still taken. Posting a semaphore always has a
 * gate. While a thread waits for the semaphore, the slack does not apply to this gate either.
 *
 * Two threads that increment one counter again and again would change turns every thousand
 * instructions, which costs more than the increments. If an atomic instruction does not use its
 * result, and no thread has read the word that it has changed latest, a thread may run ahead of the
 * others by 16 times the slack. The first thread that reads the word then finds increments that are
 * too early by up to that many instructions. From then on, the usual limit applies to the word.
 *
 * While threads follow a plan (order/follow.h), each superblock of the program has a gate, because
 * a step that ends with a release is over as soon as the program continues behind the release.
 *
 * A gate costs a comparison, because the limit of a turn is fixed while the turn lasts. At a closed
 * gate the thread leaves the superblock, and comes back to its beginning in a later turn. Before it
 * leaves, the number of superblocks that remain in this turn is set to 0. The thread goes through
 * Valgrind's scheduler, because a plain jump may skip the counting of superblocks. A gate can only
 * be at the beginning of a superblock. The reason is that VEX drops a write to the guest state if a
 * later statement of the same superblock overwrites it, and VEX does not know of exits that a tool
 * adds in between.
 */
#ifndef HP_GATES_H
#define HP_GATES_H

#include "hpcmp/threads/threads.h"

typedef struct {
    enum {
        HP_NO_GATE,
        HP_GATE,
        HP_GATE_OF_UNSEEN, /* of an atomic instruction whose result is unused (unused.h) */
        HP_GATE_OF_SYSCALL,
        HP_GATE_OF_UNLOCK,
        HP_GATE_OF_POST,
        HP_GATE_OF_TAKING, /* of an operation that may acquire or join */
        HP_GATE_OF_PLAN
    } kind;
    /* If not 0, an instruction inside the superblock needs a gate. The superblock then ends before
       this instruction, after `cut` instructions. */
    UInt cut;
    UInt taken; /* HP_GATE_OF_TAKING: the HpPrim of what is acquired, or HP_NO_PRIM for a join */
} Gate;

#define HP_NO_PRIM (~0U)

/* `is_private` says whether a thread that is ahead of the others may make the system call with this
   number. `is_taken` is asked when t is about to lock this object: does t take it? It does not if t
   has the object already. */
void hp_gates_init(Bool (*is_private)(UWord number),
                   Bool (*is_taken)(const Thread* t, Addr object));

/* The gate that this superblock needs.  If nraddr and readdr differ, Valgrind has redirected its
   code from nraddr to readdr. */
Gate hp_gate_of(const IRSB* sb, Addr nraddr, Addr readdr);

/* Generated code calls these functions if the limit of the turn has been reached. They set
   hp_run.leaves if the turn is over. */
VG_REGPARM(0) void hp_gate_reached(void);
VG_REGPARM(0) void hp_gate_of_syscall_reached(void);
VG_REGPARM(0) void hp_gate_of_unlock_reached(void);
VG_REGPARM(0) void hp_gate_of_post_reached(void);
VG_REGPARM(1) void hp_gate_of_taking_reached(UWord taken);
VG_REGPARM(0) void hp_gate_of_plan_reached(void);

#endif
