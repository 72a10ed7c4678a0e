/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Finds the heap block that an address lies in, with at most four loads.
 *
 * The map is a radix tree over the address. There are cells for regions of 32 MiB, for pages in
 * them, for granules of 32 bytes, and for bytes. A cell contains the block that covers all of it,
 * or NULL if no block touches it, or (lowest bit set) the table of its parts. Between two blocks of
 * malloc, Valgrind's allocator leaves at least 32 bytes. So two blocks of malloc never share a
 * granule. Each block gets its first and last granule as a whole, and needs no byte cells. Example:
 * a block covers 0x1010 to 0x103f, and its cells are those of the granules 0x1000 and 0x1020. So
 * the map finds the block for address 0x1000, too, and each lookup must compare the address with
 * the block's range. Byte cells are for custom allocators, which may pack blocks as they like.
 */
#ifndef HP_BLOCKMAP_H
#define HP_BLOCKMAP_H

#include "hpcmp/blocks/pool.h"

/* The levels, coarsest first. Each cell of a level covers 1 << shift bytes. */
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

/* A table begins with 8 bytes that are no cells. A cell with the lowest bit set refers to a table.
   References count in units of 8 bytes (pool.h), so this bit stands for the 8 bytes, and hp_at()
   returns the address of the table's first cell. */
static inline const BlockCell* hp_cell_table(BlockCell c) {
    return hp_at(c);
}

/* The first function returns the cell of a's region. The other two return the finer cells of a in a
   table. */
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

/* The block that a lies in, or NULL. The result may also be a block for an address beyond
   HP_ADDRESS_BITS, or just before or behind a block. So the caller compares the address with the
   block's range. */
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

/* If an access begins outside of blocks, it can reach a block only if it runs from one granule into
   the next. */
static inline Bool hp_reaches_next_granule(Addr a, SizeT n) {
    return ((a ^ (a + n - 1)) >> HP_GRANULE_SHIFT) != 0;
}

static inline Bool hp_is_all_inside(const Block* b, Addr a, SizeT n) {
    return a - b->addr < b->size && a - b->addr + n <= b->size;
}

/* The block that a lies in, or NULL.  A watched word does not count as a block. */
Block* hp_blockmap_find(Addr a);

/* Like hp_blockmap_find. Also sets *same to a number from 1 to len: the answer is the same for this
   number of bytes from a on. It may be the same for more bytes, but finding that out would take
   longer. */
Block* hp_blockmap_extent(Addr a, SizeT len, SizeT* same);

/* Is there no block in [a, a + size)? */
Bool hp_blockmap_is_empty(Addr a, SizeT size);

/* If there is no block in the region around a, or in the page around a, returns its size and sets
 *start to its beginning. Otherwise returns 0. */
SizeT hp_blockmap_empty_around(Addr a, Addr* start);

/* Is there no block in [a, a + n)? The caller knows that hp_blockmap_lookup(a) is NULL. */
static inline Bool hp_is_nobodys(Addr a, SizeT n) {
    return LIKELY(!hp_reaches_next_granule(a, n)) || hp_blockmap_is_empty(a, n);
}

/* From now on all bytes that b covers belong to b. */
void hp_blockmap_add(Block* b);
/* b, a block of malloc's, becomes longer or shorter. */
void hp_blockmap_resize(Block* b, SizeT size);
/* The bytes that b covers belong again to the block that b lies in, if there is one. */
void hp_blockmap_remove(const Block* b);

#endif
