/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/dwarf_lists.h"

/* Kinds of items from version 5 on: of ranges (7.25), and, if a location follows, of locations
   (7.7.3). */
enum {
    RLE_end_of_list = 0,
    RLE_base_addressx = 1,
    RLE_startx_endx = 2,
    RLE_startx_length = 3,
    RLE_offset_pair = 4,
    RLE_base_address = 5,
    RLE_start_end = 6,
    RLE_start_length = 7
};
enum {
    LLE_default_location = 5,
    LLE_base_address = 6,
    LLE_start_end = 7,
    LLE_start_length = 8,
    LLE_GNU_view_pair = 9
};

/* An item of a list. */
typedef struct {
    Bool is_part; /* of the code, [lo, end), with what is in `location` */
    ULong lo, end;
    DwarfBytes location;
} Item;

typedef struct {
    const Dwarf* dwarf;
    const DwarfUnit* unit;
    DwarfBytes bytes;
    ULong base;
    Bool has_locations;
} List;

static ULong take_address(List* list) {
    return hp_dwarf_take(&list->bytes, list->unit->address_size);
}

static ULong take_nth_address(List* list) {
    ULong a = 0;
    if (!hp_dwarf_address(list->dwarf, list->unit, hp_dwarf_take_uleb(&list->bytes), &a))
        hp_dwarf_break(&list->bytes);
    return a;
}

static void take_location(List* list, Item* item) {
    if (!list->has_locations)
        return;
    ULong n =
        list->unit->version < 5 ? hp_dwarf_take(&list->bytes, 2) : hp_dwarf_take_uleb(&list->bytes);
    const UChar* at = list->bytes.at;
    hp_dwarf_skip(&list->bytes, n);
    item->location = (DwarfBytes){at, list->bytes.at, list->bytes.is_broken};
}

/* Up to version 4: two offsets from the base, or -1 and another base.  False: the list ends. */
static Bool take_pair(List* list, Item* item) {
    ULong lo = take_address(list);
    ULong end = take_address(list);
    if (list->bytes.is_broken || (lo == 0 && end == 0))
        return False;
    if (lo == ~0UL) {
        list->base = end;
        return True;
    }
    *item = (Item){.is_part = True, .lo = list->base + lo, .end = list->base + end};
    take_location(list, item);
    return !list->bytes.is_broken;
}

/* Locations have one kind more, so the numbers from there on differ. */
static UInt take_kind(List* list) {
    UInt kind = hp_dwarf_take(&list->bytes, 1);
    if (!list->has_locations || kind < LLE_default_location || kind > LLE_start_length)
        return kind;
    return kind == LLE_default_location ? LLE_default_location + 0x100 : kind - 1;
}

static void take_part(List* list, UInt kind, Item* item) {
    DwarfBytes* bytes = &list->bytes;
    item->is_part = True;
    switch (kind) {
    case RLE_startx_endx:
        item->lo = take_nth_address(list);
        item->end = take_nth_address(list);
        break;
    case RLE_startx_length:
        item->lo = take_nth_address(list);
        item->end = item->lo + hp_dwarf_take_uleb(bytes);
        break;
    case RLE_offset_pair:
        item->lo = list->base + hp_dwarf_take_uleb(bytes);
        item->end = list->base + hp_dwarf_take_uleb(bytes);
        break;
    case RLE_start_end:
        item->lo = take_address(list);
        item->end = take_address(list);
        break;
    case RLE_start_length:
        item->lo = take_address(list);
        item->end = item->lo + hp_dwarf_take_uleb(bytes);
        break;
    case LLE_default_location + 0x100: item->end = ~0UL; break;
    default: hp_dwarf_break(bytes); break;
    }
    take_location(list, item);
}

/* From version 5 on. */
static Bool take_item(List* list, Item* item) {
    UInt kind = take_kind(list);
    if (list->bytes.is_broken || kind == RLE_end_of_list)
        return False;
    if (kind == RLE_base_addressx) {
        list->base = take_nth_address(list);
    } else if (kind == RLE_base_address) {
        list->base = take_address(list);
    } else if (kind == LLE_GNU_view_pair && list->has_locations) {
        hp_dwarf_take_uleb(&list->bytes);
        hp_dwarf_take_uleb(&list->bytes);
    } else {
        take_part(list, kind, item);
    }
    return !list->bytes.is_broken;
}

/* False: the list ends, or is damaged. */
static Bool next(List* list, Item* item) {
    VG_(memset)(item, 0, sizeof *item);
    return list->unit->version < 5 ? take_pair(list, item) : take_item(list, item);
}

static List list_at(const Dwarf* dwarf, const DwarfUnit* unit, ULong at, Bool has_locations) {
    ElfSection of_4 = has_locations ? dwarf->in.loc : dwarf->in.ranges;
    ElfSection of_5 = has_locations ? dwarf->in.loclists : dwarf->in.rnglists;
    ElfSection section = unit->version < 5 ? of_4 : of_5;
    return (List){dwarf, unit, hp_dwarf_bytes_of(section, at, section.size), unit->low_pc,
                  has_locations};
}

void hp_dwarf_ranges(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                     void (*see)(void* context, ULong lo, ULong end), void* context) {
    if (entry->has_code && entry->low_pc < entry->high_pc)
        see(context, entry->low_pc, entry->high_pc);
    if (!entry->has_ranges)
        return;
    List list = list_at(dwarf, unit, entry->ranges, False);
    Item item;
    while (next(&list, &item))
        if (item.is_part && item.lo < item.end)
            see(context, item.lo, item.end);
}

Bool hp_dwarf_value(const Dwarf* dwarf, const DwarfUnit* unit, const DwarfEntry* entry,
                    ULong* value) {
    *value = entry->value;
    if (!entry->has_value_list)
        return entry->has_value;
    List list = list_at(dwarf, unit, entry->value, True);
    Item item;
    Bool is_known = False;
    while (next(&list, &item)) {
        ULong here;
        if (!item.is_part)
            continue;
        if (!hp_dwarf_constant(item.location, &here) || (is_known && here != *value))
            return False;
        *value = here;
        is_known = True;
    }
    return is_known && !list.bytes.is_broken;
}
