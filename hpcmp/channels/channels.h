/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes into the trace what ilmgen has to know of a pipe or message queue that several processes
 * may share: its name, so that ilmgen finds both ends, and which process has put in which units
 * (TRACE_INFO_CHANNEL of trace_vocabulary.h).
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
        HP_CHANNEL_MADE,    /* by a process: pid, start time, and its number among its channels */
        HP_CHANNEL_FILE,    /* device and inode: a pipe, by name or not */
        HP_CHANNEL_SOCKETS, /* from one socket to another: their cookies; one that is not known is 0
                             */
        HP_CHANNEL_EVENTFD, /* the kernel's number, and the machine's clock when it was made */
        HP_CHANNEL_GOT_EVENTFD /* of another process: the clock when this one got it */
    } kind;
    ULong numbers[3];
} ChannelName;

/* Do two names mean the same channel, as long as the process has both? Two names of connections
   mean the same one if they agree in a socket that both names contain. */
Bool hp_channel_is_same(const ChannelName* a, const ChannelName* b);

/* PID.TICK.NUMBER, DEVICE/INODE, FROM>TO, NUMBER@CLOCK, NUMBER<CLOCK */
enum { HP_CHANNEL_NAME_SIZE = 72 };
void hp_channel_write_name(HChar* text, const ChannelName* name);
/* Reads a name from a text. Returns what follows it, or NULL if there is no name. */
const HChar* hp_channel_read_name(const HChar* text, ChannelName* name);

/* Names the file behind fd by device and inode. Returns False if the kernel does not tell these. */
Bool hp_channel_of_file(Int fd, ChannelName* name);
/* Names the eventfd behind fd by the kernel's number.  No other eventfd has this number as long as
   this one exists (proc(5), "/proc/pid/fdinfo").  is_new: this process has just made the eventfd;
   otherwise it has got it from another process.  Returns False if fd is no eventfd or the kernel
   does not tell its number. */
Bool hp_channel_of_eventfd(Int fd, Bool is_new, ChannelName* name);

/* The machine's clock, in ns: it is the same for all processes. */
ULong hp_channel_clock(void);

/* Tells that the channel at this address has this name and so many units in it. */
void hp_channel_introduce(Thread* t, Addr a, ULong n_units, const ChannelName* name);
/* Tells the same of a channel with this name that has no units in it, as far as is known. */
void hp_channel_introduce_empty(Thread* t, Addr a, const HChar* name);
/* Tells an event of the channel. `what` is TRACE_CHANNEL_PUT, ..., and `numbers` belong to it. */
void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers);

#endif
