/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/dwarf.h"

/*------------------------------------------------------------*/
/*--- Text                                                  ---*/
/*------------------------------------------------------------*/

/* Passes over a text, which is returned. */
static const HChar* take_text(DwarfBytes* bytes) {
    const HChar* text = (const HChar*)bytes->at;
    while (hp_dwarf_n_left(bytes) > 0)
        if (*bytes->at++ == '\0')
            return text;
    hp_dwarf_break(bytes);
    return NULL;
}

/* NULL: there is no text. */
static const HChar* text_at(ElfSection section, ULong offset) {
    DwarfBytes bytes = hp_dwarf_bytes_of(section, offset, section.size);
    return take_text(&bytes);
}

static const HChar* indexed_text(const Dwarf* dwarf, const DwarfUnit* unit, ULong number) {
    ElfSection offsets = dwarf->in.str_offsets;
    if (unit->str_offsets_base == 0 || unit->str_offsets_base > offsets.size ||
        number >= (offsets.size - unit->str_offsets_base) / unit->offset_size)
        return NULL;
    SizeT at = unit->str_offsets_base + number * unit->offset_size;
    DwarfBytes bytes = hp_dwarf_bytes_of(offsets, at, offsets.size);
    return text_at(dwarf->in.str, hp_dwarf_take(&bytes, unit->offset_size));
}

/*------------------------------------------------------------*/
/*--- Forms                                                 ---*/
/*------------------------------------------------------------*/

/* How many bytes a value has: as many, or ... */
enum {
    MOST_FIXED = 16,
    OF_ADDRESS,  /* as an address has in this unit */
    OF_OFFSET,   /* as an offset of a section has */
    OF_REF_ADDR, /* as OF_OFFSET, but version 2 has addresses there */
    ULEB,
    SLEB,
    TEXT,
    BLOCK1, /* as its first byte says; */
    BLOCK2, /* as its first 2 bytes say */
    BLOCK4,
    BLOCK_ULEB,
    IMPLICIT, /* 0: the abbreviation has the value */
    INDIRECT, /* the value begins with its form */
    UNKNOWN
};

/* The kinds of values. */
typedef enum {
    OTHER,
    NUMBER,
    IN_UNIT,
    IN_SECTION,
    BLOCK,
    ADDRESS,
    NTH_ADDRESS, /* the number of one in .debug_addr */
    LIST,        /* where a list is, or, up to version 3, a number */
    NTH_LIST,    /* the number of one */
    HERE,        /* the text itself */
    IN_STR,      /* where it is in .debug_str, */
    IN_LINE_STR,
    NTH_STR /* or its number in .debug_str_offsets */
} Meaning;

typedef struct {
    UChar length;
    UChar meaning;
} Form;

