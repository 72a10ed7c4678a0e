/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/exec.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/ipc/file_locks.h"
#include "hpcmp/machine/affinity.h"
#include "hpcmp/order/follow.h"
#include "hpcmp/output/output.h"
#include "hpcmp/processes/followed.h"
#include "hpcmp/processes/inheritance.h"
#include "hpcmp/processes/last_part.h"
#include "hpcmp/processes/progress.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"

/* Where the trace ended before its end was written; HP_NO_PLACE: that cannot be undone. */
static Long g_suspended_at = HP_NO_PLACE;
static ULong g_suspended_events;

/* The program that the call is about to execute, or NULL: shells try one folder
   after the other.  The name may be no name at all; the kernel finds that out. */
static const HChar* executed_file(UInt number, const UWord* args) {
    struct vg_stat st;
    const HChar* file = (const HChar*)args[0];
    Bool is_there = number == __NR_execve && !sr_isError(VG_(stat)(file, &st)) &&
                                                         VKI_S_ISREG(st.mode) &&
                                                         (st.mode & 0111) != 0;
    return is_there ? file : NULL;
}

/* The trace ends with what becomes of the process. */
static void put_next_program(Thread* t, const HChar* file) {
    const HChar* reason = hp_reason_not_followed(file);
    if (reason != NULL)
        hp_trace_exec_unseen(t, file, reason);
    else
        hp_trace_exec(t, file);
}

static void say_where(const HChar* file) {
    if (VG_(clo_verbosity) > 0)
        VG_(umsg)("%s: %s in %s; now %s is executed%s\n", HP_NAME, hp_events_in_file(),
                  hp_output_name(), file,
                  VG_(clo_trace_children) ? "" : ", which --trace-children=yes would record, too");
}

/* If the end could not be cut off again after a failed call, because the output is, for example, a
   pipe, the trace stays without an end. */
void hp_exec_before(Thread* t, UInt number, const UWord* args) {
    if (!hp_call_facts(number)->executes)
        return;
    const HChar* file = executed_file(number, args);
    hp_followed_set_environment(args[number == __NR_execve ? 2 : 3]);
    if (file != NULL) {
        hp_follow_process_ends(t);
        hp_descriptors_before_exec(t);
        hp_file_locks_before_exec(t);
        if (VG_(clo_trace_children)) {
            hp_inheritance_pass_on();
            hp_affinity_pass_on(t);
        }
    }
    g_suspended_at = hp_output_settle();
    if (g_suspended_at != HP_NO_PLACE) {
        g_suspended_events = hp_n_events();
        if (file != NULL)
            put_next_program(t, file);
        hp_trace_end();
        hp_output_store();
    }
    if (hp_output_is_open() && file != NULL) {
        hp_progress_end();
        say_where(file);
        hp_follow_say_end();
    }
}

void hp_exec_after(UInt number) {
    if (!hp_call_facts(number)->executes || g_suspended_at == HP_NO_PLACE)
        return;
    if (hp_output_is_open()) {
        hp_output_cut(g_suspended_at);
        hp_set_n_events(g_suspended_events);
    }
    g_suspended_at = HP_NO_PLACE;
}
