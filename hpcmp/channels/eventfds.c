/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/eventfds.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"

/* Linux 5.2 and later. */
static Bool find_number(Int fd, ULong* number) {
    const HChar field[] = "\neventfd-id:";
    HChar name[40];
    HChar text[512];
    VG_(sprintf)(name, "/proc/self/fdinfo/%d", fd);
    const Int info = VG_(fd_open)(name, VKI_O_RDONLY, 0);
    if (info < 0)
        return False;
    const Int n = VG_(read)(info, text, sizeof text - 1);
    VG_(close)(info);
    text[n > 0 ? n : 0] = '\0';
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