/* Chapter 7.5.6.  Form 0 does not exist. */
static const Form g_forms[] = {
    [0x00] = {UNKNOWN, OTHER},
    [0x01] = {OF_ADDRESS, ADDRESS}, /* addr */
    [0x02] = {UNKNOWN, OTHER},
    [0x03] = {BLOCK2, BLOCK},
    [0x04] = {BLOCK4, BLOCK},
    [0x05] = {2, NUMBER}, /* data2 */
    [0x06] = {4, NUMBER},
    [0x07] = {8, NUMBER},
    [0x08] = {TEXT, HERE},
    [0x09] = {BLOCK_ULEB, BLOCK},
    [0x0a] = {BLOCK1, BLOCK},
    [0x0b] = {1, NUMBER}, /* data1 */
    [0x0c] = {1, NUMBER},
    [0x0d] = {SLEB, NUMBER}, /* flag, sdata */
    [0x0e] = {OF_OFFSET, IN_STR},
    [0x0f] = {ULEB, NUMBER}, /* strp, udata */
    [0x10] = {OF_REF_ADDR, IN_SECTION},
    [0x11] = {1, IN_UNIT},
    [0x12] = {2, IN_UNIT}, /* ref1, ref2 */
    [0x13] = {4, IN_UNIT},
    [0x14] = {8, IN_UNIT},
    [0x15] = {ULEB, IN_UNIT},
    [0x16] = {INDIRECT, OTHER},
    [0x17] = {OF_OFFSET, LIST},
    [0x18] = {BLOCK_ULEB, BLOCK}, /* sec_offset, exprloc */
    [0x19] = {0, OTHER},
    [0x1a] = {ULEB, NTH_STR}, /* flag_present, strx */
    [0x1b] = {ULEB, NTH_ADDRESS},
    [0x1c] = {4, OTHER}, /* addrx, ref_sup4 */
    [0x1d] = {OF_OFFSET, OTHER},
    [0x1e] = {16, OTHER}, /* strp_sup, data16 */
    [0x1f] = {OF_OFFSET, IN_LINE_STR},
    [0x20] = {8, OTHER}, /* line_strp, ref_sig8 */
    [0x21] = {IMPLICIT, NUMBER},
    [0x22] = {ULEB, NTH_LIST}, /* loclistx */
    [0x23] = {ULEB, NTH_LIST},
    [0x24] = {8, OTHER}, /* rnglistx, ref_sup8 */
    [0x25] = {1, NTH_STR},
    [0x26] = {2, NTH_STR}, /* strx1, ... */
    [0x27] = {3, NTH_STR},
    [0x28] = {4, NTH_STR},
    [0x29] = {1, NTH_ADDRESS},
    [0x2a] = {2, NTH_ADDRESS}, /* addrx1, ... */
    [0x2b] = {3, NTH_ADDRESS},
    [0x2c] = {4, NTH_ADDRESS},
};

static Form form_of(UInt number) {
    switch (number) {
    case 0x1f01: /* GNU_addr_index, GNU_str_index */
    case 0x1f02: return (Form){ULEB, OTHER};
    case 0x1f20: /* GNU_ref_alt, GNU_strp_alt: they refer to another file */
    case 0x1f21: return (Form){OF_OFFSET, OTHER};
    default: return number < sizeof g_forms / sizeof *g_forms ? g_forms[number] : g_forms[0];
    }
}

typedef struct {
    Meaning meaning;
    ULong number; /* also of a reference: the entry's offset in .debug_info */
    DwarfBytes block;
    const HChar* here;
} Value;

static DwarfBytes take_block(DwarfBytes* bytes, ULong n) {
    const UChar* at = bytes->at;
    hp_dwarf_skip(bytes, n);
    return bytes->is_broken ? (DwarfBytes){NULL, NULL, True} : (DwarfBytes){at, at + n, False};
}

static UInt size_of_ref_addr(const DwarfUnit* unit) {
    return unit->version == 2 ? unit->address_size : unit->offset_size;
}

static Value take_value(const DwarfUnit* unit, DwarfBytes* bytes, const DwarfAttribute* attribute) {
    Form form = form_of(attribute->form);
    if (form.length == INDIRECT)
        form = form_of(hp_dwarf_take_uleb(bytes) & 0xffff);
    Value value = {.meaning = form.meaning};
    switch (form.length) {
    case OF_ADDRESS: value.number = hp_dwarf_take(bytes, unit->address_size); break;
    case OF_OFFSET: value.number = hp_dwarf_take(bytes, unit->offset_size); break;
    case OF_REF_ADDR: value.number = hp_dwarf_take(bytes, size_of_ref_addr(unit)); break;
    case ULEB: value.number = hp_dwarf_take_uleb(bytes); break;
    case SLEB: value.number = hp_dwarf_take_leb(bytes, True); break;
    case TEXT: value.here = take_text(bytes); break;
    case BLOCK1: value.block = take_block(bytes, hp_dwarf_take(bytes, 1)); break;
    case BLOCK2: value.block = take_block(bytes, hp_dwarf_take(bytes, 2)); break;
    case BLOCK4: value.block = take_block(bytes, hp_dwarf_take(bytes, 4)); break;
    case BLOCK_ULEB: value.block = take_block(bytes, hp_dwarf_take_uleb(bytes)); break;
    case IMPLICIT: value.number = attribute->value; break;
    case INDIRECT:
    case UNKNOWN: hp_dwarf_break(bytes); break;
    case MOST_FIXED: hp_dwarf_skip(bytes, MOST_FIXED); break;
    default: value.number = hp_dwarf_take(bytes, form.length); break;
    }
    if (value.meaning == IN_UNIT)
        value.number += unit->start;
    return value;
}

