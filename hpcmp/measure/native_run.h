/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs a program without Valgrind, any number of times. Each run begins in the same state.
 */
#ifndef HM_NATIVE_RUN_H
#define HM_NATIVE_RUN_H

#include "hpcmp/measure/digest.h"

#include <sys/types.h>

typedef struct {
    double cpu_ns;  /* of the process, and of the children that it has waited for */
    double wall_ns; /* from before the fork until its end */
    int status;     /* as wait() returns it */
} NativeRun;

/* To be called before the first run. Ends this program with a sentence if standard input is a pipe,
   because the profiled program may need what comes through the pipe, and it can be read only once.
   If standard input is neither a pipe nor a file (a terminal, for example), the runs get an empty
   input. */
void hm_check_input(void);

/* Runs the program with these arguments on this processor (-1: on all processors), and drops its
   output. `sampler`: a library to preload, which writes files into the folder; NULL: none. With a
   sampler, the program's waits for I/O are measured, too (watch.h).
   `output`: gets a digest of the program's standard output, which makes the run a little slower;
   NULL: no digest is made. Ends this program with a sentence if the other one cannot be executed.
 */
NativeRun hm_run_native(char** program, int processor, const char* sampler, const char* folder,
                        Digest* output);

/* Runs a command, and passes its standard output on to the standard output of this program. Returns
   its status, as wait() has it. */
int hm_run_and_pass_on(char** command, Digest* output);

#endif
