/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The process that compresses the trace. It reads the trace from a pipe and writes to the trace
 * file.
 *
 * The program must not notice the compressor. A process that executes a file sends SIGCHLD to its
 * parent when it ends, and the parent's wait(2) finds it. So the compressor's parent is not the
 * program but another process of ours, the attendant. The attendant shares our memory, executes no
 * file, and was started without a signal for its end, so wait(2) ignores it. The compressor and the
 * attendant have none of the program's descriptors. They have a session of their own. So a signal
 * from the terminal, or one that is sent to the program's group, ends neither of them.
 */
#ifndef HP_COMPRESSOR_H
#define HP_COMPRESSOR_H

#include "hpcmp/base/basics.h"

/* Returns the path at which PATH finds the command, or NULL. The caller frees it. To be called
   before the program runs, because the program may change the environment. */
HChar* hp_compressor_find(const HChar* command);

/* Starts the compressor, which writes at the current place of `file`. The first argument is the
   path of the command. The caller keeps the arguments, and must not change them until the
   compressor has finished. Returns the descriptor of the pipe, or the negative number of an error.
 */
Int hp_compressor_start(const HChar* const* arguments, Int file);

/* Waits until the compressor ends. The caller has closed the pipe. Returns NULL if the file is
   complete, otherwise the reason why it is not. */
const HChar* hp_compressor_finish(void);

/* In the child of a fork: forgets the compressor, which belongs to the parent. */
void hp_compressor_drop_in_child(void);

#endif
