/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/atomic_types.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/where/dwarf.h"

/* A type that has been looked at: [first, first + n) of the parts are its atomic ones. */
typedef struct {
    VgHashNode node; /* key: the offset of its entry */
    ULong size;
    UInt first, n;
} Type;

typedef struct {
    const ElfFile* file;
    Dwarf dwarf;
    VgHashTable* types;
    XArray* parts;  /* of AtomicRange, from the beginning of a type */
    XArray* ranges; /* of AtomicRange: what is found */
} Search;

/* What is beyond these is left out.  A damaged file may have types in types without end. */
enum { MOST_PARTS = 1 << 18, MOST_NESTED = 64 };
/* No processor has atomic operations of more bytes; the compiler calls a library for them. */
enum { MOST_ATOMIC_BYTES = 16 };

/*------------------------------------------------------------*/
/*--- Types                                                 ---*/
/*------------------------------------------------------------*/

static const Type* type_at(Search* search, SizeT entry, UInt n_nested);

static void add_part(Search* search, ULong begin, ULong end) {
    AtomicRange part = {begin, end};
    if (VG_(sizeXA)(search->parts) < MOST_PARTS)
        VG_(addToXA)(search->parts, &part);
}

/* The parts of `of`, which lies at this offset. */
static void add_parts(Search* search, const Type* of, ULong offset) {
    for (UInt i = 0; i < of->n; i++) {
        AtomicRange part = *(AtomicRange*)VG_(indexXA)(search->parts, of->first + i);
        add_part(search, offset + part.begin, offset + part.end);
    }
}

static void add_elements(Search* search, const Type* of, ULong n) {
    const AtomicRange* only = of->n == 1 ? VG_(indexXA)(search->parts, of->first) : NULL;
    if (only != NULL && only->begin == 0 && only->end == of->size) {
        add_part(search, 0, n * of->size);
        return;
    }
    for (ULong i = 0; i < n && of->n > 0 && VG_(sizeXA)(search->parts) < MOST_PARTS; i++)
        add_parts(search, of, i * of->size);
}

/* Calls `see` for each child of an entry with that tag, from `bytes` on, and not for theirs. */
typedef void (*SeeChild)(Search* search, const DwarfEntry* child, void* context, UInt n_nested);

static void see_children(Search* search, const DwarfUnit* unit, DwarfBytes* bytes, SeeChild see,
                         void* context, UInt n_nested) {
    DwarfEntry child;
    for (UInt depth = 1; depth > 0 && hp_dwarf_next(&search->dwarf, unit, bytes, 0, &child);) {
        if (depth == 1 && child.tag != 0)
            see(search, &child, context, n_nested);
        if (child.tag == 0)
            depth--;
        else if (child.has_children)
            depth++;
    }
}

/* A structure's parts have to be one after the other, so the types of all its members are looked at
   before. */
static void see_member(Search* search, const DwarfEntry* member, void* context, UInt n_nested) {
    Bool is_to_add = *(Bool*)context;
    if ((member->tag != DW_TAG_member && member->tag != DW_TAG_inheritance) || member->type == 0)
        return;
    const Type* type = type_at(search, member->type, n_nested + 1);
    if (is_to_add && type != NULL)
        add_parts(search, type, member->offset);
}

static void look_at_structure(Search* search, Type* type, const DwarfUnit* unit, DwarfBytes bytes,
                              UInt n_nested) {
    DwarfBytes again = bytes;
    Bool is_to_add = False;
    see_children(search, unit, &bytes, see_member, &is_to_add, n_nested);
    type->first = VG_(sizeXA)(search->parts);
    is_to_add = True;
    see_children(search, unit, &again, see_member, &is_to_add, n_nested);
    type->n = VG_(sizeXA)(search->parts) - type->first;
}

static void see_dimension(Search* search, const DwarfEntry* dimension, void* n, UInt n_nested) {
    if (dimension->tag == DW_TAG_subrange_type)
        *(ULong*)n *= dimension->n_elements;
}

static void look_at_array(Search* search, Type* type, const Type* element, const DwarfUnit* unit,
                          DwarfBytes bytes) {
    ULong n = 1;
    see_children(search, unit, &bytes, see_dimension, &n, 0);
    type->first = VG_(sizeXA)(search->parts);
    add_elements(search, element, n);
    type->n = VG_(sizeXA)(search->parts) - type->first;
    type->size = n * element->size;
}

static void look_at_atomic(Search* search, Type* type, const Type* of) {
    type->size = of->size;
    type->first = VG_(sizeXA)(search->parts);
    if (type->size > 0 && type->size <= MOST_ATOMIC_BYTES)
        add_part(search, 0, type->size);
    type->n = VG_(sizeXA)(search->parts) - type->first;
}

/* The type that the entry's type consists of. */
static const Type* type_of(Search* search, const DwarfEntry* entry, UInt n_nested) {
    static const Type nothing;
    const Type* of = entry->type == 0 ? NULL : type_at(search, entry->type, n_nested + 1);
    return of == NULL ? &nothing : of;
}

