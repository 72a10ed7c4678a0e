/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the trace tells of pipes and message queues that several processes may have, so that ilmgen
 * finds both ends and who has put in what: TRACE_INFO_CHANNEL of trace_vocabulary.h.
 */
#ifndef HP_CHANNELS_H
#define HP_CHANNELS_H

#include "hpcmp/threads/threads.h"

/* What all processes call it. */
typedef struct {
    enum {
        HP_CHANNEL_MADE, /* by a process: pid, start time, and the how manieth it was of that one */
        HP_CHANNEL_FILE, /* device and inode: a pipe, by name or not */
        HP_CHANNEL_SOCKETS, /* from one socket to another: their cookies; one that is not known is 0
                             */
        HP_CHANNEL_EVENTFD, /* the kernel's number, and the machine's clock when it was made */
        HP_CHANNEL_GOT_EVENTFD /* by another process: when this one got it */
    } kind;
    ULong numbers[3];
} ChannelName;

/* While the process has both.  Of two sockets: one that both know is enough. */
Bool hp_channel_is_same(const ChannelName* a, const ChannelName* b);

/* PID.TICK.NUMBER, DEVICE/INODE, FROM>TO, NUMBER@CLOCK, NUMBER<CLOCK */
enum { HP_CHANNEL_NAME_SIZE = 72 };
void hp_channel_name_text(HChar* text, const ChannelName* name);
/* Reads one; returns what is behind it, or NULL if it is none. */
const HChar* hp_channel_name_read(const HChar* text, ChannelName* name);

/* Of what is behind fd, by device and inode.  Returns whether the kernel tells. */
Bool hp_channel_of_file(Int fd, ChannelName* name);

/* The machine's clock, in ns: it is the same for all processes. */
ULong hp_channel_clock(void);

/* With so many units in it. */
void hp_channel_is(Thread* t, Addr a, ULong n_units, const ChannelName* name);
/* The same of one with this name, and nothing in it that anybody knows of. */
void hp_channel_is_called(Thread* t, Addr a, const HChar* name);
/* What: TRACE_CHANNEL_PUT, ..., whose numbers are these. */
void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers);

#endif
