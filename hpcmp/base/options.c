/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/options.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/prims.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_replacemalloc.h"

const HChar* hp_clo_out_file = HP_NAME ".out.%p";
Bool hp_clo_sync[HP_N_PRIMS] = {[0 ... HP_N_PRIMS - 1] = True};
Bool hp_clo_count_waiting = False;
HpOrder hp_clo_order = HP_ORDER_VIRTUAL;
const HChar* hp_clo_plan;
Long hp_clo_order_slack = 1000;
Long hp_clo_processors = 0;
Bool hp_clo_stacks = True;
Long hp_clo_sample = 1000000;
Bool hp_clo_pages = False;
Long hp_clo_keep_last = 0;
const HChar* hp_clo_run;
const HChar* hp_clo_channels;
const HChar* hp_clo_affinity;
const HChar* hp_clo_progress;
Bool hp_clo_by_command = False;
const HChar* hp_clo_from;
const HChar* hp_clo_to;
const HChar* hp_clo_only;
Bool hp_clo_begins_stopped;

static const HChar* g_clo_format;
static const HChar* g_clo_sync;
static const HChar* g_clo_order;

/* The largest limit that Valgrind accepts for the unrolling of loops. */
#define LARGEST_UNROLLED 400

/* Valgrind's default of 12 suits an error message.  A profile is read from main down, and
   interpreters and recursive programs seldom are this deep. */
#define DEFAULT_CALLERS 64

/* Valgrind runs one thread at a time.  With its default lock the thread that
   holds the turn tends to get it again, and the profile would show Valgrind's
   lock instead of the program.  So threads get turns in order of arrival.

   Loops are unrolled, because a part of the code that the tool adds to a loop runs once in a
   superblock, and costs less if a superblock has several rounds.

   Inlined functions are read, because stacks show them under their names in the source. */
void hp_options_preset(void) {
    VG_(clo_fair_sched) = HP_FAIR_SCHED_TRY;
    VG_(clo_read_inline_info) = True;
    VG_(clo_backtrace_size) = DEFAULT_CALLERS;
    VG_(clo_vex_control).iropt_unroll_thresh = LARGEST_UNROLLED;
}

/* More instructions than any turn has. */
#define MOST_SLACK 1000000000L
/* More instructions than anybody waits for. */
#define MOST_SAMPLE 1000000000000000L
/* In MiB: a million of them are a TiB. */
#define MOST_KEPT 1000000L

/* An earlier version of the tool could also write text for a person. */
static void set_format(const HChar* arg) {
    if (VG_(strcmp)(g_clo_format, "json") != 0)
        VG_(fmsg_bad_option)(arg,
                             "the trace is JSON; 'ilmgen --emit=text' prints an event a line\n");
}

/* A word of the list switches a kind of primitive on, or off if a minus precedes it. */
static void switch_prim(const HChar* arg, const HChar* word, SizeT len) {
    Bool on = word[0] != '-';
    if (!on) {
        word++;
        len--;
    }
    Bool known = False;
    for (Int prim = 0; prim < HP_N_PRIMS; prim++) {
        const HChar* name = hp_prim_name(prim);
        if ((VG_(strlen)(name) == len && VG_(strncmp)(name, word, len) == 0) ||
             (len == 3 && VG_(strncmp)("all", word, 3) == 0)) {
            hp_clo_sync[prim] = on;
            known = True;
        }
    }
    if (!known && !(len == 4 && VG_(strncmp)("none", word, 4) == 0)) {
        HChar* only = VG_(strdup)("hp.options.word", word);
        only[len] = '\0';
        VG_(fmsg_bad_option)(arg,
                             "'%s' is no kind of primitive; use all, none, or a list of\n"
                             "%s, or of these with a minus\n",
                             only, hp_all_prims(""));
    }
}

/* A list that begins with a minus starts with all kinds, any other one with none. */
static void set_sync(const HChar* arg) {
    for (Int prim = 0; prim < HP_N_PRIMS; prim++)
        hp_clo_sync[prim] = g_clo_sync[0] == '-';
    const HChar* word = g_clo_sync;
    for (;;) {
        SizeT len = 0;
        while (word[len] != '\0' && word[len] != ',')
            len++;
        switch_prim(arg, word, len);
        if (word[len] == '\0')
            return;
        word += len + 1;
    }
}

static void set_order(const HChar* arg) {
    const HChar* plan = "plan:";
    const SizeT length = VG_(strlen)(plan);
    hp_clo_plan = NULL;
    hp_clo_order = HP_ORDER_VIRTUAL;
    if (VG_(strncmp)(g_clo_order, plan, length) == 0 && g_clo_order[length] != '\0')
        hp_clo_plan = g_clo_order + length;
    else if (VG_(strcmp)(g_clo_order, "host") == 0)
        hp_clo_order = HP_ORDER_HOST;
    else if (VG_(strcmp)(g_clo_order, "virtual") != 0)
        VG_(fmsg_bad_option)(arg, "the order is virtual, host, or plan:FILE\n");
}

