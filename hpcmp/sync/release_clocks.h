/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The clocks (order/clocks.h) at which an object has been released. When a thread acquires from a
 * release, its clock is raised at least to that of the release.
 */
#ifndef HP_RELEASE_CLOCKS_H
#define HP_RELEASE_CLOCKS_H

#include "hpcmp/base/basics.h"

/* The latest releases, in a ring. Earlier releases are not needed. Releases and acquires happen in
   the order of their clocks, up to the slack, so all threads have passed earlier ones already.
   Unlocks may be out of this order, but a thread that comes after an unlock comes after the latest
   one. */
enum { HP_RECENT_RELEASES = 16 };
typedef struct {
    ULong n;
    ULong seq[HP_RECENT_RELEASES];
    ULong clock[HP_RECENT_RELEASES];
    ULong of_readers; /* the latest release of a reader */
} ReleaseClocks;

/* Adds the release with this number. A reader's release has no number of its own. */
void hp_release_clocks_add(ReleaseClocks* clocks, ULong seq, Bool is_reader, ULong clock);
/* The lowest clock that an acquire may have if it comes after the releases up to this number. A
   writer's acquire comes after the readers' releases, too. */
ULong hp_release_clocks_lowest(const ReleaseClocks* clocks, ULong seq, Bool is_reader);

#endif
