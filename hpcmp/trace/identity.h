/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The identity of a process, and the run that it belongs to. A run consists of all processes and
 * images that come from one command of the user.
 */
#ifndef HP_IDENTITY_H
#define HP_IDENTITY_H

#include "hpcmp/base/basics.h"

/* No other process has the same pid and start time while the machine runs. */
typedef struct {
    Int pid;
    ULong start; /* in clock ticks since boot */
} Identity;

Identity hp_process_identity(void);

/* Adds an option for programs that are executed under Valgrind. It replaces an option with the same
   prefix. */
void hp_pass_on_option(const HChar* prefix, const HChar* value);

/* Called when the options have been read. From then on programs that are executed under Valgrind
   are told to which run they belong. */
void hp_identity_begin(void);

/* The text of a trace's first event: tool, versions, process, command. The caller frees it. */
HChar* hp_process_description(void);
/* The part of this text that is the same for all processes and images of a run, and different for
   other runs. It names the process that the user has started. The caller frees it. */
HChar* hp_process_run(void);

#endif
