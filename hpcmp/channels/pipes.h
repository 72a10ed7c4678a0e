/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Here a pipe is anything that passes units from thread to thread through the kernel, in an order.
 * A pipe, or one direction of a pair of sockets, passes bytes or messages. The counter of an
 * eventfd passes the numbers that are added to it. Each of these is a queue of units. A thread that
 * takes a unit comes after the thread that put it in.
 *
 * A pipe has no address, so the n-th one has the address HP_PIPE_ADDRESSES + n in the trace
 * (object_addresses.h).
 */
#ifndef HP_PIPE_H
#define HP_PIPE_H

#include "hpcmp/channels/channels.h"

typedef struct _Pipe Pipe;

/* Makes a pipe that contains n_units units from the beginning, which no thread has put in. The pipe
   exists until hp_pipe_drop has been called once more than hp_pipe_keep. */
Pipe* hp_pipe_new(ULong n_units);
/* Makes a pipe that another process has, too, and that contains n_units units. */
Pipe* hp_pipe_new_shared(const ChannelName* name, ULong n_units);
ChannelName hp_pipe_name(const Pipe* pipe);
/* Replaces the name, because more of it is known now. */
void hp_pipe_rename(Pipe* pipe, const ChannelName* name);
/* From now on another process may have the pipe, too. */
void hp_pipe_share(Pipe* pipe);
/* Tells the name of a shared pipe now. Otherwise it is told before the pipe's next event in this
   process. */
void hp_pipe_tell_name(Thread* t, Pipe* pipe);
Bool hp_pipe_is_shared(const Pipe* pipe);
/* The number of the latest pipe that this process has made. Pipes that it made before it executed
   this program count, too. */
UInt hp_pipe_latest_number(void);
void hp_pipe_set_latest_number(UInt latest);
void hp_pipe_keep(Pipe* pipe);
void hp_pipe_drop(Thread* t, Pipe* pipe);

/* hp_pipe_write_begin(): t is about to put in at most `most` units. hp_pipe_write_end(): t has put
   in n units. n is 0 if the call has failed or will not return. */
void hp_pipe_write_begin(Thread* t, Pipe* pipe, ULong most);
void hp_pipe_write_end(Thread* t, ULong n);
/* The first function returns the pipe that t is writing into, or NULL. The second one returns the
   number of units that this write puts in at most. */
Pipe* hp_pipe_written_by(const Thread* t);
ULong hp_pipe_write_most(const Thread* t);
/* A watched write puts in its units part by part, and each part is told at once.
   hp_pipe_write_more_begin(): t is about to put in a part. hp_pipe_write_more_end(): t has put in n
   more units. */
void hp_pipe_watch_write(Thread* t, Bool is_watched);
void hp_pipe_write_more_begin(const Thread* t);
void hp_pipe_write_more_end(Thread* t, ULong n);
/* The units that t has put in must not be recorded. */
void hp_pipe_write_forget(Thread* t);

/* hp_pipe_read(): t has taken n units out, or looked at them. This is recorded only when its call
   returns, by hp_pipe_read_end(). If the call does not return, hp_pipe_read_forget() drops it. */
void hp_pipe_read(Thread* t, Pipe* pipe, ULong n, Bool is_look);
void hp_pipe_read_end(Thread* t, Pipe* pipe);
void hp_pipe_read_forget(Thread* t);
/* Are there units in the pipe, as far as is known? */
Bool hp_pipe_has_units(const Pipe* pipe);
ULong hp_pipe_n_unread(const Pipe* pipe);

/* hp_pipe_close(): t is about to close an end through which it could write. hp_pipe_read_at_end():
   t has read that all such ends are closed. */
void hp_pipe_close(Thread* t, Pipe* pipe);
void hp_pipe_read_at_end(Thread* t, Pipe* pipe);

/* In the child of a fork: the units in it are from another process. */
void hp_pipe_reset_in_child(Pipe* pipe);

#endif
