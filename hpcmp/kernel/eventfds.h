/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Which eventfd is behind a descriptor: by the kernel's number, which no other one has as long as
 * it exists (proc(5), "/proc/pid/fdinfo").
 */
#ifndef HP_EVENTFDS_H
#define HP_EVENTFDS_H

#include "hpcmp/kernel/channels.h"

/* Of one that this process has just made, or has got from another one.  Returns whether it is one
   and the kernel tells. */
Bool hp_eventfd_name(Int fd, Bool is_new, ChannelName* name);

#endif
