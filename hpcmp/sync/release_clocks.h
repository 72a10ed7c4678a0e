/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clocks (order/clocks.h) at which an object has been released: whoever takes a release is
 * not earlier than that one.
 */
#ifndef HP_RELEASE_CLOCKS_H
#define HP_RELEASE_CLOCKS_H

#include "hpcmp/base/basics.h"

/* The latest ones, in a ring.  Those before are past for all, up to the slack: releases take
   place in the order of their clocks, as acquires do; but for unlocks, and whoever comes after
   one of these comes after the latest. */
enum { HP_RECENT_RELEASES = 16 };
typedef struct {
    ULong n;
    ULong seq[HP_RECENT_RELEASES];
    ULong clock[HP_RECENT_RELEASES];
    ULong of_readers; /* the latest */
} ReleaseClocks;

/* The release with this number; a reader's has none of its own. */
void hp_released_at(ReleaseClocks* clocks, ULong seq, Bool is_reader, ULong clock);
/* Not earlier than which clock is an acquire that comes after the releases up to this
   number?  A writer's comes after the readers', too. */
ULong hp_acquired_from(const ReleaseClocks* clocks, ULong seq, Bool is_reader);

#endif
