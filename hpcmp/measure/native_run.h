/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs a program without Valgrind, as often as one likes, each time from the same begin.
 */
#ifndef HM_NATIVE_RUN_H
#define HM_NATIVE_RUN_H

#include "hpcmp/measure/digest.h"

#include <sys/types.h>

typedef struct {
    double cpu_ns;  /* of the process, and of the children that it has waited for */
    double wall_ns; /* from before the fork until its end */
    int status;     /* as wait() has it */
} NativeRun;

/* Ends the program with a sentence if its standard input cannot be read several times.  To be
   called before the first run.  A terminal, and what else cannot be read again, is nothing; a
   pipe is refused, because the program may need what comes through it. */
void hm_check_input(void);

/* Runs the program with these arguments, on the processor (-1: on all of them).  Its output is
   dropped.  `sampler`: a library to preload, whose files go into the folder; NULL: none.
   `output`: takes a digest of its standard output, which makes the run a little slower; NULL: none.
   Ends this program with a sentence if the other one cannot be executed. */
NativeRun hm_run_native(char** program, int processor, const char* sampler, const char* folder,
                        Digest* output);

/* Runs a command, and passes its standard output on to our own one.  Returns its status, as wait()
   has it. */
int hm_run_and_pass_on(char** command, Digest* output);

#endif
