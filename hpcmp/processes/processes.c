/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/processes.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/options.h"
#include "hpcmp/calls/sleepers.h"
#include "hpcmp/calls/unseen.h"
#include "hpcmp/count/toggles.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/output/output.h"
#include "hpcmp/processes/inheritance.h"
#include "hpcmp/processes/last_part.h"
#include "hpcmp/processes/progress.h"
#include "hpcmp/processes/relatives.h"
#include "hpcmp/processes/signals.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/trace/identity.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

static void open_output(Bool is_fatal) {
    HChar* run = hp_process_run();
    hp_output_open(run, is_fatal);
    VG_(free)(run);
}

static void begin_trace(Thread* t) {
    HChar* text = hp_process_description();
    hp_trace_begin(t, text);
    VG_(free)(text);
}

/* Programs that are executed in another folder write into the same one. */
static void pass_folder_on(void) {
    const HChar* folder = VG_(get_startup_wd)();
    if (hp_clo_out_file[0] == '/' || folder == NULL)
        return;
    SizeT most = 2 * VG_(strlen)(folder) + VG_(strlen)(hp_clo_out_file) + 40;
    HChar* option = VG_(malloc)("hp.processes.folder", most);
    HChar* end = option + VG_(sprintf)(option, "--hpcmp-out-file=");
    for (const HChar* at = folder; *at != '\0'; at++) {
        *end++ = *at;
        if (*at == '%') /* no pattern */
            *end++ = '%';
    }
    *end++ = '/';
    VG_(strcpy)(end, hp_clo_out_file);
    VG_(addToXA)(VG_(args_for_valgrind), &option);
}

void hp_process_begin(void) {
    hp_follow_begin(hp_sleeps_until_woken);
    hp_identity_begin();
    hp_inheritance_take();
    hp_toggles_begin();
    pass_folder_on();
    /* A process of a run that has begun goes on without a trace. */
    open_output(hp_clo_run == NULL);
}

/* The first thread. */
void hp_processes_created(Thread* t) {
    if (hp_thread(t->parent) == NULL)
        begin_trace(t);
}

void hp_process_end(void) {
    const HChar* name = hp_output_name();
    hp_progress_end();
    hp_trace_end();
    if (hp_output_close() && VG_(clo_verbosity) > 0)
        VG_(umsg)("%s: %s in %s\n", HP_NAME, hp_events_in_file(), name);
    hp_follow_say_end();
}

/* HP_PROCESS_ENDS has come: in exit_group.  If a signal ends the process, or its last thread
   leaves, it has not. */
static Bool g_has_ended;

void hp_process_exit(Thread* t) {
    if (!g_has_ended)
        hp_moment_announce(HP_PROCESS_ENDS, t);
    g_has_ended = True;
}

/* The thread that has called exit last: the process ends with its last thread. */
static ULong g_left_by;

void hp_process_note_exit(const Thread* t) {
    g_left_by = t->thid;
}

/* The last thread ends, and has called neither exit_group nor exit. */
static void say_that_signal_ends_it(Thread* t) {
    HChar text[80];
    UInt signal = hp_latest_signal();
    if (g_has_ended || g_left_by == t->thid)
        return;
    VG_(snprintf)(text, sizeof text, TRACE_INFO_ENDED_BY "%s (%u)",
                  VG_(signame)((Int)signal), signal);
    hp_trace_info(t, text);
    hp_unseen_tell_fatal_signal(t, signal);
}

void hp_processes_exits(Thread* t) {
    HP_FOR_EACH_THREAD (other)
        if (other != t)
            return;
    say_that_signal_ends_it(t);
    hp_process_exit(t);
}

/* A child has a trace of its own if its name can be another one. */
static Bool name_has_pid(void) {
    return VG_(strstr)(hp_clo_out_file, "%p") != NULL;
}

static void begin_in_child(ThreadId tid) {
    Thread* t = hp_thread(tid);
    g_has_ended = False;
    g_left_by = 0;
    hp_relatives_fork(t);
    hp_moment_announce(HP_IS_FORKS_CHILD, t);
    hp_threads_reset_in_child(t);
    hp_output_drop_in_child();
    hp_restart_ids();
    if (name_has_pid()) {
        open_output(False);
        begin_trace(t);
    }
    hp_relatives_begin(t);
}

void hp_processes_init(void) {
    VG_(atfork)(hp_relatives_before_fork, NULL, begin_in_child);
}
