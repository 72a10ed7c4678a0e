/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The process that compresses the trace: reads it from a pipe and writes to the
 * trace file.
 *
 * The program cannot tell that the compressor is there.  A process that executes a file sends
 * SIGCHLD to its parent when it ends, and the parent's wait(2) finds it.  So the compressor's
 * parent is not the program but an attendant.  This is a process of ours that shares our memory,
 * executes nothing, and was started without a signal for its end, so that wait(2) passes over it.
 * Both have none of the program's descriptors, and a session of their own, so that what is typed
 * at the terminal, or sent to the program's group, ends neither.
 */
#ifndef HP_COMPRESSOR_H
#define HP_COMPRESSOR_H

#include "hpcmp/base/basics.h"

/* Where the command is, by PATH; to be freed by the caller.  NULL: nowhere.  To be
   called before the program runs, which may change the environment. */
HChar* hp_compressor_find(const HChar* command);

/* Starts it, to write at that file's place.  The arguments, the path of the file to
   be executed first, stay the caller's, and must not change until it is finished.
   Returns the descriptor of the pipe, or an error's number with a minus. */
Int hp_compressor_start(const HChar* const* arguments, Int file);

/* Waits for its end; the pipe has been closed.  Returns NULL if the file is
   complete, else why not. */
const HChar* hp_compressor_finish(void);

/* In the child of a fork: it is the parent's. */
void hp_compressor_drop_in_child(void);

#endif
