/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds out which eventfd is behind a descriptor. The kernel's number tells it, because no other
 * eventfd has the same one as long as it exists (proc(5), "/proc/pid/fdinfo").
 */
#ifndef HP_EVENTFDS_H
#define HP_EVENTFDS_H

#include "hpcmp/channels/channels.h"

/* Names the eventfd behind fd, which this process has just made (is_new) or has got from another
   one. Returns False if fd is no eventfd or the kernel does not tell its number. */
Bool hp_eventfd_name(Int fd, Bool is_new, ChannelName* name);

#endif
