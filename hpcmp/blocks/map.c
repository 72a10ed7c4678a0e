/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/blocks/map.h"

BlockCell hp_regions[HP_N_REGIONS];
Bool hp_blockmap_has_spread;

/* The levels below the regions, and how a table of that level is made. */
typedef struct {
    UInt shift;   /* a cell covers 1 << shift bytes */
    UInt n_cells; /* in one table */
    UInt n_spares;
    Ref spares; /* unused tables, kept for the next one */
} Level;

static Level g_levels[] = {
    {HP_PAGE_SHIFT, 1U << (HP_REGION_SHIFT - HP_PAGE_SHIFT), 0, 0},
    {HP_GRANULE_SHIFT, 1U << (HP_PAGE_SHIFT - HP_GRANULE_SHIFT), 0, 0},
    {0, 1U << HP_GRANULE_SHIFT, 0, 0},
};

#define MAX_SPARES 16

/* A table of cells.  It always has a cell that is not 0, else it is given back. */
typedef struct {
    UInt n_used; /* cells that are not 0 */
    Ref next_spare;
    BlockCell cells[];
} Table;

/* See hp_cell_table. */
STATIC_ASSERT(__builtin_offsetof(Table, cells) == 1UL << HP_REF_SHIFT);

static Table* table_of(BlockCell c) {
    return hp_at(c - 1);
}

static BlockCell cell_of(Table* table) {
    return hp_ref(table) + 1;
}

static void fill(const Level* level, Table* table, BlockCell value) {
    for (UInt i = 0; i < level->n_cells; i++)
        table->cells[i] = value;
    table->n_used = value == 0 ? 0 : level->n_cells;
}

/* A table that says what one cell said before. */
static Table* new_table(Level* level, BlockCell value) {
    Table* table;
    if (level->spares == 0) {
        table =
            VG_(malloc)("hp.blockmap.table", sizeof(Table) + level->n_cells * sizeof(BlockCell));
        fill(level, table, value);
        return table;
    }
    table = hp_at(level->spares);
    level->spares = table->next_spare;
    level->n_spares--;
    table->n_used = 0;
    if (value != 0)
        fill(level, table, value);
    return table;
}

/* The cells of the table are 0, so that a spare table is as good as a new one. */
static void free_table(Level* level, Table* table) {
    if (level->n_spares < MAX_SPARES) {
        table->next_spare = level->spares;
        level->spares = hp_ref(table);
        level->n_spares++;
    } else {
        VG_(free)(table);
    }
}

/* Bits for the regions and pages that were found empty; some share one. */
#define N_FOUND_EMPTY 4096
static ULong g_found_empty[N_FOUND_EMPTY / 64];

static ULong* found_empty(UWord number, ULong* bit) {
    *bit = 1UL << (number % 64);
    return &g_found_empty[number / 64 % (N_FOUND_EMPTY / 64)];
}

/* The region or page with that number gets the value, or a part of it does. */
static void note_spread(UWord number, BlockCell before, BlockCell value) {
    ULong bit;
    if (before == 0 && value != 0 && (*found_empty(number, &bit) & bit) != 0)
        hp_blockmap_has_spread = True;
}

void hp_blockmap_forget_empty(void) {
    hp_blockmap_has_spread = False;
    VG_(memset)(g_found_empty, 0, sizeof g_found_empty);
}

/* A cell gets one value for all that it covers; the tables below it end. */
static void set_whole(BlockCell* cell, UInt below, BlockCell value) {
    if (hp_cell_is_table(*cell)) {
        hp_blockmap_has_spread |= value != 0;
        const Level* level = &g_levels[below];
        Table* table = table_of(*cell);
        for (UInt i = 0; i < level->n_cells; i++)
            set_whole(&table->cells[i], below + 1, 0);
        free_table(&g_levels[below], table);
    }
    *cell = value;
}

/* Sets the part [from, to) of what `cell` covers, which begins at `start`; `below`
   is the level of the tables that split such a cell. */
static void set_part(BlockCell* cell, UInt below, Addr start, Addr from, Addr to, BlockCell value) {
    Level* level = &g_levels[below];
    if (!hp_cell_is_table(*cell)) {
        if (*cell == value)
            return;
        *cell = cell_of(new_table(level, *cell));
    }
    Table* table = table_of(*cell);
    UWord width = 1UL << level->shift;
    while (from < to) {
        UWord i = (from - start) >> level->shift;
        Addr part = start + (i << level->shift);
        Addr end = to < part + width ? to : part + width;
        BlockCell before = table->cells[i];
        if (below == 0)
            note_spread(i, before, value);
        if (end - from < width)
            set_part(&table->cells[i], below + 1, part, from, end, value);
        else if (hp_cell_is_table(before))
            set_whole(&table->cells[i], below + 1, value);
        else
            table->cells[i] = value;
        BlockCell now = table->cells[i];
        table->n_used += (now != 0) - (before != 0);
        from = end;
    }
    if (table->n_used == 0) {
        free_table(level, table);
        *cell = 0;
    }
}

/* The usual case of set_range, a small block amid others.  The range consists of whole granules
   of one page that has a table already, and the cells of all these granules have the former
   value.  Returns False, and has done nothing, in any other case. */
