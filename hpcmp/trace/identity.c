/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/trace/identity.h"

#include "config.h"
#include "hpcmp/base/command_line.h"
#include "hpcmp/base/core.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/proc.h"
#include "hpcmp/order/follow.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

/* When the process started, in clock ticks since boot: field 22 of
   /proc/self/stat (proc(5)), counted from the end of the name in parentheses,
   which may hold anything.  0 if it cannot be read. */
static ULong start_time(void) {
    HChar text[1024];
    hp_read_proc(text, sizeof text, "/proc/self/stat");
    const HChar* at = VG_(strrchr)(text, ')');
    for (UInt field = 2; at != NULL && field < 22; field++)
        at = VG_(strchr)(at + 1, ' ');
    return at == NULL ? 0 : VG_(strtoull10)(at + 1, NULL);
}

Identity hp_process_identity(void) {
    static Identity own;
    Int pid = VG_(getpid)();
    if (own.pid != pid)
        own = (Identity){pid, start_time()};
    return own;
}

static HChar* identity_text(Identity process) {
    HChar* text = VG_(malloc)("hp.processes.identity", 80);
    VG_(sprintf)(text, TRACE_INFO_PID "%d" TRACE_INFO_STARTED "%llu,", process.pid, process.start);
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

void hp_pass_on_option(const HChar* prefix, const HChar* value) {
    const SizeT length = VG_(strlen)(prefix);
    HChar* option = VG_(malloc)("hp.identity.option", length + VG_(strlen)(value) + 1);
    VG_(sprintf)(option, "%s%s", prefix, value);
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
        HChar** former = VG_(indexXA)(VG_(args_for_valgrind), i);
        if (VG_(strncmp)(*former, prefix, length) == 0) {
            *former = option;
            return;
        }
    }
    VG_(addToXA)(VG_(args_for_valgrind), &option);
}

void hp_identity_begin(void) {
    if (hp_clo_run != NULL) {
        if (!take_run(hp_clo_run))
            hp_refuse_own_option(RUN_OPTION);
        return;
    }
    g_run = hp_process_identity();
    HChar value[48];
    VG_(sprintf)(value, "%d.%llu", g_run.pid, g_run.start);
    hp_pass_on_option(RUN_OPTION, value);
}

static void append(XArray* text, const HChar* part) {
    VG_(addBytesToXA)(text, part, VG_(strlen)(part));
}

/* Where the parameter begins that follows this one in a command line, whose words end in '\0';
   NULL: none does. */
static const HChar* parameter(const HChar* line, SizeT bytes, const HChar* option) {
    const HChar* const end = line + bytes;
    const HChar* word = line;
    while (word < end && VG_(strcmp)(word, option) != 0)
        word += VG_(strlen)(word) + 1;
    const HChar* next = word < end ? word + VG_(strlen)(word) + 1 : end;
    return next < end ? next : NULL;
}

static Bool is_name(const HChar* text) {
    for (const HChar* at = text; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~' || *at == ',')
            return False;
    return *text != '\0';
}

/* MPICH's ranks have no name of their job. On each machine they are children of one process, which
   all have been told where to find the mpirun: host and port, which no other job has meanwhile. If
   the starter is of another kind, its pid stands for the job. */
static HChar* job_of_parent(void) {
    HChar line[4096];
    HChar name[32];
    const SizeT length = hp_read_proc(line, sizeof line, "/proc/%d/cmdline", VG_(getppid)());
    const HChar* port = parameter(line, length, "--control-port");
    VG_(sprintf)(name, "%d", VG_(getppid)());
    return VG_(strdup)("hp.processes.job", port != NULL && is_name(port) ? port : name);
}

/* Open MPI tells a spawned world where to find who has spawned it: JOB.RANK:PORT. */
static void append_spawner(XArray* text) {
    const HChar* port = VG_(getenv)("OMPI_PARENT_PORT");
    HChar job[24];
    SizeT n = 0;
    while (port != NULL && port[n] >= '0' && port[n] <= '9' && n < sizeof job - 1) {
        job[n] = port[n];
        n++;
    }
    job[n] = '\0';
    if (n == 0 || port[n] != '.')
        return;
    append(text, TRACE_INFO_SPAWNED_BY);
    append(text, job);
    append(text, ",");
}

/* Appends the facts that mpirun tells a rank: Open MPI's and others by PMIx, MPICH's by PMI. */
static void append_rank(XArray* text) {
    const HChar* rank = VG_(getenv)("PMIX_RANK");
    const HChar* ranks = VG_(getenv)("OMPI_COMM_WORLD_SIZE");
    const HChar* job = VG_(getenv)("PMIX_NAMESPACE");
    HChar* of_parent = NULL;
    if (rank == NULL || ranks == NULL || job == NULL) {
        rank = VG_(getenv)("PMI_RANK");
        ranks = VG_(getenv)("PMI_SIZE");
        job = of_parent = rank != NULL && ranks != NULL ? job_of_parent() : NULL;
    }
    if (job == NULL)
        return;
    const HChar* const parts[] = {
        TRACE_INFO_RANK, rank, TRACE_INFO_RANKS, ranks, TRACE_INFO_JOB, job, ","};
    for (UInt i = 0; i < sizeof parts / sizeof *parts; i++)
        append(text, parts[i]);
    if (of_parent == NULL)
        append_spawner(text);
    else
        VG_(free)(of_parent);
}

HChar* hp_process_description(void) {
    XArray* text = VG_(newXA)(VG_(malloc), "hp.processes.text", VG_(free), sizeof(HChar));
    append(text, HP_NAME " " PACKAGE_VERSION ", Valgrind " VALGRIND_VERSION ", ");
    Identity own = hp_process_identity();
    HChar* identity = identity_text(own);
    append(text, identity);
    VG_(free)(identity);
    if (own.pid != g_run.pid || own.start != g_run.start) {
        HChar* run = hp_process_run();
        append(text, TRACE_INFO_RUN);
        append(text, run);
        VG_(free)(run);
    } else {
        append_rank(text); /* its children inherit what it was told */
    }
    append(text, TRACE_INFO_ORDER);
    append(text, hp_is_plan_followed()              ? TRACE_INFO_ORDER_PLAN
                 : hp_clo_order == HP_ORDER_VIRTUAL ? TRACE_INFO_ORDER_VIRTUAL
                                                    : TRACE_INFO_ORDER_HOST);
    append(text, TRACE_INFO_COMMAND);
    HChar* command = hp_command_line();
    append(text, command);
    VG_(free)(command);
    VG_(addBytesToXA)(text, "", 1);
    HChar* copy = VG_(strdup)("hp.processes.description", VG_(indexXA)(text, 0));
    VG_(deleteXA)(text);
    return copy;
}