/*------------------------------------------------------------*/
/*--- Abbreviations                                         ---*/
/*------------------------------------------------------------*/

enum { DW_FORM_implicit_const = 0x21 };

/* The abbreviations of one or more units, which refer to them by their offset. */
typedef struct {
    SizeT offset;
    UInt first, n;
} Table;

/* False: it is the last attribute of its abbreviation. */
static Bool take_attribute(DwarfBytes* bytes, DwarfAttribute* attribute) {
    ULong name = hp_dwarf_take_uleb(bytes);
    ULong form = hp_dwarf_take_uleb(bytes);
    attribute->name = name > 0xffff ? 0xffff : name;
    attribute->form = form > 0xffff ? 0xffff : form;
    attribute->value = form == DW_FORM_implicit_const ? (Long)hp_dwarf_take_leb(bytes, True) : 0;
    return !bytes->is_broken && (name != 0 || form != 0);
}

/* Reads all but the attributes, which follow.  False: the table ends. */
static Bool take_abbreviation(DwarfBytes* bytes, DwarfAbbreviation* abbreviation) {
    VG_(memset)(abbreviation, 0, sizeof *abbreviation);
    abbreviation->code = hp_dwarf_take_uleb(bytes);
    if (abbreviation->code == 0)
        return False;
    ULong tag = hp_dwarf_take_uleb(bytes);
    abbreviation->tag = tag > 0xffff ? 0xffff : tag;
    abbreviation->has_children = hp_dwarf_take(bytes, 1) != 0;
    return !bytes->is_broken;
}

Bool hp_dwarf_has_tag(ElfSection abbrev, UInt tag) {
    DwarfBytes bytes = hp_dwarf_bytes_of(abbrev, 0, abbrev.size);
    DwarfAbbreviation abbreviation;
    DwarfAttribute attribute;
    while (hp_dwarf_n_left(&bytes) > 0) {
        if (!take_abbreviation(&bytes, &abbreviation))
            continue;
        if (abbreviation.tag == tag)
            return True;
        while (take_attribute(&bytes, &attribute))
            ;
    }
    return False;
}

/* Adds the attribute's length to that of its entry.  An offset is taken to have 4 bytes, because
   few units have longer ones; n_bytes is not used for them. */
static void add_length(DwarfAbbreviation* to, UInt length) {
    enum { MANY = 1 << 20 };
    if (length == OF_ADDRESS)
        length = 8;
    if (length == OF_OFFSET)
        length = 4;
    if (length == IMPLICIT || to->n_bytes < 0)
        return;
    to->n_bytes = length > MOST_FIXED || to->n_bytes > MANY ? -1 : to->n_bytes + (Int)length;
}

static void add_attribute(Dwarf* dwarf, DwarfAbbreviation* to, const DwarfAttribute* attribute) {
    VG_(addToXA)(dwarf->attributes, attribute);
    to->n_attributes++;
    add_length(to, form_of(attribute->form).length);
}

/* Compilers number the abbreviations upwards.  A table in another order is not read. */
static Bool add_abbreviation(Dwarf* dwarf, DwarfBytes* bytes, Table* table,
                             DwarfAbbreviation* abbreviation) {
    DwarfAttribute attribute;
    abbreviation->first_attribute = VG_(sizeXA)(dwarf->attributes);
    while (take_attribute(bytes, &attribute))
        add_attribute(dwarf, abbreviation, &attribute);
    const DwarfAbbreviation* before =
        table->n == 0 ? NULL : VG_(indexXA)(dwarf->abbreviations, table->first + table->n - 1);
    if (bytes->is_broken || (before != NULL && before->code >= abbreviation->code))
        return False;
    VG_(addToXA)(dwarf->abbreviations, abbreviation);
    table->n++;
    return True;
}

