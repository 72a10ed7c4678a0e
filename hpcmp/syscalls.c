/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/syscalls.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/calls/accesses.h"
#include "hpcmp/calls/deadlock.h"
#include "hpcmp/calls/futex.h"
#include "hpcmp/calls/pages.h"
#include "hpcmp/calls/sleepers.h"
#include "hpcmp/calls/slept.h"
#include "hpcmp/calls/unmapped.h"
#include "hpcmp/calls/unseen.h"
#include "hpcmp/calls/waits.h"
#include "hpcmp/channels/arrivals.h"
#include "hpcmp/channels/connections.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/channels/io_calls.h"
#include "hpcmp/ipc/file_locks.h"
#include "hpcmp/ipc/messages.h"
#include "hpcmp/ipc/semop.h"
#include "hpcmp/machine/affinity.h"
#include "hpcmp/machine/libtsan.h"
#include "hpcmp/machine/listing.h"
#include "hpcmp/machine/opened.h"
#include "hpcmp/order/turns.h"
#include "hpcmp/output/output.h"
#include "hpcmp/processes/exec.h"
#include "hpcmp/processes/processes.h"
#include "hpcmp/processes/relatives.h"
#include "hpcmp/processes/signals.h"
#include "hpcmp/processes/thread_names.h"
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
        hp_process_exit(t);
    if (number == __NR_exit)
        hp_process_note_exit(t);
    hp_affinity_before(t, number, args);
    hp_slept_before(t, number, args);
    hp_waits_before(t, number, args);
    hp_output_before_wait();
}

/* Memory that a call has read is counted before the call's events, memory that it has written after
   them. */
static void after(ThreadId tid, UInt number, UWord* args, UInt n_args, SysRes res) {
    Thread* t = hp_thread(tid);
    t->is_in_kernel = False;
    hp_order_end_absence(t);
    hp_slept_after(t, res);
    hp_io_calls_after(t, number, args);
    if (number == __NR_futex)
        res = hp_sleepers_end(t, res);
    if (number == __NR_set_tid_address)
        hp_sleepers_note_end_word(t, args[0]);
    hp_accesses_count_read(t, res);
    hp_exec_after(number);
    if (number == __NR_clone)
        hp_fork_after_clone(t, !sr_isError(res));
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
    res = hp_affinity_after(t, number, args, res);
    hp_libtsan_after(t, number, args, res);
    res = hp_opened_after(t, number, args, res);
    res = hp_listing_after(t, number, args, res);
    hp_accesses_count_written(t, res);
}

void hp_syscalls_init(void) {
    VG_(needs_syscall_wrapper)(before, after);
}
