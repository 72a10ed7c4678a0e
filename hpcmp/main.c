/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * HPCMP records a trace. For each thread, the trace contains heap allocations, the bytes read and
 * written in each block, the number of instructions, and every synchronisation event. From the
 * trace, ilmgen builds the Iterative Lace Model.
 *
 * A room is a folder with one subject. Each room asks only the rooms before it in this list: base
 * (parts of Valgrind and Linux that we use), output (the file), blocks (the places of heap blocks),
 * threads (their lives), order (which thread has the turn), count (instructions and accesses),
 * where (places in the program), trace (events), heap (malloc), sync (primitives), atomics (atomic
 * operations), calls (system calls), channels (pipes and connections), ipc (System V, message
 * queues, locks on files), machine (the processors that the program sees), processes (processes and
 * signals), and `tool` in openmp, tbb and mpi. docs/how-it-works.md shows the way of an access, a
 * lock and a process through the rooms.
 */

#include "config.h"
#include "hpcmp/atomics/atomics.h"
#include "hpcmp/base/options.h"
#include "hpcmp/blocks/block.h"
#include "hpcmp/blocks/pool.h"
#include "hpcmp/calls/accesses.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/calls/futex.h"
#include "hpcmp/calls/pages.h"
#include "hpcmp/calls/sleepers.h"
#include "hpcmp/channels/attempts.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/client_requests.h"
#include "hpcmp/count/gates.h"
#include "hpcmp/count/instrument.h"
#include "hpcmp/count/repeats.h"
#include "hpcmp/count/stack_memory.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/heap/custom.h"
#include "hpcmp/heap/malloc.h"
#include "hpcmp/ipc/file_locks.h"
#include "hpcmp/ipc/semop.h"
#include "hpcmp/mpi/tool/mpi_calls.h"
#include "hpcmp/openmp/tool/omp.h"
#include "hpcmp/posix/tool/conditions.h"
#include "hpcmp/posix/tool/once.h"
#include "hpcmp/processes/processes.h"
#include "hpcmp/processes/signals.h"
#include "hpcmp/sync/barriers.h"
#include "hpcmp/sync/fork_join.h"
#include "hpcmp/sync/locks.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/sync/semaphores.h"
#include "hpcmp/syscalls.h"
#include "hpcmp/threads/lives.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/where/call_stacks.h"
#include "hpcmp/where/code.h"

static void fini(Int exit_code) {
    hp_process_end();
}

static void describe(void) {
    VG_(details_name)("HPCMP");
    VG_(details_version)(PACKAGE_VERSION);
    VG_(details_description)("a memory and synchronisation profiler");
    VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the HPCMP authors.");
    VG_(details_bug_reports_to)("the HPCMP project");
    VG_(details_avg_translation_sizeB)(400);
}

/* Rooms make here what they need before the first thread.  The rooms that hear of a later moment
   of a thread's life stand in threads/moments.def. */
static void begin_rooms(void) {
    hp_lives_init();
    hp_waiting_init();

    hp_block_pool_init();
    hp_block_init();
    hp_stack_memory_init();
    hp_traffic_init();
    hp_repeats_init();
    hp_gates_init(hp_call_is_private, hp_lock_makes_event);
    hp_instrument_init();

    hp_code_init();
    hp_call_stacks_init();

    hp_malloc_init();
    hp_custom_init();

    hp_objects_init();
    hp_accesses_init();
    hp_conditions_init();
    hp_locks_init();
    hp_semaphores_init();
    hp_barriers_init();
    hp_fork_join_init();

    hp_processes_init();
    hp_syscalls_init();
    hp_futex_init();
    hp_sleepers_init();
    hp_descriptors_init();
    hp_attempts_init();
    hp_signals_init();
    hp_semop_init();
    hp_file_locks_init();
    hp_pages_init();

    hp_atomics_init();
    hp_once_init();
    hp_mpi_init();
    hp_omp_init();
    hp_client_requests_init();
}

static void pre_clo_init(void) {
    describe();
    VG_(basic_tool_funcs)(hp_process_begin, hp_instrument, fini);
    VG_(needs_command_line_options)(hp_options_process, hp_options_print_usage,
                                    hp_options_print_debug_usage);
    hp_options_preset();
    begin_rooms();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
