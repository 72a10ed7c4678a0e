/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * oneTBB's tasks, as hpcmp/tbb/program/tbb.c reports them. Giving the n-th task to the scheduler is
 * release n, and the thread that executes the task acquires n. The end of a task is a release at
 * the context of its group. A thread that has waited for the group comes after all these releases.
 *
 * The room tbb/tool knows tasks that belong to no team of threads. It asks base, threads and sync.
 */
#ifndef HP_TBB_H
#define HP_TBB_H

#include "hpcmp/threads/threads.h"

/* These functions handle the requests TBB_... of shared/client_requests.def. */
void hp_tbb_task_give(Thread* t, Addr task, Addr functions, Bool is_spawned);
Addr hp_tbb_task_begin(Thread* t, Addr task, Addr context);
Addr hp_tbb_task_drop(Addr task);
void hp_tbb_task_end(Thread* t);
void hp_tbb_wait_begin(Thread* t, Addr context);
void hp_tbb_wait_end(Thread* t);

#endif
