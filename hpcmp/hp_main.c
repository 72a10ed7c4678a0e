/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * HPCMP: records, per thread, heap allocations, the bytes read and written in
 * each block, instructions, and every synchronisation event, as a trace from
 * which ilmgen builds the Iterative Lace Model.
 *
 * The data's way: hp_instrument.c and hp_syscalls.c see accesses, hp_traffic.c
 * counts them at the block that hp_blockmap.c finds; hp_requests.c hears of
 * what the preload library and the program report, hp_heap.c of malloc and its
 * family; hp_threads.c and hp_sync.c know whom it concerns; hp_trace.c makes
 * events of it, hp_output.c a file.
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
