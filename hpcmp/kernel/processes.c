/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/processes.h"

#include "config.h"
#include "hpcmp/base/options.h"
#include "hpcmp/kernel/accesses.h"
#include "hpcmp/kernel/descriptors.h"
#include "hpcmp/kernel/file_locks.h"
#include "hpcmp/kernel/futex.h"
#include "hpcmp/kernel/messages.h"
#include "hpcmp/kernel/relatives.h"
#include "hpcmp/kernel/semop.h"
#include "hpcmp/kernel/signals.h"
#include "hpcmp/output/output.h"
#include "hpcmp/sync/objects.h"
#include "hpcmp/threads/threads.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

/*------------------------------------------------------------*/
/*--- Who we are                                            ---*/
/*------------------------------------------------------------*/

/* When the process started, in clock ticks since boot: field 22 of
   /proc/self/stat (proc(5)), counted from the end of the name in parentheses,
   which may hold anything.  0 if it cannot be read. */
static ULong start_time(void) {
    HChar text[1024];
    Int fd = VG_(fd_open)("/proc/self/stat", VKI_O_RDONLY, 0);
    if (fd < 0)
        return 0;
    Int n = VG_(read)(fd, text, sizeof text - 1);
    VG_(close)(fd);
    text[n > 0 ? n : 0] = '\0';
    const HChar* at = VG_(strrchr)(text, ')');
    for (UInt field = 2; at != NULL && field < 22; field++)
        at = VG_(strchr)(at + 1, ' ');
    return at == NULL ? 0 : VG_(strtoull10)(at + 1, NULL);
}

/* What no other process has while the machine runs. */
typedef struct {
    Int pid;
    ULong start;
} Identity;

static Identity own_identity(void) {
    return (Identity){VG_(getpid)(), start_time()};
}

static HChar* identity_text(Identity process) {
    HChar* text = VG_(malloc)("hp.processes.identity", 80);
    VG_(sprintf)(text, "pid %d, started at tick %llu,", process.pid, process.start);
    return text;
}

/* The first process of the run. */
static Identity g_run;

HChar* hp_process_run(void) {
    return identity_text(g_run);
}

#define RUN_OPTION "--hpcmp-run="

/* PID.TICK, as said by the image that executed this one. */
static Bool take_run(const HChar* said) {
    HChar* end;
    g_run.pid = VG_(strtoll10)(said, &end);
    if (end == said || *end != '.')
        return False;
    const HChar* tick = end + 1;
    g_run.start = VG_(strtoull10)(tick, &end);
    return end != tick && *end == '\0';
}

void hp_processes_begin(void) {
    if (hp_clo_run != NULL) {
        if (!take_run(hp_clo_run))
            VG_(fmsg_bad_option)(RUN_OPTION, "it is for the tool's own use\n");
        return;
    }
    g_run = own_identity();
    HChar* option = VG_(malloc)("hp.processes.run", 80);
    VG_(sprintf)(option, RUN_OPTION "%d.%llu", g_run.pid, g_run.start);
    VG_(addToXA)(VG_(args_for_valgrind), &option);
}

static void append(XArray* text, const HChar* part) {
    VG_(addBytesToXA)(text, part, VG_(strlen)(part));
}

HChar* hp_process_description(void) {
    XArray* text = VG_(newXA)(VG_(malloc), "hp.processes.text", VG_(free), sizeof(HChar));
    append(text, HP_NAME " " PACKAGE_VERSION ", Valgrind " VALGRIND_VERSION ", ");
    Identity own = own_identity();
    HChar* identity = identity_text(own);
    append(text, identity);
    VG_(free)(identity);
    if (own.pid != g_run.pid || own.start != g_run.start) {
        HChar* run = hp_process_run();
        append(text, " run of ");
        append(text, run);
        VG_(free)(run);
    }
    append(text, " command: ");
    append(text, VG_(args_the_exename));
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
        append(text, " ");
        append(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
    }
    VG_(addBytesToXA)(text, "", 1);
    HChar* copy = VG_(strdup)("hp.processes.description", VG_(indexXA)(text, 0));
    VG_(deleteXA)(text);
    return copy;
}

/*------------------------------------------------------------*/
/*--- fork                                                  ---*/
/*------------------------------------------------------------*/

/* A child has a trace of its own if its name can be another one. */
static Bool name_has_pid(void) {
    return VG_(strstr)(hp_clo_out_file, "%p") != NULL;
}

static void in_child(ThreadId tid) {
    hp_relatives_fork(hp_thread(tid));
    hp_sync_reset_in_child(hp_thread(tid));
    hp_descriptors_reset_in_child();
    hp_signals_reset_in_child();
    hp_messages_reset_in_child();
    hp_semop_reset_in_child();
    hp_file_locks_reset_in_child();
    hp_threads_reset_in_child(tid);
    hp_output_drop_in_child();
    hp_trace_restart();
    if (name_has_pid()) {
        hp_output_open(False);
        hp_trace_begin(hp_thread(tid));
    }
    hp_relatives_begin(hp_thread(tid));
}

/*------------------------------------------------------------*/
/*--- execve, and other system calls                        ---*/
/*------------------------------------------------------------*/

static Bool is_exec(UInt number) {
    return number == __NR_execve || number == __NR_execveat;
}

/* The program that the call is about to execute, or NULL: shells try one folder
   after the other.  The name may be no name at all; the kernel finds that out. */
static const HChar* executed_file(UInt number, const UWord* args) {
    struct vg_stat st;
    const HChar* file = (const HChar*)args[0];
    Bool is_there = number == __NR_execve && !sr_isError(VG_(stat)(file, &st)) &&
                    VKI_S_ISREG(st.mode) && (st.mode & 0111) != 0;
    return is_there ? file : NULL;
}

static void before_syscall(ThreadId tid, UInt number, UWord* args, UInt n_args) {
    hp_thread(tid)->is_in_kernel = True;
    hp_syscalls_before(hp_thread(tid), number, args);
    if (is_exec(number))
        hp_output_suspend(hp_thread(tid), executed_file(number, args));
    if (number == __NR_futex)
        hp_futex_before(hp_thread(tid), args);
    hp_descriptors_before(hp_thread(tid), number, args);
    hp_signals_before(hp_thread(tid), number, args);
    hp_messages_before(hp_thread(tid), number, args);
    hp_semop_before(hp_thread(tid), number, args);
    hp_file_locks_before(hp_thread(tid), number, args);
    hp_output_before_wait();
}

static void after_syscall(ThreadId tid, UInt number, UWord* args, UInt n_args, SysRes res) {
    hp_thread(tid)->is_in_kernel = False;
    hp_syscalls_has_read(hp_thread(tid), res);
    if (is_exec(number))
        hp_output_resume();
    if (number == __NR_clone)
        hp_threads_created(tid, !sr_isError(res));
    if (number == __NR_futex)
        hp_futex_after(hp_thread(tid), args, res);
    hp_descriptors_after(hp_thread(tid), number, args, res);
    hp_signals_after(hp_thread(tid), number, args, res);
    hp_messages_after(hp_thread(tid), number, args, res);
    hp_semop_after(hp_thread(tid), number, args, res);
    hp_file_locks_after(hp_thread(tid), number, args, res);
    hp_relatives_after(hp_thread(tid), number, args, res);
    hp_syscalls_has_written(hp_thread(tid), res);
}

void hp_processes_init(void) {
    VG_(atfork)(NULL, NULL, in_child);
    VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
}