static Bool add_tables(Dwarf* dwarf) {
    DwarfBytes bytes = hp_dwarf_bytes_of(dwarf->in.abbrev, 0, dwarf->in.abbrev.size);
    while (hp_dwarf_n_left(&bytes) > 0) {
        Table table = {.offset = bytes.at - dwarf->in.abbrev.data,
                       .first = VG_(sizeXA)(dwarf->abbreviations)};
        DwarfAbbreviation abbreviation;
        while (take_abbreviation(&bytes, &abbreviation))
            if (!add_abbreviation(dwarf, &bytes, &table, &abbreviation))
                return False;
        if (table.n > 0)
            VG_(addToXA)(dwarf->tables, &table);
    }
    return !bytes.is_broken;
}

static Int compare_tables(const void* a, const void* b) {
    const Table *left = a, *right = b;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

static const Table* find_table(const Dwarf* dwarf, SizeT offset) {
    Table key = {.offset = offset};
    Word i;
    if (!VG_(lookupXA)(dwarf->tables, &key, &i, NULL))
        return NULL;
    return VG_(indexXA)(dwarf->tables, i);
}

static const DwarfAbbreviation* find_abbreviation(const Dwarf* dwarf, const DwarfUnit* unit,
                                                  ULong code) {
    UInt lo = 0, end = unit->n_abbreviations;
    if (code <= end) {
        /* The usual case: there are no gaps. */
        const DwarfAbbreviation* usual =
            VG_(indexXA)(dwarf->abbreviations, unit->first_abbreviation + code - 1);
        if (usual->code == code)
            return usual;
    }
    while (lo < end) {
        UInt middle = lo + (end - lo) / 2;
        const DwarfAbbreviation* found =
            VG_(indexXA)(dwarf->abbreviations, unit->first_abbreviation + middle);
        if (found->code == code)
            return found;
        if (found->code < code)
            lo = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Entries                                               ---*/
/*------------------------------------------------------------*/

/* Attributes (7.5.4), */
enum {
    DW_AT_location = 0x02,
    DW_AT_name = 0x03,
    DW_AT_byte_size = 0x0b,
    DW_AT_low_pc = 0x11,
    DW_AT_high_pc = 0x12,
    DW_AT_const_value = 0x1c,
    DW_AT_producer = 0x25,
    DW_AT_upper_bound = 0x2f,
    DW_AT_abstract_origin = 0x31,
    DW_AT_count = 0x37,
    DW_AT_data_member_location = 0x38,
    DW_AT_specification = 0x47,
    DW_AT_type = 0x49,
    DW_AT_ranges = 0x55,
    DW_AT_str_offsets_base = 0x72,
    DW_AT_addr_base = 0x73,
    DW_AT_rnglists_base = 0x74,
    DW_AT_call_origin = 0x7f,
    DW_AT_loclists_base = 0x8c
};
/* and operations (7.7.1). */
enum {
    DW_OP_addr = 0x03,
    DW_OP_const1u = 0x08,
    DW_OP_const1s = 0x09,
    DW_OP_constu = 0x10,
    DW_OP_consts = 0x11,
    DW_OP_plus_uconst = 0x23,
    DW_OP_lit0 = 0x30,
    DW_OP_lit31 = 0x4f,
    DW_OP_implicit_value = 0x9e,
    DW_OP_stack_value = 0x9f,
    DW_OP_addrx = 0xa1
};

Bool hp_dwarf_address(const Dwarf* dwarf, const DwarfUnit* unit, ULong number, ULong* a) {
    if (unit->addr_base == 0 || unit->addr_base > dwarf->in.addr.size ||
        number >= (dwarf->in.addr.size - unit->addr_base) / unit->address_size)
        return False;
    SizeT at = unit->addr_base + number * unit->address_size;
    DwarfBytes bytes = hp_dwarf_bytes_of(dwarf->in.addr, at, dwarf->in.addr.size);
    *a = hp_dwarf_take(&bytes, unit->address_size);
    return !bytes.is_broken;
}

/* A location that is one address.  A variable of a thread's own, or one that is partly in a
   register, has further operations. */
static void set_address(const Dwarf* dwarf, const DwarfUnit* unit, DwarfBytes location,
                        DwarfEntry* entry) {
    ULong a = 0;
    switch (hp_dwarf_take(&location, 1)) {
    case DW_OP_addr: a = hp_dwarf_take(&location, unit->address_size); break;
    case DW_OP_addrx:
        if (!hp_dwarf_address(dwarf, unit, hp_dwarf_take_uleb(&location), &a))
            return;
        break;
    default: return;
    }
    if (hp_dwarf_n_left(&location) > 0 && hp_dwarf_take(&location, 1) == DW_OP_plus_uconst)
        a += hp_dwarf_take_uleb(&location);
    entry->has_address = !location.is_broken && hp_dwarf_n_left(&location) == 0;
    entry->address = a;
}

/* Example: lit5, stack_value, which is memory_order_seq_cst of C++. */
Bool hp_dwarf_constant(DwarfBytes expression, ULong* value) {
    UInt operation = hp_dwarf_take(&expression, 1);
    switch (operation) {
    case DW_OP_const1u:
    case DW_OP_const1s: *value = hp_dwarf_take(&expression, 1); break;
    case DW_OP_constu: *value = hp_dwarf_take_uleb(&expression); break;
    case DW_OP_consts: *value = hp_dwarf_take_leb(&expression, True); break;
    case DW_OP_implicit_value:
        *value = hp_dwarf_take(&expression, hp_dwarf_take_uleb(&expression));
        return !expression.is_broken && hp_dwarf_n_left(&expression) == 0;
    default:
        if (operation < DW_OP_lit0 || operation > DW_OP_lit31)
            return False;
        *value = operation - DW_OP_lit0;
        break;
    }
    return hp_dwarf_take(&expression, 1) == DW_OP_stack_value && !expression.is_broken &&
           hp_dwarf_n_left(&expression) == 0;
}

static Bool is_reference(const Value* value) {
    return value->meaning == IN_UNIT || value->meaning == IN_SECTION;
}

static Bool is_number(const Value* value) {
    return value->meaning == NUMBER || value->meaning == LIST;
}

/* Versions 2 and 3 compute a member's offset, by one operation. */
static ULong offset_of_member(Value* value) {
    if (value->meaning != BLOCK)
        return is_number(value) ? value->number : 0;
    return hp_dwarf_take(&value->block, 1) == DW_OP_plus_uconst ? hp_dwarf_take_uleb(&value->block)
                                                                : 0;
}

static const HChar* text_of(const Dwarf* dwarf, const DwarfUnit* unit, const Value* value) {
    switch (value->meaning) {
    case HERE: return value->here;
    case IN_STR: return text_at(dwarf->in.str, value->number);
    case IN_LINE_STR: return text_at(dwarf->in.line_str, value->number);
    case NTH_STR: return indexed_text(dwarf, unit, value->number);
    default: return NULL;
    }
}

static Bool address_of(const Dwarf* dwarf, const DwarfUnit* unit, const Value* value, ULong* a) {
    if (value->meaning == NTH_ADDRESS)
        return hp_dwarf_address(dwarf, unit, value->number, a);
    *a = value->number;
    return value->meaning == ADDRESS;
}

/* The end of the code is an address, or a number of bytes.  It follows its beginning. */
static void set_high_pc(const Dwarf* dwarf, const DwarfUnit* unit, const Value* value,
                        DwarfEntry* entry) {
    if (is_number(value)) {
        entry->has_code = True;
        entry->high_pc = entry->low_pc + value->number;
    } else {
        entry->has_code = address_of(dwarf, unit, value, &entry->high_pc);
    }
}

/* Where a list is.  Offsets of numbered ones are in a table behind `base`. */
static Bool list_of(const DwarfUnit* unit, const Value* value, ElfSection section, ULong base,
                    ULong* list) {
    *list = value->number;
    if (value->meaning != NTH_LIST)
        return value->meaning == LIST || (value->meaning == NUMBER && unit->version < 4);
    if (base == 0 || base > section.size ||
        value->number >= (section.size - base) / unit->offset_size)
        return False;
    DwarfBytes bytes =
        hp_dwarf_bytes_of(section, base + value->number * unit->offset_size, section.size);
    *list = base + hp_dwarf_take(&bytes, unit->offset_size);
    return !bytes.is_broken;
}

static void set_location(const Dwarf* dwarf, const DwarfUnit* unit, const Value* value,
                         DwarfEntry* entry) {
    if (value->meaning == BLOCK) {
        set_address(dwarf, unit, value->block, entry);
        entry->has_value |= hp_dwarf_constant(value->block, &entry->value);
    } else {
        entry->has_value_list =
            list_of(unit, value, dwarf->in.loclists, unit->loclists_base, &entry->value);
    }
}

/* Where the code of an entry, its name and its value are. */
static void set_place(const Dwarf* dwarf, const DwarfUnit* unit, UInt name, const Value* value,
                      DwarfEntry* entry) {
    switch (name) {
    case DW_AT_location: set_location(dwarf, unit, value, entry); break;
    case DW_AT_name: entry->name = text_of(dwarf, unit, value); break;
    case DW_AT_producer: entry->producer = text_of(dwarf, unit, value); break;
    case DW_AT_low_pc: address_of(dwarf, unit, value, &entry->low_pc); break;
    case DW_AT_high_pc: set_high_pc(dwarf, unit, value, entry); break;
    case DW_AT_ranges:
        entry->has_ranges =
            list_of(unit, value, dwarf->in.rnglists, unit->rnglists_base, &entry->ranges);
        break;
    case DW_AT_const_value:
        entry->has_value = is_number(value);
        entry->value = value->number;
        break;
    default: break;
    }
}

static void set_attribute(const Dwarf* dwarf, const DwarfUnit* unit, UInt name, Value* value,
                          DwarfEntry* entry) {
    ULong number = is_number(value) ? value->number : 0;
    switch (name) {
    case DW_AT_type:
        if (is_reference(value))
            entry->type = value->number;
        break;
    case DW_AT_abstract_origin:
    case DW_AT_specification:
    case DW_AT_call_origin:
        if (is_reference(value))
            entry->origin = value->number;
        break;
    case DW_AT_byte_size: entry->byte_size = number; break;
    case DW_AT_data_member_location: entry->offset = offset_of_member(value); break;
    case DW_AT_count: entry->n_elements = number; break;
    case DW_AT_upper_bound:
        if (is_number(value))
            entry->n_elements = number + 1;
        break;
    case DW_AT_addr_base: entry->addr_base = number; break;
    case DW_AT_str_offsets_base: entry->str_offsets_base = number; break;
    case DW_AT_rnglists_base: entry->rnglists_base = number; break;
    case DW_AT_loclists_base: entry->loclists_base = number; break;
    default: set_place(dwarf, unit, name, value, entry); break;
    }
}

static void take_attributes(const Dwarf* dwarf, const DwarfUnit* unit, DwarfBytes* bytes,
                            const DwarfAbbreviation* abbreviation, Bool is_wanted,
                            DwarfEntry* entry) {
    if (!is_wanted && abbreviation->n_bytes >= 0 && unit->offset_size == 4) {
        hp_dwarf_skip(bytes, abbreviation->n_bytes);
        return;
    }
    for (UInt i = 0; i < abbreviation->n_attributes && !bytes->is_broken; i++) {
        const DwarfAttribute* attribute =
            VG_(indexXA)(dwarf->attributes, abbreviation->first_attribute + i);
        Value value = take_value(unit, bytes, attribute);
        if (is_wanted && !bytes->is_broken)
            set_attribute(dwarf, unit, attribute->name, &value, entry);
    }
}

Bool hp_dwarf_next(Dwarf* dwarf, const DwarfUnit* unit, DwarfBytes* bytes, UInt wanted,
                   DwarfEntry* entry) {
    VG_(memset)(entry, 0, sizeof *entry);
    if (hp_dwarf_n_left(bytes) == 0 || dwarf->n_left == 0)
        return False;
    dwarf->n_left--;
    ULong code = hp_dwarf_take_uleb(bytes);
    if (code == 0)
        return !bytes->is_broken;
    const DwarfAbbreviation* abbreviation = find_abbreviation(dwarf, unit, code);
    if (abbreviation == NULL) {
        hp_dwarf_break(bytes);
        return False;
    }
    entry->tag = abbreviation->tag;
    entry->has_children = abbreviation->has_children;
    take_attributes(dwarf, unit, bytes, abbreviation, wanted == 0 || wanted == entry->tag, entry);
    return !bytes->is_broken;
}

DwarfBytes hp_dwarf_bytes(const Dwarf* dwarf, const DwarfUnit* unit, SizeT entry) {
    return hp_dwarf_bytes_of(dwarf->in.info, entry, unit->end);
}

/*------------------------------------------------------------*/
/*--- Units                                                 ---*/
/*------------------------------------------------------------*/

/* Kinds of units (7.5.1) that have more in their head. */
enum {
    DW_UT_type = 0x02,
    DW_UT_skeleton = 0x04,
    DW_UT_split_compile = 0x05,
    DW_UT_split_type = 0x06
};

/* Only the heads of some kinds have these: a number of 8 bytes, and a type's offset. */
static void skip_rest_of_head(DwarfBytes* bytes, const DwarfUnit* unit, UInt kind) {
    if (kind == DW_UT_type || kind == DW_UT_split_type)
        hp_dwarf_skip(bytes, 8 + unit->offset_size);
    else if (kind == DW_UT_skeleton || kind == DW_UT_split_compile)
        hp_dwarf_skip(bytes, 8);
}

static void take_length(const Dwarf* dwarf, DwarfBytes* bytes, DwarfUnit* unit) {
    enum { IS_LONG = 0xffffffff };
    ULong length = hp_dwarf_take(bytes, 4);
    unit->offset_size = length == IS_LONG ? 8 : 4;
    if (length == IS_LONG)
        length = hp_dwarf_take(bytes, 8);
    if (length > hp_dwarf_n_left(bytes))
        hp_dwarf_break(bytes);
    else
        unit->end = bytes->at - dwarf->in.info.data + length;
}

/* Reads the head of the unit that begins there, and leaves the bytes at the unit's end. */
static Bool take_unit(const Dwarf* dwarf, DwarfBytes* bytes, DwarfUnit* unit) {
    VG_(memset)(unit, 0, sizeof *unit);
    unit->start = bytes->at - dwarf->in.info.data;
    take_length(dwarf, bytes, unit);
    if (bytes->is_broken)
        return False;
    DwarfBytes head = hp_dwarf_bytes_of(dwarf->in.info, bytes->at - dwarf->in.info.data, unit->end);
    bytes->at = head.end;
    unit->version = hp_dwarf_take(&head, 2);
    UInt kind = unit->version >= 5 ? hp_dwarf_take(&head, 1) : 0;
    if (unit->version >= 5)
        unit->address_size = hp_dwarf_take(&head, 1);
    const Table* table = find_table(dwarf, hp_dwarf_take(&head, unit->offset_size));
    if (unit->version < 5)
        unit->address_size = hp_dwarf_take(&head, 1);
    skip_rest_of_head(&head, unit, kind);
    if (head.is_broken || table == NULL || unit->version < 2 || unit->version > 5 ||
        unit->address_size != 8)
        return False;
    unit->first_abbreviation = table->first;
    unit->n_abbreviations = table->n;
    unit->first_entry = head.at - dwarf->in.info.data;
    return True;
}

/* The first entry says where the unit's parts of other sections begin.  Its own address may be one
   of those. */
static void set_bases(Dwarf* dwarf, DwarfUnit* unit) {
    DwarfEntry entry;
    for (UInt i = 0; i < 2; i++) {
        DwarfBytes bytes = hp_dwarf_bytes(dwarf, unit, unit->first_entry);
        if (!hp_dwarf_next(dwarf, unit, &bytes, 0, &entry))
            return;
        unit->addr_base = entry.addr_base;
        unit->str_offsets_base = entry.str_offsets_base;
        unit->rnglists_base = entry.rnglists_base;
        unit->loclists_base = entry.loclists_base;
        unit->low_pc = entry.low_pc;
    }
}

/* A unit that is not understood is passed over. */
static void add_units(Dwarf* dwarf) {
    DwarfBytes bytes = hp_dwarf_bytes_of(dwarf->in.info, 0, dwarf->in.info.size);
    while (hp_dwarf_n_left(&bytes) > 0) {
        DwarfUnit unit;
        if (!take_unit(dwarf, &bytes, &unit))
            continue;
        set_bases(dwarf, &unit);
        VG_(addToXA)(dwarf->units, &unit);
    }
}

static Int compare_units(const void* a, const void* b) {
    const DwarfUnit *left = a, *right = b;
    if (left->end <= right->start)
        return -1;
    return left->start >= right->end;
}

const DwarfUnit* hp_dwarf_unit_at(const Dwarf* dwarf, SizeT entry) {
    DwarfUnit key = {.start = entry, .end = entry + 1};
    Word i;
    if (entry >= dwarf->in.info.size || !VG_(lookupXA)(dwarf->units, &key, &i, NULL))
        return NULL;
    const DwarfUnit* unit = VG_(indexXA)(dwarf->units, i);
    return entry < unit->first_entry ? NULL : unit;
}

/*------------------------------------------------------------*/
/*--- A file                                                ---*/
/*------------------------------------------------------------*/

static XArray* new_array(Word size, XACmpFn_t compare) {
    XArray* array = VG_(newXA)(VG_(malloc), "hp.dwarf", VG_(free), size);
    if (compare != NULL) {
        VG_(setCmpFnXA)(array, compare);
        VG_(sortXA)(array);
    }
    return array;
}

Bool hp_dwarf_begin(Dwarf* dwarf, const DwarfSections* sections) {
    /* Each entry is read when they are searched, and most types at most once more. */
    enum { READS_PER_BYTE = 4 };
    *dwarf = (Dwarf){.in = *sections,
                     .attributes = new_array(sizeof(DwarfAttribute), NULL),
                     .abbreviations = new_array(sizeof(DwarfAbbreviation), NULL),
                     .tables = new_array(sizeof(Table), compare_tables),
                     .units = new_array(sizeof(DwarfUnit), compare_units),
                     .n_left = READS_PER_BYTE * sections->info.size};
    if (sections->abbrev.data != NULL && sections->info.data != NULL && add_tables(dwarf)) {
        /* They were added in their order. */
        VG_(sortXA)(dwarf->tables);
        add_units(dwarf);
        VG_(sortXA)(dwarf->units);
        return True;
    }
    hp_dwarf_end(dwarf);
    return False;
}

void hp_dwarf_end(Dwarf* dwarf) {
    VG_(deleteXA)(dwarf->attributes);
    VG_(deleteXA)(dwarf->abbreviations);
    VG_(deleteXA)(dwarf->tables);
    VG_(deleteXA)(dwarf->units);
}
