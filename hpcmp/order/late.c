/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/late.h"

#include "pub_tool_libcfile.h"

/* On a machine under load a thread may not get a processor for long. */
enum { MOST_TIMES = 40 };

/* The letter behind the name, which is in parentheses and may have some of its own. */
static HChar state_of(Int lwpid) {
    HChar path[40];
    HChar text[200];
    VG_(sprintf)(path, "/proc/self/task/%d/stat", lwpid);
    Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (fd < 0)
        return '?';
    Int n = VG_(read)(fd, text, sizeof text - 1);
    VG_(close)(fd);
    text[n < 0 ? 0 : n] = '\0';
    const HChar* end = VG_(strrchr)(text, ')');
    return end != NULL && end[1] != '\0' ? end[2] : '?';
}

Bool hp_is_late(const Seat* seat, UInt n) {
    return n >= MOST_TIMES || (seat->lwpid != 0 && state_of(seat->lwpid) == 'S');
}
