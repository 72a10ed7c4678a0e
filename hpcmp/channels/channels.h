/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several processes may share a pipe or a message queue, which is then called a channel. This file
 * writes into the trace what ilmgen has to know of a channel: its name, so that ilmgen finds both
 * ends, and which process has put in which units (TRACE_INFO_CHANNEL of trace_vocabulary.h).
 *
 * The room channels knows pipes, eventfds and connections, and the descriptors that are their ends;
 * it asks base, threads, order, trace, sync and calls.
 */
#ifndef HP_CHANNELS_H
#define HP_CHANNELS_H

#include "hpcmp/threads/threads.h"

/* The name of a channel, which is the same in all processes. */
typedef struct {
    enum {
        HP_CHANNEL_MADE, /* made by a process: its pid, its start time, the channel's number there
                          */
        HP_CHANNEL_FILE, /* device and inode: a pipe or a FIFO */
        HP_CHANNEL_SOCKETS,    /* from one socket to another: their cookies; 0: unknown cookie
                                */
        HP_CHANNEL_EVENTFD,    /* the kernel's number, and the machine's clock when it was made */
        HP_CHANNEL_GOT_EVENTFD /* the same, made by another process: the clock when this process got
                                  it */
    } kind;
    ULong numbers[3];
} ChannelName;

/* Do these names, of two channels that the process has now, mean the same channel? Two names of
   connections mean the same connection if both contain the same socket at the same end. */
Bool hp_channel_is_same(const ChannelName* a, const ChannelName* b);

/* The forms of names, in the order of the kinds: PID.TICK.NUMBER, DEVICE/INODE, FROM>TO,
   NUMBER@CLOCK, NUMBER<CLOCK. */
enum { HP_CHANNEL_NAME_SIZE = 72 };
void hp_channel_write_name(HChar* text, const ChannelName* name);
/* Reads a name from a text. Returns what follows it, or NULL if there is no name. */
const HChar* hp_channel_read_name(const HChar* text, ChannelName* name);

/* Names the file behind fd by device and inode. Returns False if the kernel does not tell them. */
Bool hp_channel_of_file(Int fd, ChannelName* name);
/* Names the eventfd behind fd by the kernel's number.  No other eventfd has this number as long as
   this one exists (proc(5), "/proc/pid/fdinfo").  is_new: this process has just made the eventfd;
   otherwise it has got it from another process.  Returns False if fd is no eventfd or the kernel
   does not tell its number. */
Bool hp_channel_of_eventfd(Int fd, Bool is_new, ChannelName* name);

/* The machine's clock, in ns. It is the same for all processes. */
ULong hp_channel_clock(void);

/* Tells that the channel at this address has this name and contains n_units units. */
void hp_channel_introduce(Thread* t, Addr a, ULong n_units, const ChannelName* name);
/* Tells that the channel at this address has this name and is empty, as far as is known. */
void hp_channel_introduce_empty(Thread* t, Addr a, const HChar* name);
/* Tells an event of the channel. `what` is its kind, TRACE_CHANNEL_PUT for example. `numbers` are
   what the event contains. */
void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers);

#endif
