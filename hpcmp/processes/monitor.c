/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/monitor.h"

#include "hpcmp/base/core.h"
#include "hpcmp/count/toggles.h"
#include "hpcmp/output/output.h"
#include "hpcmp/processes/last_part.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcfile.h"
#include "shared/trace_vocabulary.h"

/* A copy of the trace, which is complete at this moment. */
static Long copy_trace(const HChar* name) {
    enum { MODE = 0644 };
    const Int to = VG_(fd_open)(name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, MODE);
    const Long copied = to < 0 ? -1 : hp_output_copy(to);
    if (to >= 0)
        VG_(close)(to);
    if (copied < 0 && to >= 0)
        VG_(unlink)(name);
    return copied;
}

/* The trace gets its end, as before an execve, and loses it again (exec.c). */
static void take_snapshot(const HChar* name) {
    const Long end = hp_output_settle();
    if (end == HP_NO_PLACE) {
        VG_(gdb_printf)("hpcmp: no snapshot, because the trace is not in a file\n");
        return;
    }
    const ULong n_events = hp_n_events();
    hp_trace_end();
    hp_output_store();
    const Long copied = copy_trace(name);
    hp_output_cut(end);
    hp_set_n_events(n_events);
    if (copied < 0)
        VG_(gdb_printf)("hpcmp: no snapshot, because %s exists or cannot be written\n", name);
    else
        VG_(gdb_printf)("hpcmp: %s: %s; ilmgen --report reads it\n", name, hp_events_in_file());
}

static void snapshot(const HChar* name) {
    if (name == NULL || name[0] != '/')
        VG_(gdb_printf)(
            "hpcmp: type snapshot and a file's name from the root: snapshot /tmp/x.json\n");
    else
        take_snapshot(name);
}

/* No thread runs while all are blocked in system calls: t is NULL. */
static void switch_recording(Thread* t, Bool is_on) {
    hp_toggle_set(is_on);
    if (t == NULL)
        t = hp_thread_next_living(1);
    hp_trace_info(t, is_on ? TRACE_INFO_PART "only after a monitor command start"
                           : TRACE_INFO_PART "only until a monitor command stop");
    VG_(gdb_printf)("hpcmp: recording of instructions and accesses %s at event %llu\n",
                    is_on ? "starts" : "stops", hp_n_events());
}

static void print_help(void) {
    VG_(gdb_printf)("hpcmp's monitor commands:\n"
                    "  start          record instructions and accesses from now on\n"
                    "  stop           leave them out from now on; the order of events stays\n"
                    "  snapshot FILE  write the trace up to now, complete, into a new file\n"
                    "  status         say how many events the trace has\n");
}

Bool hp_monitor_request(Thread* t, const UWord* arg, UWord* result) {
    HChar* command = VG_(strdup)("hp.monitor.command", (const HChar*)arg[1]);
    HChar* rest;
    const HChar* word = VG_(strtok_r)(command, " \t", &rest);
    *result = 1;
    switch (VG_(keyword_id)("help start stop snapshot status", word == NULL ? "" : word,
                            kwd_report_duplicated_matches)) {
    case 0: print_help(); break;
    case 1: switch_recording(t, True); break;
    case 2: switch_recording(t, False); break;
    case 3: snapshot(VG_(strtok_r)(NULL, " \t", &rest)); break;
    case 4: VG_(gdb_printf)("hpcmp: %s in %s\n", hp_events_in_file(), hp_output_name()); break;
    default: *result = 0; break;
    }
    VG_(free)(command);
    return *result == 1;
}
