/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads entries of debug information: DWARF, versions 2 to 5 (dwarfstd.org; the numbers of chapters
 * here are those of version 5).
 *
 * An entry (2.1) describes a variable, a type and the like. It consists of the code of an
 * abbreviation and of the values of the attributes. The abbreviation contains the entry's tag, and
 * the names and forms of its attributes (7.5.3). Children follow their parent. Example: 2f 09 40 10
 * 00 00 is an entry with abbreviation 0x2f, which says "a variable; type in the form ref1; ...". So
 * 09 refers to the type's entry.
 *
 * Each read is checked, because the file may be damaged. After a read outside of the section, or of
 * a value of unknown form, the bytes count as broken. Everything that is read from broken bytes is
 * 0.
 */
#ifndef HP_DWARF_H
#define HP_DWARF_H

#include "hpcmp/where/dwarf_bytes.h"
#include "pub_tool_xarray.h"

/* Tags (7.5.3) that readers ask for. */
enum {
    DW_TAG_array_type = 0x01,
    DW_TAG_class_type = 0x02,
    DW_TAG_enumeration_type = 0x04,
    DW_TAG_formal_parameter = 0x05,
    DW_TAG_member = 0x0d,
    DW_TAG_pointer_type = 0x0f,
    DW_TAG_structure_type = 0x13,
    DW_TAG_typedef = 0x16,
    DW_TAG_union_type = 0x17,
    DW_TAG_inheritance = 0x1c,
    DW_TAG_inlined_subroutine = 0x1d,
    DW_TAG_subrange_type = 0x21,
    DW_TAG_const_type = 0x26,
    DW_TAG_enumerator = 0x28,
    DW_TAG_packed_type = 0x2d,
    DW_TAG_subprogram = 0x2e,
    DW_TAG_variable = 0x34,
    DW_TAG_volatile_type = 0x35,
    DW_TAG_restrict_type = 0x37,
    DW_TAG_atomic_type = 0x47,
    DW_TAG_call_site = 0x48,
    DW_TAG_GNU_call_site = 0x4109 /* the same up to version 4 */
};

typedef struct {
    UShort name;
    UShort form;
    Long value; /* for the form implicit_const: the value, which the abbreviation contains */
} DwarfAttribute;

typedef struct {
    ULong code;
    UInt tag;
    Bool has_children;
    UInt first_attribute, n_attributes;
    Int n_bytes; /* length of such an entry without its code; -1: these entries have different
                    lengths */
} DwarfAbbreviation;

/* A unit: the entries of one source file, as a rule. */
typedef struct {
    SizeT start, first_entry, end; /* offsets in .debug_info */
    UInt version;
    UInt address_size;
    UInt offset_size;
    UInt first_abbreviation, n_abbreviations;
    /* Where the unit's part begins in .debug_addr, .debug_str_offsets, .debug_rnglists and
       .debug_loclists. 0: unknown. */
    ULong addr_base, str_offsets_base, rnglists_base, loclists_base;
    ULong low_pc; /* addresses in the unit's lists are relative to this */
} DwarfUnit;

/* Sections of a file. All except the first two may be missing; then their content is unknown.
 */
typedef struct {
    ElfSection abbrev, info, addr, str, line_str, str_offsets;
    ElfSection ranges, rnglists; /* for versions up to 4, and from 5 on */
    ElfSection loc, loclists;    /* the same */
} DwarfSections;

typedef struct {
    DwarfSections in;
    XArray* attributes;    /* of DwarfAttribute */
    XArray* abbreviations; /* of DwarfAbbreviation, in the order of the section */
    XArray* tables;        /* the abbreviations of one unit, or of several */
    XArray* units;         /* of DwarfUnit, sorted by start */
    ULong n_left;          /* entries that may still be read: a limit, because a damaged file may
                              refer to the same entries again and again */
} Dwarf;

/* The parts of an entry that readers need. Parts that the entry does not have are 0. */
typedef struct {
    UInt tag; /* 0: no entry, but the end of its parent's children */
    Bool has_children;
    SizeT type;   /* offset of the type's entry */
    SizeT origin; /* offset of another entry: the declaration or inlined function that this entry
                     completes, or the function that a call calls */
    ULong byte_size;
    ULong offset;     /* of a member in its structure */
    ULong n_elements; /* number of elements of an array's dimension */
    Bool has_address; /* it lies at one address during the whole run */
    ULong address;    /* in the file */
    ULong addr_base, str_offsets_base, rnglists_base, loclists_base;
    const HChar* name;     /* NULL: there is no name that can be read */
    const HChar* producer; /* the compiler; NULL: it cannot be read */
    Bool has_code;         /* its code is [low_pc, high_pc), or, if has_ranges, several such parts
                            */
    ULong low_pc, high_pc; /* in the file */
    Bool has_ranges;
    ULong ranges;        /* where the list of them is; see hp_dwarf_ranges */
    Bool has_value;      /* its value is a constant */
    Bool has_value_list; /* its value may be a constant, see hp_dwarf_value (dwarf_lists.h) */
    ULong value;         /* the constant, or where the list is */
} DwarfEntry;

/* Does an abbreviation in .debug_abbrev have that tag? */
Bool hp_dwarf_has_tag(ElfSection abbrev, UInt tag);

/* Reads abbreviations and the heads of units. The sections still belong to the caller. Returns
   False if the file is damaged or contains nothing to read. Then hp_dwarf_end() need not be called.
 */
Bool hp_dwarf_begin(Dwarf* dwarf, const DwarfSections* sections);
void hp_dwarf_end(Dwarf* dwarf);

/* The unit that contains the entry at this offset in .debug_info, or NULL. */
const DwarfUnit* hp_dwarf_unit_at(const Dwarf* dwarf, SizeT entry);
/* The unit's entries from `entry` on. */
DwarfBytes hp_dwarf_bytes(const Dwarf* dwarf, const DwarfUnit* unit, SizeT entry);
/* Reads the next entry. If its tag is not `wanted`, only tag and has_children are set, because
   skipping the attributes takes less time. With `wanted` 0, all entries are read in full. Returns
   False if there is no next entry, or if the bytes are broken. */
Bool hp_dwarf_next(Dwarf* dwarf, const DwarfUnit* unit, DwarfBytes* bytes, UInt wanted,
                   DwarfEntry* entry);

/* Reads the unit's address with this number in .debug_addr. Returns False if there is none. */
Bool hp_dwarf_address(const Dwarf* dwarf, const DwarfUnit* unit, ULong number, ULong* a);

/* Does the expression describe a small constant, and not a value in a register or in memory? If so,
 * gives the constant.
 */
Bool hp_dwarf_constant(DwarfBytes expression, ULong* value);

#endif