Bool hp_options_process(const HChar* arg) {
    if (VG_STR_CLO(arg, "--hpcmp-out-file", hp_clo_out_file)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-format", g_clo_format)) {
        set_format(arg);
    } else if (VG_STR_CLO(arg, "--hpcmp-sync", g_clo_sync)) {
        set_sync(arg);
    } else if (VG_BOOL_CLO(arg, "--hpcmp-count-waiting", hp_clo_count_waiting)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-order", g_clo_order)) {
        set_order(arg);
    } else if (VG_BINT_CLO(arg, "--hpcmp-order-slack", hp_clo_order_slack, 0, MOST_SLACK)) {
    } else if (VG_BINT_CLO(arg, "--hpcmp-processors", hp_clo_processors, 1, HP_MOST_PROCESSORS)) {
    } else if (VG_BOOL_CLO(arg, "--hpcmp-stacks", hp_clo_stacks)) {
    } else if (VG_BINT_CLO(arg, "--hpcmp-sample", hp_clo_sample, 0, MOST_SAMPLE)) {
    } else if (VG_BOOL_CLO(arg, "--hpcmp-pages", hp_clo_pages)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-from", hp_clo_from)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-to", hp_clo_to)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-only", hp_clo_only)) {
    } else if (VG_BOOL_CLO(arg, "--hpcmp-stopped", hp_clo_begins_stopped)) {
    } else if (VG_BINT_CLO(arg, "--hpcmp-keep-last", hp_clo_keep_last, 1, MOST_KEPT)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-run", hp_clo_run)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-channels", hp_clo_channels)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-affinity", hp_clo_affinity)) {
    } else if (VG_STR_CLO(arg, "--hpcmp-progress", hp_clo_progress)) {
    } else if (VG_BOOL_CLO(arg, "--hpcmp-by-command", hp_clo_by_command)) {
    } else {
        return VG_(replacement_malloc_process_cmd_line_option)(arg);
    }
    return True;
}

/* This function exits itself, because the core's function only prints once the options have been
   read. */
void hp_refuse_own_option(const HChar* option) {
    VG_(fmsg_bad_option)(option,
                         "the tool itself gives this option to executed programs; leave it out\n");
    VG_(exit)(1);
}

Bool hp_takes_samples(void) {
    return hp_clo_stacks && hp_clo_sample > 0;
}

void hp_options_print_usage(void) {
    VG_(printf)(
        "    --hpcmp-out-file=<file>       trace file name, with %%p (process id), %%n\n"
        "                                  and %%q{VAR} expanded; compressed if it ends in\n"
        "                                  .zst or .gz [hpcmp.out.%%p]\n"
        "    --hpcmp-sync=<kind>,...|all|none\n"
        "                                  kinds of primitives to record, out of\n"
        "                                  %s;\n"
        "                                  -<kind>,... for all except these; threads are\n"
        "                                  always recorded [all]\n"
        "    --hpcmp-count-waiting=no|yes  count instructions that a thread executes while it\n"
        "                                  waits for a lock, a barrier, ... as work [no]\n"
        "    --hpcmp-order=virtual|host|plan:<file>\n"
        "                                  order in which threads take turns: as if each had a\n"
        "                                  processor, as Valgrind lets them on this machine, or\n"
        "                                  by a plan of 'ilmgen --plan' [virtual]\n"
        "    --hpcmp-order-slack=<n>       how far (in instructions) a thread may run ahead of\n"
        "                                  the others; more means fewer turns, which is faster\n"
        "                                  [1000]\n"
        "    --hpcmp-processors=<n>        the program sees a machine with n processors, 1 to\n"
        "                                  1024, whatever this machine has [this machine's]\n"
        "    --hpcmp-stacks=yes|no         record where in the program blocks are allocated\n"
        "                                  and threads synchronise; --num-callers=<n> limits\n"
        "                                  the calls in a stack, 64 by default [yes]\n"
        "    --hpcmp-sample=<n>            record where a thread is, once in n instructions of\n"
        "                                  work; with 0, never [1000000]\n"
        "    --hpcmp-pages=no|yes          also record memory that the program gets from mmap\n"
        "                                  and brk, separately from the heap [no]\n"
        "    --hpcmp-from=<function>       record instructions and accesses from the first call\n"
        "                                  of this function on; * and ? may replace a part of\n"
        "                                  its name [the beginning]\n"
        "    --hpcmp-to=<function>         record them until this function is called [the end]\n"
        "    --hpcmp-only=<function>       record them while a thread executes this function\n"
        "                                  [always]\n"
        "    --hpcmp-stopped=no|yes        record them only after the monitor command 'start';\n"
        "                                  \"vgdb help\" lists such commands [no]\n"
        "    --hpcmp-keep-last=<MiB>       keep the end of the trace, at most so much of it and\n"
        "                                  at least a third, and drop what comes before [all]\n"
        "\n"
        "  With --hpcmp-order=host the default of --fair-sched is try.\n",
        hp_all_prims("                                  "));
}

void hp_options_print_debug_usage(void) {
    VG_(printf)(
        "    --hpcmp-run=<pid>.<tick>      the run's first process, which gives this option to\n"
        "                                  programs that it executes\n"
        "    --hpcmp-progress=<folder>     files in which processes say how far they are; the\n"
        "                                  command hpcmp gives this option on a terminal\n"
        "    --hpcmp-by-command=no|yes     messages are for a reader who typed hpcmp; that\n"
        "                                  command gives this option [no]\n");
}
