/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * HPCMP: records, per thread, heap allocations, the bytes read and written in
 * each block, instructions, and every synchronisation event, as a trace from
 * which ilmgen builds the Iterative Lace Model.
 *
 * The data's way.  Accesses: hp_instrument.c makes code that counts, for which
 * hp_survey.c looks through a superblock first (hp_chase.c says how far one goes);
 * hp_run.c is what that code works with, hp_sites.c what it counts at; hp_syscalls.c
 * sees the kernel's accesses; hp_traffic.c counts all at the block that
 * hp_blockmap.c finds.  Blocks: malloc and its family come from hp_heap.c, with
 * descriptors of hp_block_pool.c, a program's own from hp_custom_heap.c.
 * Synchronisation: hp_requests.c hears of what the preload library and the program
 * report, and passes it to a file a primitive (hp_lock.c to hp_once.c, hp_tbb.c,
 * hp_omp_*.c, hp_annotations.c, hp_user.c); hp_processes.c sees system calls and
 * passes them to hp_futex.c, hp_signals.c, hp_messages.c, hp_semop.c,
 * hp_file_locks.c, and by way of hp_descriptors.c to hp_pipe.c, some through
 * hp_attempts.c; hp_sync.c knows the objects.  Whom all that concerns is in
 * hp_threads.c, what it waits or does for a library in hp_waiting.c and
 * hp_runtime.c.  hp_trace.c makes events of it, hp_output.c a buffer full of them,
 * and hp_sink.c the file that hp_output_name.c has chosen, compressed by the process
 * that hp_compressor.c begins.
 */

#include "config.h"
#include "hp_heap.h"
#include "hp_include.h"
#include "hp_instrument.h"
#include "hp_omp.h"
#include "hp_options.h"
#include "hp_output.h"
#include "hp_processes.h"
#include "hp_requests.h"
#include "hp_sync.h"
#include "hp_syscalls.h"
#include "hp_threads.h"
#include "hp_trace.h"
#include "hp_traffic.h"
#include "hp_waiting.h"

static void post_clo_init(void)
{
   hp_processes_begin();
   hp_output_open(True);
}

static void fini(Int exit_code)
{
   hp_trace_end();
   hp_output_close();
}

static void pre_clo_init(void)
{
   VG_(details_name)("HPCMP");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("a memory and synchronisation profiler");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by the HPCMP authors.");
   VG_(details_bug_reports_to)("the HPCMP project");
   VG_(details_avg_translation_sizeB)(400);

   VG_(basic_tool_funcs)(post_clo_init, hp_instrument, fini);
   VG_(needs_command_line_options)(hp_options_process, hp_options_print_usage,
                                   hp_options_print_debug_usage);
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
