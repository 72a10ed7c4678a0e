/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/units.h"

#include "hpcmp/base/readable.h"
#include "hpcmp/calls/moved.h"

static Bool is_of_several_messages(UInt number) {
    return hp_call_facts(number)->shape == HP_DATA_MESSAGES;
}

static ULong counter_at(Addr a, UWord size) {
    const SizeT width = sizeof(ULong);
    return size >= width && hp_is_readable(a, width) ? *(const ULong*)a : 0;
}

ULong hp_units_transferred(HpUnit unit, UInt number, const UWord* args, UWord result) {
    switch (unit) {
    case HP_MESSAGES: return is_of_several_messages(number) ? result : 1;
    case HP_COUNTER:
    case HP_TOKENS: return counter_at(args[1], args[2]);
    default:
        return is_of_several_messages(number)
                   ? hp_size_of_messages((const struct vki_mmsghdr*)args[1], result)
                   : result;
    }
}

ULong hp_units_at_most(HpUnit unit, UInt number, const UWord* args) {
    if (unit == HP_BYTES)
        return hp_transfer_size(number, args);
    return is_of_several_messages(number) ? HP_SIZE_UNKNOWN
                                          : hp_units_transferred(unit, number, args, 1);
}
