/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * oneTBB's tasks, as hpcmp/preload/tbb/tbb.c reports them. Giving the n-th task to the scheduler
 * publishes n, executing it takes that. The end of a task is a release of its group's context, and
 * a thread that has waited for the group comes after all of these.
 */
#ifndef HP_TBB_H
#define HP_TBB_H

#include "hpcmp/threads/threads.h"

/* A client request of shared/client_requests.h; False if it is none of TBB's. */
Bool hp_tbb_request(Thread* t, const UWord* arg, UWord* result);

#endif
