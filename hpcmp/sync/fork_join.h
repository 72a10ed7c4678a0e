/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes the events of threads that are created, end and are joined: fork, exit and join.
 */
#ifndef HP_FORK_JOIN_H
#define HP_FORK_JOIN_H

#include "hpcmp/threads/threads.h"

void hp_fork_join_init(void);

/* A call of clone by t has returned. */
void hp_fork_after_clone(Thread* t, Bool success);

/* hp_join_begin(): t is about to join the thread with this pthread_t. hp_join_end(): t has joined
   it, with success. */
void hp_join_begin(Thread* t, UWord pthread);
void hp_join_end(Thread* t);
/* Calls `visit` for each thread that has exited and may still be joined. The arguments are those
   members of its Thread. */
void hp_joinable_for_each(void (*visit)(ULong thid, ULong forked_by));
/* thid of the thread that t joins now, or 0. */
ULong hp_join_target(const Thread* t);

#endif
