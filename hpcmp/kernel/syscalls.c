/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/syscalls.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/kernel/accesses.h"
#include "hpcmp/kernel/affinity.h"
#include "hpcmp/kernel/arrivals.h"
#include "hpcmp/kernel/connections.h"
#include "hpcmp/kernel/deadlock.h"
#include "hpcmp/kernel/descriptors.h"
#include "hpcmp/kernel/exec.h"
#include "hpcmp/kernel/file_locks.h"
#include "hpcmp/kernel/futex.h"
#include "hpcmp/kernel/messages.h"
#include "hpcmp/kernel/pages.h"
#include "hpcmp/kernel/processes.h"
#include "hpcmp/kernel/relatives.h"
#include "hpcmp/kernel/semop.h"
#include "hpcmp/kernel/signals.h"
#include "hpcmp/kernel/sleepers.h"
#include "hpcmp/kernel/thread_names.h"
#include "hpcmp/kernel/unmapped.h"
#include "hpcmp/kernel/unseen.h"
#include "hpcmp/kernel/waits.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/output/output.h"
#include "hpcmp/sync/fork_join.h"

static void before(ThreadId tid, UInt number, UWord* args, UInt n_args) {
    Thread* t = hp_thread(tid);
    t->is_in_kernel = True;
    hp_accesses_before(t, number, args);
    hp_exec_before(t, number, args);
    if (number == __NR_futex)
        hp_futex_before(t, args);
    hp_connections_before(t, number, args);
    hp_descriptors_before(t, number, args);
    hp_signals_before(t, number, args);
    hp_messages_before(t, number, args);
    hp_semop_before(t, number, args);
    hp_file_locks_before(t, number, args);
    if (number == __NR_exit_group)
        hp_process_exits(t);
    if (number == __NR_exit)
        hp_process_is_left(t);
    hp_affinity_before(t, number, args);
    hp_waits_before(t, number, args);
    hp_output_before_wait();
}

/* Memory that a call has read is counted before the call's events, memory that it has written after
   them. */
static void after(ThreadId tid, UInt number, UWord* args, UInt n_args, SysRes res) {
    Thread* t = hp_thread(tid);
    t->is_in_kernel = False;
    hp_order_is_back(t);
    if (number == __NR_futex)
        res = hp_sleepers_end(t, res);
    if (number == __NR_set_tid_address)
        hp_sleepers_cleared_at_end(t, args[0]);
    hp_accesses_has_read(t, res);
    hp_exec_after(number);
    if (number == __NR_clone)
        hp_fork_cloned(t, !sr_isError(res));
    if (number == __NR_futex)
        hp_futex_after(t, args, res);
    hp_descriptors_after(t, number, args, res);
    hp_connections_after(t, number, args, res);
    hp_arrivals_after(t, number, args, res);
    hp_deadlock_after(number, args, res);
    hp_signals_after(t, number, args, res);
    hp_messages_after(t, number, args, res);
    hp_semop_after(t, number, args, res);
    hp_file_locks_after(t, number, args, res);
    hp_thread_names_after(t, number, args, res);
    hp_pages_after(t, number, args, res);
    hp_unmapped_after(t, number, args, res);
    hp_unseen_after(t, number, args, res);
    hp_relatives_after(t, number, args, res);
    hp_accesses_has_written(t, res);
}

void hp_syscalls_init(void) {
    VG_(needs_syscall_wrapper)(before, after);
}
