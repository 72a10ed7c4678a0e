/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One trace a process: how it begins, in the first process of a run and in the child of a
 * fork, and how it ends.
 *
 * The room processes knows what goes from one process or thread to another by itself: relatives,
 * executed programs, signals, names; it asks base, output, threads, order, trace, sync, calls,
 * channels and ipc.
 */
#ifndef HP_PROCESSES_H
#define HP_PROCESSES_H

#include "hpcmp/threads/threads.h"

void hp_processes_init(void);

/* Options have been read; the program has ended. */
void hp_process_begin(void);
void hp_process_end(void);

/* t ends it, with all other threads. */
void hp_process_exit(Thread* t);

/* t ends, by itself; the process goes on if it has other threads. */
void hp_process_note_exit(const Thread* t);

#endif