static Bool set_granules(Addr a, Addr to, BlockCell former, BlockCell value) {
    const Addr in_page = (1UL << HP_PAGE_SHIFT) - 1;
    BlockCell region = hp_cell_of_region(a);
    if ((a ^ (to - 1)) > in_page || !hp_cell_is_table(region))
        return False;
    BlockCell page = hp_cell_of_page(region, a);
    if (!hp_cell_is_table(page))
        return False;
    Table* table = table_of(page);
    BlockCell* cells = &table->cells[(a & in_page) >> HP_GRANULE_SHIFT];
    UInt n = (to - a) >> HP_GRANULE_SHIFT;
    UInt n_used = table->n_used + (value != 0 ? n : 0) - (former != 0 ? n : 0);
    if (n_used == 0)
        return False;
    BlockCell differs = 0;
    for (UInt i = 0; i < n; i++)
        differs |= cells[i] ^ former;
    if (differs != 0)
        return False;
    for (UInt i = 0; i < n; i++)
        cells[i] = value;
    table->n_used = n_used;
    return True;
}

static BlockCell cell_of_block(const Block* b) {
    return b == NULL ? 0 : hp_ref(b);
}

/* All of [a, to) belongs to b from now on, or to nobody (NULL).  So far it belonged, as a rule,
   to `former`. */
static void set_range(Addr a, Addr to, const Block* former, const Block* b) {
    const BlockCell value = cell_of_block(b);
    const Addr in_granule = (1UL << HP_GRANULE_SHIFT) - 1;
    if (a < to && ((a | to) & in_granule) == 0 && (to >> HP_ADDRESS_BITS) == 0 &&
        set_granules(a, to, cell_of_block(former), value))
        return;
    const UWord width = 1UL << HP_REGION_SHIFT;
    while (a < to && (a >> HP_ADDRESS_BITS) == 0) {
        Addr region_start = a & ~(width - 1);
        Addr end = to - region_start < width ? to : region_start + width;
        BlockCell* cell = &hp_regions[a >> HP_REGION_SHIFT];
        note_spread(a >> HP_REGION_SHIFT, *cell, value);
        if (end - a == width)
            set_whole(cell, 0, value);
        else
            set_part(cell, 0, region_start, a, end, value);
        a = end;
    }
}

/* May other blocks be in its first and last granule? */
static Bool has_bytes(const Block* b) {
    return b->is_custom || b->is_word;
}

static Addr start_of_cells(const Block* b) {
    return has_bytes(b) ? b->addr : VG_ROUNDDN(b->addr, 1UL << HP_GRANULE_SHIFT);
}

static Addr end_of_cells(const Block* b) {
    Addr end = b->addr + b->size;
    return has_bytes(b) ? end : VG_ROUNDUP(end, 1UL << HP_GRANULE_SHIFT);
}

void hp_blockmap_add(Block* b) {
    set_range(start_of_cells(b), end_of_cells(b), hp_block_outer(b), b);
}

void hp_blockmap_resize(Block* b, SizeT size) {
    Addr former_end = end_of_cells(b);
    b->size = size;
    Addr end = end_of_cells(b);
    if (end > former_end)
        set_range(former_end, end, NULL, b);
    else
        set_range(end, former_end, b, NULL);
}

void hp_blockmap_remove(const Block* b) {
    set_range(start_of_cells(b), end_of_cells(b), b, hp_block_outer(b));
}

Block* hp_blockmap_extent(Addr a, SizeT len, SizeT* same) {
    if ((a >> HP_ADDRESS_BITS) != 0) {
        *same = len;
        return NULL;
    }
    UInt shift = HP_REGION_SHIFT;
    BlockCell c = hp_regions[a >> shift];
    for (UInt below = 0; hp_cell_is_table(c); below++) {
        shift = g_levels[below].shift;
        c = hp_cell_table(c)[(a >> shift) & (g_levels[below].n_cells - 1)];
    }
    SizeT left = (1UL << shift) - (a & ((1UL << shift) - 1));
    Block* b = c == 0 ? NULL : hp_at(c);
    if (b != NULL && a - b->addr >= b->size) {
        /* The address is beside the block, in a granule that the block has to itself. */
        if (a < b->addr)
            left = b->addr - a;
        b = NULL;
    }
    if (b != NULL) {
        SizeT to_end = b->addr + b->size - a;
        if (!b->is_crowded || to_end < left)
            left = to_end;
    }
    *same = left < len ? left : len;
    return b;
}

SizeT hp_blockmap_empty_around(Addr a, Addr* start) {
    if ((a >> HP_ADDRESS_BITS) != 0)
        return 0;
    BlockCell c = hp_cell_of_region(a);
    UInt shift = HP_REGION_SHIFT;
    if (hp_cell_is_table(c)) {
        c = hp_cell_of_page(c, a);
        shift = HP_PAGE_SHIFT;
    }
    if (c != 0)
        return 0;
    UWord number = a >> shift;
    if (shift == HP_PAGE_SHIFT)
        number &= g_levels[0].n_cells - 1;
    ULong bit;
    *found_empty(number, &bit) |= bit;
    *start = a >> shift << shift;
    return 1UL << shift;
}

Block* hp_blockmap_find(Addr a) {
    SizeT same;
    Block* b = hp_blockmap_extent(a, 1, &same);
    return b != NULL && b->is_word ? hp_block_outer(b) : b;
}

Bool hp_blockmap_is_empty(Addr a, SizeT size) {
    while (size > 0) {
        SizeT same;
        if (hp_blockmap_extent(a, size, &same) != NULL)
            return False;
        a += same;
        size -= same;
    }
    return True;
}
