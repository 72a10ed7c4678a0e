/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the trace tells of pipes that several processes may have, so that ilmgen finds
 * both ends and who has put in what: TRACE_INFO_CHANNEL of trace_vocabulary.h.
 */
#ifndef HP_CHANNELS_H
#define HP_CHANNELS_H

#include "hpcmp/kernel/identity.h"
#include "hpcmp/threads/threads.h"

/* What all processes call it: by the one that has made it, and the how manieth it was of
   that one. */
typedef struct {
    Identity maker;
    UInt number;
} ChannelName;

/* PID.TICK.NUMBER */
enum { HP_CHANNEL_NAME_SIZE = 48 };
void hp_channel_name_text(HChar* text, const ChannelName* name);
/* Reads one; returns what is behind it, or NULL if it is none. */
const HChar* hp_channel_name_read(const HChar* text, ChannelName* name);

/* The machine's clock, in ns: it is the same for all processes. */
ULong hp_channel_clock(void);

/* With so many units in it. */
void hp_channel_is(Thread* t, Addr a, ULong n_units, const ChannelName* name);
/* What: TRACE_CHANNEL_PUT, ..., whose numbers are these. */
void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers);

#endif
