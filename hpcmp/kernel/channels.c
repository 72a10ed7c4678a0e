/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/channels.h"

#include "hpcmp/base/machine_clock.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

void hp_channel_name_text(HChar* text, const ChannelName* name) {
    VG_(sprintf)(text, "%d.%llu.%u", name->maker.pid, name->maker.start, name->number);
}

const HChar* hp_channel_name_read(const HChar* text, ChannelName* name) {
    ULong numbers[3];
    for (UInt i = 0; i < 3; i++) {
        HChar* end;
        numbers[i] = VG_(strtoull10)(text, &end);
        if (end == text || (i < 2 && *end != '.'))
            return NULL;
        text = i < 2 ? end + 1 : end;
    }
    *name = (ChannelName){{numbers[0], numbers[1]}, numbers[2]};
    return text;
}

ULong hp_channel_clock(void) {
    return hp_machine_clock();
}

void hp_channel_is(Thread* t, Addr a, ULong n_units, const ChannelName* name) {
    HChar text[120];
    UInt n = VG_(sprintf)(text, TRACE_INFO_CHANNEL "%lu" TRACE_CHANNEL_IS "%llu ", a, n_units);
    hp_channel_name_text(text + n, name);
    hp_trace_info(t, text);
}

void hp_channel_tell(Thread* t, Addr a, const HChar* what, const ULong* numbers, UInt n_numbers) {
    HChar text[160];
    UInt n = VG_(sprintf)(text, TRACE_INFO_CHANNEL "%lu%s", a, what);
    for (UInt i = 0; i < n_numbers; i++)
        n += VG_(sprintf)(text + n, i == 0 ? "%llu" : " %llu", numbers[i]);
    hp_trace_info(t, text);
}
