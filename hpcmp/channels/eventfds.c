/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/eventfds.h"

#include "hpcmp/base/proc.h"

/* Linux 5.2 and later. */
static Bool find_number(Int fd, ULong* number) {
    const HChar field[] = "\neventfd-id:";
    HChar text[512];
    hp_read_proc(text, sizeof text, "/proc/self/fdinfo/%d", fd);
    const HChar* found = VG_(strstr)(text, field);
    if (found == NULL)
        return False;
    *number = VG_(strtoull10)(found + sizeof field - 1, NULL);
    return True;
}

Bool hp_eventfd_name(Int fd, Bool is_new, ChannelName* name) {
    ULong number;
    if (!find_number(fd, &number))
        return False;
    *name = (ChannelName){is_new ? HP_CHANNEL_EVENTFD : HP_CHANNEL_GOT_EVENTFD,
                          {number, hp_channel_clock()}};
    return True;
}
