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
/* --hpcmp-count-waiting: are instructions executed while waiting work? */
extern Bool hp_clo_count_waiting;

/* --hpcmp-order: in which order do threads take turns? */
typedef enum {
    HP_ORDER_VIRTUAL, /* that of a machine with a processor for each, see order/ */
    HP_ORDER_HOST     /* in which they happen to ask */
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
/* --hpcmp-sample: after how many instructions of a thread its stack is recorded; 0: never. */
extern Long hp_clo_sample;
/* Are both set, so that samples are recorded? */
Bool hp_takes_samples(void);

/* --hpcmp-pages: is memory recorded that the program gets from the kernel? */
extern Bool hp_clo_pages;

/* --hpcmp-keep-last: how many MiB of the trace's end are kept, at most; 0: all of it.  See
   processes/last_part.h. */
extern Long hp_clo_keep_last;

/* --hpcmp-run: the run to which this process belongs; NULL: a run begins.  See trace/identity.c. */
extern const HChar* hp_clo_run;

/* --hpcmp-from, --hpcmp-to, --hpcmp-only: functions that switch recording on and off, see
   count/toggles.h; NULL: none does.  --hpcmp-stopped: recording is off until the user switches it
   on. */
extern const HChar* hp_clo_from;
extern const HChar* hp_clo_to;
extern const HChar* hp_clo_only;
extern Bool hp_clo_begins_stopped;

/* --hpcmp-progress: the folder in which processes say how far they are; NULL: they do not.  See
   processes/progress.h. */
extern const HChar* hp_clo_progress;

/* --hpcmp-by-command: the command hpcmp records, and deletes the trace when the page is written.
   So messages do not name the trace's file, because the reader neither chose nor finds it. */
extern Bool hp_clo_by_command;

/* --hpcmp-channels: what a program that is executed inherits; NULL: nothing.  See
   processes/inheritance.c. */
extern const HChar* hp_clo_channels;

/* --hpcmp-affinity: the processors on which a program that is executed may run; NULL: all.  See
   machine/affinity.c. */
extern const HChar* hp_clo_affinity;

/* Ends the process, because a user has given an option that only the tool gives to executed
   programs, with a value that the tool cannot have given. */
void hp_refuse_own_option(const HChar* option) __attribute__((noreturn));

/* Sets defaults of Valgrind's own options, which a user's option still overrides. */
void hp_options_preset(void);
Bool hp_options_process(const HChar* arg);
void hp_options_print_usage(void);
void hp_options_print_debug_usage(void);

#endif
