/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Here a pipe is anything that passes units from thread to thread through the kernel in an order: a
 * pipe or one direction of a pair of sockets passes bytes or messages, and the counter of an
 * eventfd passes the numbers that are added to it. Each is a queue of units, and a thread that
 * takes a unit comes after the thread that put it in.
 *
 * A pipe has no address, so the n-th one has the address HP_PIPE_ADDRESSES + n in the trace
 * (object_addresses.h).
 */
#ifndef HP_PIPE_H
#define HP_PIPE_H

#include "hpcmp/channels/channels.h"

typedef struct _Pipe Pipe;

/* Makes a pipe with so many units in it that no thread has put in. It exists until hp_pipe_drop has
   been called as often as hp_pipe_keep and once more. */
Pipe* hp_pipe_new(ULong n_units);
/* Makes a pipe that another process has, too, with so many units in it. */
Pipe* hp_pipe_new_shared(const ChannelName* name, ULong n_units);
ChannelName hp_pipe_name(const Pipe* pipe);
/* More is known of its name. */
void hp_pipe_rename(Pipe* pipe, const ChannelName* name);
/* Another process may have it from now on. */
void hp_pipe_share(Pipe* pipe);
/* Tells the pipe's name now, instead of before its next event in this process. */
void hp_pipe_tell_name(Thread* t, Pipe* pipe);
Bool hp_pipe_is_shared(const Pipe* pipe);
/* The number of the latest pipe that this process has made, before or after it began to execute
   this program. */
UInt hp_pipe_latest_number(void);
void hp_pipe_set_latest_number(UInt latest);
void hp_pipe_keep(Pipe* pipe);
void hp_pipe_drop(Thread* t, Pipe* pipe);

/* begin: t is about to put units in, at most `most`. end: it has put in n units, or none because
   the call failed or will not return. */
void hp_pipe_write_begin(Thread* t, Pipe* pipe, ULong most);
void hp_pipe_write_end(Thread* t, ULong n);
/* The pipe that t is writing into, or NULL; and the most units that this may be. */
Pipe* hp_pipe_written_by(const Thread* t);
ULong hp_pipe_write_most(const Thread* t);
/* If the write is watched, the parts that it puts in are told as they are put in.
   hp_pipe_write_more_begin(): t is about to put in more. hp_pipe_write_more_end(): it has put in n
   more units. */
void hp_pipe_watch_write(Thread* t, Bool is_watched);
void hp_pipe_write_more_begin(const Thread* t);
void hp_pipe_write_more_end(Thread* t, ULong n);
/* Units that t has put in are not to be recorded. */
void hp_pipe_write_forget(Thread* t);

/* hp_pipe_read(): t has taken n units out, or looked at them. This is recorded only when its call
   returns, by hp_pipe_read_end(). If the call does not return, hp_pipe_read_forget() drops it. */
void hp_pipe_read(Thread* t, Pipe* pipe, ULong n, Bool is_look);
void hp_pipe_read_end(Thread* t, Pipe* pipe);
void hp_pipe_read_forget(Thread* t);
/* Are there units in it, as far as is known? */
Bool hp_pipe_has_units(const Pipe* pipe);
ULong hp_pipe_n_unread(const Pipe* pipe);

/* close: t is about to close an end into which it could write. read_at_end: t has read that all
   such ends are closed. */
void hp_pipe_close(Thread* t, Pipe* pipe);
void hp_pipe_read_at_end(Thread* t, Pipe* pipe);

/* In the child of a fork: the units in it are from another process. */
void hp_pipe_reset_in_child(Pipe* pipe);

#endif
