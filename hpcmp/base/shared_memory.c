/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/shared_memory.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

/* A range consists of whole pages, and no two ranges overlap. */
typedef struct {
    Addr lo;
    Addr end;
    SharedByte first;
} SharedRange;

static XArray* g_ranges; /* or NULL */
static UInt g_n_changes;

static SharedRange* range_at(Word i) {
    return VG_(indexXA)(g_ranges, i);
}

static Word n_ranges(void) {
    return g_ranges == NULL ? 0 : VG_(sizeXA)(g_ranges);
}

static void add(Addr lo, Addr end, const SharedByte* first, ULong skipped) {
    SharedRange range = {lo, end, *first};
    range.first.offset += skipped;
    VG_(addToXA)(g_ranges, &range);
}

void hp_shared_unmap(Addr lo, SizeT size) {
    Addr end = VG_PGROUNDUP(lo + size);
    for (Word i = n_ranges() - 1; i >= 0; i--) {
        const SharedRange old = *range_at(i);
        if (old.end <= lo || end <= old.lo)
            continue;
        g_n_changes++;
        VG_(removeIndexXA)(g_ranges, i);
        if (old.lo < lo)
            add(old.lo, lo, &old.first, 0);
        if (end < old.end)
            add(end, old.end, &old.first, end - old.lo);
    }
}

void hp_shared_unmap_from(Addr lo) {
    for (Word i = n_ranges() - 1; i >= 0; i--)
        if (range_at(i)->lo == lo) {
            VG_(removeIndexXA)(g_ranges, i);
            g_n_changes++;
        }
}

void hp_shared_map(Addr lo, SizeT size, const SharedByte* first) {
    if (g_ranges == NULL)
        g_ranges =
            VG_(newXA)(VG_(malloc), "hp.shared_memory.ranges", VG_(free), sizeof(SharedRange));
    hp_shared_unmap(lo, size);
    add(lo, VG_PGROUNDUP(lo + size), first, 0);
    g_n_changes++;
}

Bool hp_shared_byte(Addr a, SharedByte* byte) {
    for (Word i = n_ranges() - 1; i >= 0; i--) {
        const SharedRange* range = range_at(i);
        if (a < range->lo || range->end <= a)
            continue;
        *byte = range->first;
        byte->offset += a - range->lo;
        return True;
    }
    return False;
}

Bool hp_is_shared(Addr a) {
    SharedByte byte;
    return hp_shared_byte(a, &byte);
}

UInt hp_n_mapping_changes(void) {
    return g_n_changes;
}