/* Fills in what `entry`, whose children are in `bytes`, says. */
static void look_at(Search* search, Type* type, const DwarfUnit* unit, const DwarfEntry* entry,
                    DwarfBytes bytes, UInt n_nested) {
    const Type* of;
    switch (entry->tag) {
    case DW_TAG_atomic_type: look_at_atomic(search, type, type_of(search, entry, n_nested)); break;
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_packed_type:
        of = type_of(search, entry, n_nested);
        type->size = of->size;
        type->first = of->first;
        type->n = of->n;
        break;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        if (entry->has_children)
            look_at_structure(search, type, unit, bytes, n_nested);
        type->size = entry->byte_size;
        break;
    case DW_TAG_array_type:
        if (entry->has_children)
            look_at_array(search, type, type_of(search, entry, n_nested), unit, bytes);
        break;
    case DW_TAG_pointer_type: type->size = unit->address_size; break;
    default: type->size = entry->byte_size; break;
    }
}

/* NULL: there is no entry, or types are nested too deeply.  A type that is being looked at, which
   only a damaged file asks for again, has no parts yet. */
static const Type* type_at(Search* search, SizeT at, UInt n_nested) {
    Type* type = VG_(HT_lookup)(search->types, at);
    const DwarfUnit* unit = hp_dwarf_unit_at(&search->dwarf, at);
    DwarfEntry entry;
    if (type != NULL)
        return type;
    if (unit == NULL || n_nested == MOST_NESTED)
        return NULL;
    DwarfBytes bytes = hp_dwarf_bytes(&search->dwarf, unit, at);
    if (!hp_dwarf_next(&search->dwarf, unit, &bytes, 0, &entry) || entry.tag == 0)
        return NULL;
    type = hp_table_add(search->types, at, "hp.atomic_types.type", sizeof *type);
    look_at(search, type, unit, &entry, bytes, n_nested);
    return type;
}

/*------------------------------------------------------------*/
/*--- Variables                                             ---*/
/*------------------------------------------------------------*/

/* A variable that was declared before has its type there. */
static SizeT type_of_variable(Search* search, DwarfEntry entry) {
    enum { MOST_STEPS = 4 };
    for (UInt i = 0; i < MOST_STEPS && entry.type == 0 && entry.origin != 0; i++) {
        const DwarfUnit* unit = hp_dwarf_unit_at(&search->dwarf, entry.origin);
        if (unit == NULL)
            return 0;
        DwarfBytes bytes = hp_dwarf_bytes(&search->dwarf, unit, entry.origin);
        if (!hp_dwarf_next(&search->dwarf, unit, &bytes, 0, &entry))
            return 0;
    }
    return entry.type;
}

/* A variable that the linker has dropped has an address that is in no writable segment. */
static void see_variable(Search* search, const DwarfEntry* entry) {
    SizeT at = type_of_variable(search, *entry);
    const Type* type = at == 0 ? NULL : type_at(search, at, 0);
    for (UInt i = 0; type != NULL && i < type->n; i++) {
        const AtomicRange* part = VG_(indexXA)(search->parts, type->first + i);
        AtomicRange range = {entry->address + part->begin, entry->address + part->end};
        if (range.begin < range.end &&
            VG_(sizeXA)(search->ranges) < MOST_PARTS &&
                hp_elf_is_writable(search->file, range.begin, range.end - range.begin))
            VG_(addToXA)(search->ranges, &range);
    }
}

static void see_unit(Search* search, const DwarfUnit* unit) {
    DwarfBytes bytes = hp_dwarf_bytes(&search->dwarf, unit, unit->first_entry);
    DwarfEntry entry;
    while (hp_dwarf_next(&search->dwarf, unit, &bytes, DW_TAG_variable, &entry))
        if (entry.has_address)
            see_variable(search, &entry);
}

/*------------------------------------------------------------*/
/*--- A file                                                ---*/
/*------------------------------------------------------------*/

/* Fills the search's ranges. */
static void search_all(Search* search) {
    search->types = VG_(HT_construct)("hp.atomic_types.types");
    search->parts =
        VG_(newXA)(VG_(malloc), "hp.atomic_types.parts", VG_(free), sizeof(AtomicRange));
    for (Word i = 0; i < VG_(sizeXA)(search->dwarf.units); i++)
        see_unit(search, VG_(indexXA)(search->dwarf.units, i));
    VG_(HT_destruct)(search->types, VG_(free));
    VG_(deleteXA)(search->parts);
}

static XArray* search_sections(const ElfFile* file, const DwarfSections* sections) {
    Search search = {.file = file};
    if (!hp_dwarf_begin(&search.dwarf, sections))
        return NULL;
    search.ranges =
        VG_(newXA)(VG_(malloc), "hp.atomic_types.ranges", VG_(free), sizeof(AtomicRange));
    search_all(&search);
    hp_dwarf_end(&search.dwarf);
    if (VG_(sizeXA)(search.ranges) > 0)
        return search.ranges;
    VG_(deleteXA)(search.ranges);
    return NULL;
}

XArray* hp_atomic_ranges_of_file(const HChar* path) {
    ElfFile file;
    XArray* ranges = NULL;
    if (!hp_elf_open(&file, path))
        return NULL;
    ElfSection abbrev = hp_elf_read(&file, ".debug_abbrev");
    if (abbrev.data != NULL && hp_dwarf_has_tag(abbrev, DW_TAG_atomic_type)) {
        DwarfSections sections = {.abbrev = abbrev,
                                  .info = hp_elf_read(&file, ".debug_info"),
                                  .addr = hp_elf_read(&file, ".debug_addr")};
        ranges = search_sections(&file, &sections);
        VG_(free)(sections.info.data);
        VG_(free)(sections.addr.data);
    }
    VG_(free)(abbrev.data);
    hp_elf_close(&file);
    return ranges;
}
