/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/late.h"

#include "hpcmp/base/proc.h"

/* On a machine under load a thread may not get a processor for long. */
enum { MOST_TIMES = 40 };

/* The letter behind the name, which is in parentheses and may have some of its own. */
static HChar state_of(Int lwpid) {
    HChar text[200];
    hp_read_proc(text, sizeof text, "/proc/self/task/%d/stat", lwpid);
    const HChar* end = VG_(strrchr)(text, ')');
    return end != NULL && end[1] != '\0' ? end[2] : '?';
}

Bool hp_is_late(const Seat* seat, UInt n) {
    return n >= MOST_TIMES || (seat->lwpid != 0 && state_of(seat->lwpid) == 'S');
}
