/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From an address to the heap block that it lies in, in at most four loads.
 *
 * A radix tree over the address, in which whatever is alike is said once: the
 * cell of a region of 32 MiB, of a page in it, of a granule of 32 bytes, or of
 * a byte names the block that covers all of it, or NULL, or (lowest bit set)
 * the table of its parts.  Between two blocks of malloc's there are at least as
 * many bytes of Valgrind's own as in a granule, so each has its first and last
 * granule to itself, gets all of it, and needs no finer cell; whoever looks up
 * an address there must compare with the block's range.  Byte cells are for
 * custom allocators, which may pack blocks as they like.
 */
#ifndef HP_BLOCKMAP_H
#define HP_BLOCKMAP_H

#include "hpcmp/blocks/pool.h"

/* The levels, coarsest first: each cell of one covers 1 << shift bytes. */
#define HP_REGION_SHIFT 25
#define HP_PAGE_SHIFT 12
#define HP_GRANULE_SHIFT 5
#define HP_N_REGIONS (1UL << (HP_ADDRESS_BITS - HP_REGION_SHIFT))

typedef Ref BlockCell;

extern BlockCell hp_regions[HP_N_REGIONS];

/* May a block have come into a page or region that hp_blockmap_empty_around has
   found empty? */
extern Bool hp_blockmap_has_spread;
/* Forgets what was found empty so far, and sets hp_blockmap_has_spread to False. */
void hp_blockmap_forget_empty(void);

static inline Bool hp_cell_is_table(BlockCell c) {
    return (c & 1) != 0;
}

/* The lowest bit stands for the 8 bytes before a table's cells. */
static inline const BlockCell* hp_cell_table(BlockCell c) {
    return hp_at(c);
}

/* The cells of a's region, and of what is finer in a table. */
static inline BlockCell hp_cell_of_region(Addr a) {
    return hp_regions[(a >> HP_REGION_SHIFT) & (HP_N_REGIONS - 1)];
}

static inline BlockCell hp_cell_of_page(BlockCell table, Addr a) {
    const UWord n_pages = 1UL << (HP_REGION_SHIFT - HP_PAGE_SHIFT);
    return hp_cell_table(table)[(a >> HP_PAGE_SHIFT) & (n_pages - 1)];
}

static inline BlockCell hp_cell_of_granule(BlockCell table, Addr a) {
    const UWord n_granules = 1UL << (HP_PAGE_SHIFT - HP_GRANULE_SHIFT);
    return hp_cell_table(table)[(a >> HP_GRANULE_SHIFT) & (n_granules - 1)];
}

/* The block that a lies in, or NULL.  An address beyond HP_ADDRESS_BITS, or just
   before or behind a block, may get a block too: the caller compares with its
   range. */
static inline Block* hp_blockmap_lookup(Addr a) {
    BlockCell c = hp_cell_of_region(a);
    if (hp_cell_is_table(c)) {
        c = hp_cell_of_page(c, a);
        if (hp_cell_is_table(c)) {
            c = hp_cell_of_granule(c, a);
            if (UNLIKELY(hp_cell_is_table(c)))
                c = hp_cell_table(c)[a & ((1UL << HP_GRANULE_SHIFT) - 1)];
        }
    }
    return c == 0 ? NULL : hp_at(c);
}

/* Outside of blocks, only an access that runs from one granule into the next
   can still reach one. */
static inline Bool hp_reaches_next_granule(Addr a, SizeT n) {
    return ((a ^ (a + n - 1)) >> HP_GRANULE_SHIFT) != 0;
}

static inline Bool hp_is_all_inside(const Block* b, Addr a, SizeT n) {
    return a - b->addr < b->size && a - b->addr + n <= b->size;
}

/* The block that a lies in, or NULL.  No word that is watched is a block. */
Block* hp_blockmap_find(Addr a);

/* As hp_blockmap_find; *same becomes the number of bytes from a on, 1 to len,
   for which the answer is the same at a glance (it may be for more). */
Block* hp_blockmap_extent(Addr a, SizeT len, SizeT* same);

/* Is there no block in [a, a + size)? */
Bool hp_blockmap_is_empty(Addr a, SizeT size);

/* The size of the region or page around a, which begins at *start, if there is no
   block in it; else 0. */
SizeT hp_blockmap_empty_around(Addr a, Addr* start);

/* The same, if hp_blockmap_lookup(a) is NULL already. */
static inline Bool hp_is_nobodys(Addr a, SizeT n) {
    return LIKELY(!hp_reaches_next_granule(a, n)) || hp_blockmap_is_empty(a, n);
}

/* All that b covers belongs to it from now on. */
void hp_blockmap_add(Block* b);
/* b, a block of malloc's, becomes longer or shorter. */
void hp_blockmap_resize(Block* b, SizeT size);
/* All that b covers belongs again to the block that b lies in, or to nobody. */
void hp_blockmap_remove(const Block* b);

#endif
