/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/release_clocks.h"

void hp_release_clocks_add(ReleaseClocks* clocks, ULong seq, Bool is_reader, ULong clock) {
    if (is_reader) {
        if (clocks->of_readers < clock)
            clocks->of_readers = clock;
        return;
    }
    UInt i = clocks->n++ % HP_RECENT_RELEASES;
    clocks->seq[i] = seq;
    clocks->clock[i] = clock;
}

ULong hp_release_clocks_lowest(const ReleaseClocks* clocks, ULong seq, Bool is_reader) {
    ULong latest = is_reader ? 0 : clocks->of_readers;
    for (UInt i = 0; i < clocks->n && i < HP_RECENT_RELEASES; i++)
        if (clocks->seq[i] <= seq && clocks->clock[i] > latest)
            latest = clocks->clock[i];
    return latest;
}
