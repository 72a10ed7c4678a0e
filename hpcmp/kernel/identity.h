/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Who a process is, and of what run: all processes and images that come of one command of
 * the user's are a run.
 */
#ifndef HP_IDENTITY_H
#define HP_IDENTITY_H

#include "hpcmp/base/basics.h"

/* What no other process has while the machine runs. */
typedef struct {
    Int pid;
    ULong start; /* in clock ticks since boot */
} Identity;

Identity hp_process_identity(void);

/* An option for programs that are executed under Valgrind; one that begins with the same
   prefix is replaced. */
void hp_pass_on_option(const HChar* prefix, const HChar* value);

/* Once options are read: sees to it that programs that are executed under Valgrind know
   of what run they are. */
void hp_identity_begin(void);

/* The text of a trace's first event: tool, versions, process, command.  To be
   freed by the caller. */
HChar* hp_process_description(void);
/* The part of it that is the same for all processes and images of a run, and for no
   other run: it names the process that the user started.  To be freed by the caller. */
HChar* hp_process_run(void);

#endif
