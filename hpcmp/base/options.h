/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tool's command-line options.
 */
#ifndef HP_OPTIONS_H
#define HP_OPTIONS_H

#include "hpcmp/base/basics.h"
#include "shared/client_requests.h"

/* --hpcmp-out-file, with %p, %n, %q{VAR} not yet expanded. */
extern const HChar* hp_clo_out_file;
/* --hpcmp-sync: is this kind of primitive recorded? */
extern Bool hp_clo_sync[HP_N_PRIMS];
/* --hpcmp-count-waiting: do instructions that are executed while waiting count as work? */
extern Bool hp_clo_count_waiting;

/* --hpcmp-order: in which order do threads take turns? */
typedef enum {
    HP_ORDER_VIRTUAL, /* as if every thread had its own processor, see order/ */
    HP_ORDER_HOST     /* the order in which threads happen to ask for a turn */
} HpOrder;
extern HpOrder hp_clo_order;
/* The FILE of plan:FILE, else NULL. Threads then take turns in the virtual order, except those that
   the plan holds back (order/follow.h). */
extern const HChar* hp_clo_plan;
/* --hpcmp-order-slack: how far (in instructions) a thread may run ahead of the others. */
extern Long hp_clo_order_slack;
/* --hpcmp-processors: how many processors the program sees; 0: those of the host. See machine/. */
enum { HP_MOST_PROCESSORS = 1024 };
extern Long hp_clo_processors;

/* --hpcmp-stacks: is it recorded where in the program things happen? */
extern Bool hp_clo_stacks;
/* --hpcmp-sample: each time that a thread has executed this number of instructions, its stack is
   recorded; 0: never. */
extern Long hp_clo_sample;
/* Are --hpcmp-stacks and --hpcmp-sample both set, so that samples are recorded? */
Bool hp_takes_samples(void);

/* --hpcmp-pages: is memory recorded that the program gets from the kernel? */
extern Bool hp_clo_pages;

/* --hpcmp-keep-last: the greatest size of the trace in MiB. Only the end of a longer trace is kept.
   0: the whole trace is kept. See processes/last_part.h. */
extern Long hp_clo_keep_last;

/* --hpcmp-run: the run to which this process belongs; NULL: this process begins a run. See
   trace/identity.c. */
extern const HChar* hp_clo_run;

/* --hpcmp-from, --hpcmp-to, --hpcmp-only: functions that switch recording on and off, see
   count/toggles.h; NULL: no function does. --hpcmp-stopped: recording is off until the user
   switches it on. */
extern const HChar* hp_clo_from;
extern const HChar* hp_clo_to;
extern const HChar* hp_clo_only;
extern Bool hp_clo_begins_stopped;

/* --hpcmp-progress: the folder in which processes say how far they are; NULL: they do not.  See
   processes/progress.h. */
extern const HChar* hp_clo_progress;

/* --hpcmp-by-command: the command `hpcmp` runs the tool, and deletes the trace when it has written
   the page. So messages do not name the trace's file, because the user did not choose it and cannot
   find it. */
extern Bool hp_clo_by_command;

/* --hpcmp-channels: what a program that is executed inherits; NULL: nothing.  See
   processes/inheritance.c. */
extern const HChar* hp_clo_channels;

/* --hpcmp-affinity: the processors on which a program that is executed may run; NULL: all.  See
   machine/affinity.c. */
extern const HChar* hp_clo_affinity;

/* Ends the process, because this option, which only the tool itself gives to programs that are
   executed, has a value that the tool never gives. So a user has given it. */
void hp_refuse_own_option(const HChar* option) __attribute__((noreturn));

/* Sets other defaults for options of Valgrind. The user's options override these defaults. */
void hp_options_preset(void);
Bool hp_options_process(const HChar* arg);
void hp_options_print_usage(void);
void hp_options_print_debug_usage(void);

#endif
