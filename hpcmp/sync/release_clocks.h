/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clocks (order/clocks.h) at which an object has been released: a thread that takes a release
 * is not earlier than that release.
 */
#ifndef HP_RELEASE_CLOCKS_H
#define HP_RELEASE_CLOCKS_H

#include "hpcmp/base/basics.h"

/* The latest releases, in a ring.  Earlier ones are not needed, because all threads have passed
   them, up to the slack: releases and acquires take place in the order of their clocks.  Unlocks
   may be out of this order, but a thread that comes after an unlock comes after the latest
   one. */
enum { HP_RECENT_RELEASES = 16 };
typedef struct {
    ULong n;
    ULong seq[HP_RECENT_RELEASES];
    ULong clock[HP_RECENT_RELEASES];
    ULong of_readers; /* the latest */
} ReleaseClocks;

/* The release with this number; a reader's has none of its own. */
void hp_release_clocks_add(ReleaseClocks* clocks, ULong seq, Bool is_reader, ULong clock);
/* The lowest clock of an acquire that comes after the releases up to this number.  A writer's
   acquire comes after the readers' releases, too. */
ULong hp_release_clocks_lowest(const ReleaseClocks* clocks, ULong seq, Bool is_reader);

#endif
