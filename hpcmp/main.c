/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * HPCMP: records, per thread, heap allocations, the bytes read and written in
 * each block, instructions, and every synchronisation event, as a trace from
 * which ilmgen builds the Iterative Lace Model.
 *
 * The data's way.  Accesses: count/instrument.c makes code that counts, for which
 * count/survey.c looks through a superblock first (count/chase.c says how far one goes);
 * count/run.c is what that code works with, count/sites.c what it counts at; kernel/accesses.c
 * sees the kernel's accesses; count/traffic.c counts all at the block that
 * blocks/map.c finds.  Blocks: malloc and its family come from heap/heap.c, with
 * descriptors of blocks/pool.c, a program's own from heap/custom.c.
 * Synchronisation: requests.c hears of what the preload library and the program
 * report, and passes it to a file a primitive (sync/locks.c to sync/once.c, runtimes/tbb.c,
 * hp_omp_*.c, sync/annotations.c, sync/user.c); kernel/processes.c sees system calls and
 * passes them to kernel/futex.c, kernel/signals.c, kernel/messages.c, kernel/semop.c,
 * kernel/file_locks.c, and by way of kernel/descriptors.c to kernel/pipes.c, some through
 * kernel/attempts.c; sync/objects.c knows the objects.  Whom all that concerns is in
 * threads/threads.c, what it waits or does for a library in threads/waiting.c and
 * threads/library.c.  trace/trace.c makes events of it, output/output.c a buffer full of them,
 * and output/sink.c the file that output/file_name.c has chosen, compressed by the process
 * that output/compressor.c begins.
 */

#include "config.h"
#include "hpcmp/base/basics.h"
#include "hpcmp/base/options.h"
#include "hpcmp/count/instrument.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/heap/heap.h"
#include "hpcmp/kernel/accesses.h"
#include "hpcmp/kernel/processes.h"
#include "hpcmp/output/output.h"
#include "hpcmp/requests.h"
#include "hpcmp/runtimes/omp.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/threads.h"
#include "hpcmp/threads/waiting.h"
#include "hpcmp/trace/trace.h"

static void post_clo_init(void) {
    hp_processes_begin();
    hp_output_open(True);
}

static void fini(Int exit_code) {
    hp_trace_end();
    hp_output_close();
}

static void pre_clo_init(void) {
    VG_(details_name)("HPCMP");
    VG_(details_version)(PACKAGE_VERSION);
    VG_(details_description)("a memory and synchronisation profiler");
    VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the HPCMP authors.");
    VG_(details_bug_reports_to)("the HPCMP project");
    VG_(details_avg_translation_sizeB)(400);

    VG_(basic_tool_funcs)(post_clo_init, hp_instrument, fini);
    VG_(needs_command_line_options)
    (hp_options_process, hp_options_print_usage, hp_options_print_debug_usage);
    hp_options_preset();
    hp_traffic_init();
    hp_heap_init();
    hp_sync_init();
    hp_omp_init();
    hp_threads_init();
    hp_waiting_init();
    hp_requests_init();
    hp_syscalls_init();
    hp_instrument_init();
    hp_processes_init();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
