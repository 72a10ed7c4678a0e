/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each process has its own trace. This file begins the trace, in the first process of a run and in
 * the child of a fork, and ends it.
 *
 * The room processes knows processes and their relations: relatives, executed programs, signals,
 * names. It asks base, output, threads, order, trace, sync, calls, channels and ipc.
 */
#ifndef HP_PROCESSES_H
#define HP_PROCESSES_H

#include "hpcmp/threads/threads.h"

void hp_processes_init(void);

/* hp_process_begin(): the options have been read. hp_process_end(): the program has ended. */
void hp_process_begin(void);
void hp_process_end(void);

/* t ends the process, with all other threads. */
void hp_process_exit(Thread* t);

/* Only t ends. If the process has other threads, it continues. */
void hp_process_note_exit(const Thread* t);

#endif
