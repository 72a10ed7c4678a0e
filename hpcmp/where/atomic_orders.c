/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/atomic_orders.h"

#include "hpcmp/base/tables.h"
#include "hpcmp/where/atomic_code.h"
#include "hpcmp/where/dwarf_lists.h"
#include "pub_tool_debuginfo.h"

enum { ACQUIRES = 1, RELEASES = 2, BOTH = ACQUIRES | RELEASES };

/* The type of an argument that is a memory order, by the offset of its entry.  Other types have no
   values. */
enum { MOST_VALUES = 6 };
typedef struct {
    VgHashNode node;
    UInt n;
    ULong values[MOST_VALUES];
    UInt meanings[MOST_VALUES]; /* ACQUIRES, RELEASES */
} OrderType;

/* A function that is inlined somewhere, by the offset of its abstract entry. */
enum { SUCCESS, FAILURE, MOST_ORDERS };
typedef struct {
    VgHashNode node;
    SizeT orders[MOST_ORDERS]; /* its arguments that are orders: the entries, 0 without one; */
    const OrderType* types[MOST_ORDERS];
    Bool is_fence;
    Bool is_store;
} Inlined;

/* A place where a function is inlined. */
typedef struct {
    const Inlined* function;
    UInt within; /* number of the function that has the code */
    UInt depth;  /* more of the innermost one */
    Bool is_known[MOST_ORDERS];
    ULong values[MOST_ORDERS];
} Frame;

/* A part of a frame's code. */
typedef struct {
    ULong lo, end;
    UInt frame;
} Part;

/* A function with code, which has its own entry. */
typedef struct {
    SizeT entries[2]; /* that one and the abstract one, by which calls know it */
    UInt fences; /* ACQUIRES, RELEASES: it has such fences; or one that it calls, or a caller */
} Function;

typedef struct {
    UInt caller; /* number of a Function */
    SizeT callee;
} Call;

/* A unit that has been read. */
typedef struct {
    XArray* frames;    /* of Frame */
    XArray* parts;     /* of Part */
    XArray* functions; /* of Function */
    XArray* calls;     /* of Call */
    Bool has_all_fences;
} Unit;

/* A part of the code of a unit, whose number this is. */
typedef struct {
    ULong lo, end;
    UInt unit;
} UnitPart;

typedef struct _File {
    struct _File* next;
    HChar* path;
    Bool is_readable;
    Dwarf dwarf;
    XArray* parts; /* of UnitPart */
    Unit** units;  /* by number; NULL: not read yet */
    VgHashTable* types;
    VgHashTable* functions;
} File;

static XArray* new_array(SizeT size) {
    return VG_(newXA)(VG_(malloc), "hp.atomic_orders.array", VG_(free), size);
}

/*------------------------------------------------------------*/
/*--- Types and functions                                   ---*/
/*------------------------------------------------------------*/

/* The entry at this offset, and what is behind it.  False: there is none. */
static Bool read_entry(File* file, SizeT at, const DwarfUnit** unit, DwarfBytes* behind,
                       DwarfEntry* entry) {
    *unit = hp_dwarf_unit_at(&file->dwarf, at);
    if (at == 0 || *unit == NULL)
        return False;
    *behind = hp_dwarf_bytes(&file->dwarf, *unit, at);
    return hp_dwarf_next(&file->dwarf, *unit, behind, 0, entry);
}

static Bool ends_in(const HChar* name, const HChar* end) {
    SizeT n = VG_(strlen)(name), n_end = VG_(strlen)(end);
    return n >= n_end && VG_(strcmp)(name + n - n_end, end) == 0;
}

/* C++'s and Boost's names, and Rust's; C++'s were memory_order_relaxed and so on until C++17. */
static Bool means(const HChar* name, UInt* meaning) {
    static const struct {
        const HChar* end;
        UInt meaning;
    } orders[] = {{"relaxed", 0},        {"Relaxed", 0},        {"consume", ACQUIRES},
                  {"acquire", ACQUIRES}, {"Acquire", ACQUIRES}, {"release", RELEASES},
                  {"Release", RELEASES}, {"acq_rel", BOTH},     {"AcqRel", BOTH},
                  {"seq_cst", BOTH},     {"SeqCst", BOTH}};
    for (UInt i = 0; i < sizeof orders / sizeof *orders; i++)
        if (ends_in(name, orders[i].end)) {
            *meaning = orders[i].meaning;
            return True;
        }
    return False;
}

/* Another enumeration has a value of another name. */
static void read_values(File* file, const DwarfUnit* unit, DwarfBytes* bytes, OrderType* type) {
    DwarfEntry value;
    while (hp_dwarf_next(&file->dwarf, unit, bytes, 0, &value) && value.tag != 0) {
        UInt meaning;
        if (value.tag != DW_TAG_enumerator || value.has_children)
            continue;
        if (value.name == NULL || !means(value.name, &meaning) || type->n == MOST_VALUES) {
            type->n = 0;
            return;
        }
        type->values[type->n] = value.value;
        type->meanings[type->n++] = meaning;
    }
}

static const OrderType* type_at(File* file, SizeT at) {
    enum { MOST_STEPS = 8 };
    OrderType* type = VG_(HT_lookup)(file->types, at);
    if (type != NULL)
        return type;
    type = hp_table_add(file->types, at, "hp.atomic_orders.type", sizeof *type);
    const DwarfUnit* unit;
    DwarfBytes behind;
    DwarfEntry entry;
    for (UInt i = 0; i < MOST_STEPS && read_entry(file, at, &unit, &behind, &entry); i++) {
        if (entry.tag == DW_TAG_enumeration_type && entry.has_children)
            read_values(file, unit, &behind, type);
        if (entry.tag != DW_TAG_typedef && entry.tag != DW_TAG_const_type)
            break;
        at = entry.type;
    }
    return type;
}

/* Rust's names may have the types of the case behind them: atomic_store<u32>. */
static Bool is_one_of(const HChar* name, const HChar* const* names, UInt n) {
    for (UInt i = 0; name != NULL && i < n; i++) {
        SizeT length = VG_(strlen)(names[i]);
        if (VG_(strncmp)(name, names[i], length) == 0 &&
                (name[length] == '\0' || name[length] == '<'))
            return True;
    }
    return False;
}

/* Is that an argument?  rustc, when it has inlined a function itself, calls the arguments
   variables.  Other variables of such a type are copies of arguments. */
static Bool is_argument(const DwarfEntry* entry) {
    static const HChar* const of_rust[] = {"order", "success", "failure"};
    return entry->tag == DW_TAG_formal_parameter ||
           (entry->tag == DW_TAG_variable &&
            is_one_of(entry->name, of_rust, sizeof of_rust / sizeof *of_rust));
}

/* The order of a failure is the second one, but rustc's variables are behind its arguments. */
static void add_argument(File* file, const DwarfEntry* entry, SizeT at, Inlined* function) {
    const OrderType* type = entry->type == 0 ? NULL : type_at(file, entry->type);
    if (type == NULL || type->n == 0)
        return;
    Bool is_failure = entry->name != NULL && VG_(strcmp)(entry->name, "failure") == 0;
    UInt which = is_failure || function->orders[SUCCESS] != 0 ? FAILURE : SUCCESS;
    if (function->orders[which] != 0)
        return;
    function->orders[which] = at;
    function->types[which] = type;
}

static void read_arguments(File* file, const DwarfUnit* unit, DwarfBytes* bytes,
                           Inlined* function) {
    DwarfEntry child;
    SizeT at = bytes->at - file->dwarf.in.info.data;
    for (UInt depth = 1; depth > 0 && hp_dwarf_next(&file->dwarf, unit, bytes, 0, &child);) {
        if (depth == 1 && is_argument(&child))
            add_argument(file, &child, at, function);
        if (child.tag == 0)
            depth--;
        else if (child.has_children)
            depth++;
        at = bytes->at - file->dwarf.in.info.data;
    }
}

/* An entry may complete another one, which has its name. */
static const HChar* name_of(File* file, DwarfEntry entry) {
    enum { MOST_STEPS = 4 };
    const DwarfUnit* unit;
    DwarfBytes behind;
    for (UInt i = 0; i < MOST_STEPS && entry.name == NULL; i++)
        if (!read_entry(file, entry.origin, &unit, &behind, &entry))
            return NULL;
    return entry.name;
}

static void read_function(File* file, SizeT at, Inlined* function) {
    static const HChar* const fences[] = {"atomic_thread_fence", "fence"};
    static const HChar* const stores[] = {"store", "atomic_store", "clear"};
    const DwarfUnit* unit;
    DwarfBytes behind;
    DwarfEntry entry;
    if (!read_entry(file, at, &unit, &behind, &entry))
        return;
    const HChar* name = name_of(file, entry);
    function->is_fence = is_one_of(name, fences, sizeof fences / sizeof *fences);
    function->is_store = is_one_of(name, stores, sizeof stores / sizeof *stores);
    if (entry.has_children)
        read_arguments(file, unit, &behind, function);
}

static const Inlined* function_at(File* file, SizeT at) {
    Inlined* function = VG_(HT_lookup)(file->functions, at);
    if (function != NULL)
        return function;
    function = hp_table_add(file->functions, at, "hp.atomic_orders.function", sizeof *function);
    read_function(file, at, function);
    return function;
}

/*------------------------------------------------------------*/
/*--- Units                                                 ---*/
/*------------------------------------------------------------*/

/* Where the reader of a unit's entries is.  At each level: the innermost frame and function;
   whether the parent of the entries there is that frame. */
enum { MOST_LEVELS = 128 };
static const UInt NONE = ~0U;
typedef struct {
    File* file;
    const DwarfUnit* unit;
    Unit* to;
    UInt level;
    struct {
        UInt frame, function;
        Bool is_in_frame;
    } levels[MOST_LEVELS];
} Reader;

static void add_part(void* context, ULong lo, ULong end) {
    Unit* unit = context;
    Part part = {lo, end, VG_(sizeXA)(unit->frames) - 1};
    VG_(addToXA)(unit->parts, &part);
}

static void read_frame(Reader* reader, const DwarfEntry* entry) {
    Frame frame = {.function = function_at(reader->file, entry->origin),
                   .within = reader->levels[reader->level].function,
                   .depth = reader->level};
    VG_(addToXA)(reader->to->frames, &frame);
    hp_dwarf_ranges(&reader->file->dwarf, reader->unit, entry, add_part, reader->to);
}

static void read_argument(Reader* reader, const DwarfEntry* entry) {
    if (!reader->levels[reader->level].is_in_frame)
        return;
    Frame* frame = VG_(indexXA)(reader->to->frames, reader->levels[reader->level].frame);
    for (UInt i = 0; i < MOST_ORDERS && entry->origin != 0; i++)
        if (frame->function->orders[i] == entry->origin)
            frame->is_known[i] =
                hp_dwarf_value(&reader->file->dwarf, reader->unit, entry, &frame->values[i]);
}

static void read_call(Reader* reader, const DwarfEntry* entry) {
    Call call = {.caller = reader->levels[reader->level].function, .callee = entry->origin};
    if (call.caller != NONE && call.callee != 0)
        VG_(addToXA)(reader->to->calls, &call);
}

/* Goes down to the children of an entry, which begins at this offset. */
static void enter(Reader* reader, const DwarfEntry* entry, SizeT at) {
    reader->level++;
    reader->levels[reader->level] = reader->levels[reader->level - 1];
    reader->levels[reader->level].is_in_frame = entry->tag == DW_TAG_inlined_subroutine;
    if (entry->tag == DW_TAG_inlined_subroutine)
        reader->levels[reader->level].frame = VG_(sizeXA)(reader->to->frames) - 1;
    if (entry->tag != DW_TAG_subprogram || (!entry->has_code && !entry->has_ranges))
        return;
    Function function = {.entries = {at, entry->origin}};
    reader->levels[reader->level].function = VG_(addToXA)(reader->to->functions, &function);
}

static void read_entries(Reader* reader) {
    DwarfBytes bytes =
        hp_dwarf_bytes(&reader->file->dwarf, reader->unit, reader->unit->first_entry);
    DwarfEntry entry;
    reader->levels[0].frame = reader->levels[0].function = NONE;
    for (;;) {
        SizeT at = bytes.at - reader->file->dwarf.in.info.data;
        if (!hp_dwarf_next(&reader->file->dwarf, reader->unit, &bytes, 0, &entry))
            return;
        switch (entry.tag) {
        case DW_TAG_inlined_subroutine: read_frame(reader, &entry); break;
        case DW_TAG_formal_parameter:
        case DW_TAG_variable: read_argument(reader, &entry); break;
        case DW_TAG_call_site:
        case DW_TAG_GNU_call_site: read_call(reader, &entry); break;
        default: break;
        }
        if (entry.has_children && reader->level + 1 == MOST_LEVELS)
            return;
        if (entry.has_children)
            enter(reader, &entry, at);
        else if (entry.tag == 0 && reader->level-- == 0)
            return;
    }
}

static UInt meaning_of(const Frame* frame, UInt which) {
    const OrderType* type = frame->function->types[which];
    for (UInt i = 0; frame->is_known[which] && i < type->n; i++)
        if (type->values[i] == frame->values[which])
            return type->meanings[i];
    return BOTH;
}

static Function* function_of(const Unit* unit, UInt number) {
    return VG_(indexXA)(unit->functions, number);
}

static void find_fences(const Unit* unit) {
    for (Word i = 0; i < VG_(sizeXA)(unit->frames); i++) {
        const Frame* frame = VG_(indexXA)(unit->frames, i);
        if (frame->function->is_fence && frame->within != NONE)
            function_of(unit, frame->within)->fences |= meaning_of(frame, SUCCESS);
    }
}

/* The number of the function that has this entry. */
typedef struct {
    VgHashNode node;
    UInt function;
} Entry;

static VgHashTable* entries_of(const Unit* unit) {
    VgHashTable* entries = VG_(HT_construct)("hp.atomic_orders.entries");
    for (Word i = 0; i < VG_(sizeXA)(unit->functions); i++)
        for (UInt k = 0; k < 2; k++) {
            SizeT at = function_of(unit, i)->entries[k];
            if (at == 0 || VG_(HT_lookup)(entries, at) != NULL)
                continue;
            Entry* entry = hp_table_add(entries, at, "hp.atomic_orders.entry", sizeof *entry);
            entry->function = i;
        }
    return entries;
}

/* A fence in a function holds for those that it calls, and for those that call it.  `own`: the
   fences of each function. */
static void spread_fences_from(const Unit* unit, const UInt* own) {
    VgHashTable* entries = entries_of(unit);
    for (Word i = 0; i < VG_(sizeXA)(unit->calls); i++) {
        const Call* call = VG_(indexXA)(unit->calls, i);
        const Entry* callee = VG_(HT_lookup)(entries, call->callee);
        if (callee == NULL)
            continue;
        function_of(unit, call->caller)->fences |= own[callee->function];
        function_of(unit, callee->function)->fences |= own[call->caller];
    }
    VG_(HT_destruct)(entries, VG_(free));
}

static void spread_fences(const Unit* unit) {
    UInt n = VG_(sizeXA)(unit->functions);
    UInt* own = VG_(calloc)("hp.atomic_orders.own", n + 1, sizeof *own);
    UInt any = 0;
    for (UInt i = 0; i < n; i++)
        any |= own[i] = function_of(unit, i)->fences;
    if (any != 0)
        spread_fences_from(unit, own);
    VG_(free)(own);
}

static const HChar* producer_of(File* file, const DwarfUnit* unit) {
    DwarfBytes bytes = hp_dwarf_bytes(&file->dwarf, unit, unit->first_entry);
    DwarfEntry entry;
    return hp_dwarf_next(&file->dwarf, unit, &bytes, 0, &entry) ? entry.producer : NULL;
}

static Unit* read_unit(File* file, const DwarfUnit* of) {
    static const HChar gcc[] = "GNU ";
    Unit* unit = VG_(calloc)("hp.atomic_orders.unit", 1, sizeof *unit);
    unit->frames = new_array(sizeof(Frame));
    unit->parts = new_array(sizeof(Part));
    unit->functions = new_array(sizeof(Function));
    unit->calls = new_array(sizeof(Call));
    const HChar* producer = producer_of(file, of);
    unit->has_all_fences = producer != NULL && VG_(strncmp)(producer, gcc, sizeof gcc - 1) == 0;
    Reader reader = {.file = file, .unit = of, .to = unit};
    read_entries(&reader);
    find_fences(unit);
    spread_fences(unit);
    return unit;
}

static const Frame* innermost_at(const Unit* unit, ULong pc) {
    const Frame* innermost = NULL;
    for (Word i = 0; i < VG_(sizeXA)(unit->parts); i++) {
        const Part* part = VG_(indexXA)(unit->parts, i);
        if (pc < part->lo || pc >= part->end)
            continue;
        const Frame* frame = VG_(indexXA)(unit->frames, part->frame);
        if (innermost == NULL || frame->depth > innermost->depth)
            innermost = frame;
    }
    return innermost;
}

/*------------------------------------------------------------*/
/*--- Files                                                 ---*/
/*------------------------------------------------------------*/

static DwarfSections read_sections(const ElfFile* elf) {
    return (DwarfSections){.abbrev = hp_elf_read(elf, ".debug_abbrev"),
                           .info = hp_elf_read(elf, ".debug_info"),
                           .addr = hp_elf_read(elf, ".debug_addr"),
                           .str = hp_elf_read(elf, ".debug_str"),
                           .line_str = hp_elf_read(elf, ".debug_line_str"),
                           .str_offsets = hp_elf_read(elf, ".debug_str_offsets"),
                           .ranges = hp_elf_read(elf, ".debug_ranges"),
                           .rnglists = hp_elf_read(elf, ".debug_rnglists"),
                           .loc = hp_elf_read(elf, ".debug_loc"),
                           .loclists = hp_elf_read(elf, ".debug_loclists")};
}

static void free_sections(const DwarfSections* sections) {
    VG_(free)(sections->abbrev.data);
    VG_(free)(sections->info.data);
    VG_(free)(sections->addr.data);
    VG_(free)(sections->str.data);
    VG_(free)(sections->line_str.data);
    VG_(free)(sections->str_offsets.data);
    VG_(free)(sections->ranges.data);
    VG_(free)(sections->rnglists.data);
    VG_(free)(sections->loc.data);
    VG_(free)(sections->loclists.data);
}

typedef struct {
    XArray* parts;
    UInt unit;
} UnitParts;

static void add_unit_part(void* context, ULong lo, ULong end) {
    const UnitParts* parts = context;
    UnitPart part = {lo, end, parts->unit};
    VG_(addToXA)(parts->parts, &part);
}

static void find_units(File* file) {
    UInt n = VG_(sizeXA)(file->dwarf.units);
    file->units = VG_(calloc)("hp.atomic_orders.units", n + 1, sizeof *file->units);
    for (UInt i = 0; i < n; i++) {
        const DwarfUnit* unit = VG_(indexXA)(file->dwarf.units, i);
        DwarfBytes bytes = hp_dwarf_bytes(&file->dwarf, unit, unit->first_entry);
        UnitParts parts = {file->parts, i};
        DwarfEntry entry;
        if (hp_dwarf_next(&file->dwarf, unit, &bytes, 0, &entry))
            hp_dwarf_ranges(&file->dwarf, unit, &entry, add_unit_part, &parts);
    }
}

/* The tables that are read stay, because other source files of the program are read later. */
static void read_file(File* file) {
    ElfFile elf;
    if (!hp_elf_open(&elf, file->path))
        return;
    DwarfSections sections = read_sections(&elf);
    hp_elf_close(&elf);
    file->is_readable = hp_dwarf_begin(&file->dwarf, &sections);
    if (!file->is_readable) {
        free_sections(&sections);
        return;
    }
    file->types = VG_(HT_construct)("hp.atomic_orders.types");
    file->functions = VG_(HT_construct)("hp.atomic_orders.functions");
    file->parts = new_array(sizeof(UnitPart));
    find_units(file);
}

static File* file_at(const HChar* path) {
    static File* files;
    for (File* file = files; file != NULL; file = file->next)
        if (VG_(strcmp)(file->path, path) == 0)
            return file;
    File* file = VG_(calloc)("hp.atomic_orders.file", 1, sizeof *file);
    file->path = VG_(strdup)("hp.atomic_orders.path", path);
    file->next = files;
    files = file;
    read_file(file);
    return file;
}

static const Unit* unit_at(File* file, ULong pc) {
    for (Word i = 0; i < VG_(sizeXA)(file->parts); i++) {
        const UnitPart* part = VG_(indexXA)(file->parts, i);
        if (pc < part->lo || pc >= part->end)
            continue;
        if (file->units[part->unit] == NULL)
            file->units[part->unit] = read_unit(file, VG_(indexXA)(file->dwarf.units, part->unit));
        return file->units[part->unit];
    }
    return NULL;
}

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

static const AtomicOrder g_unknown = {.look_acquires = True,
                                      .store_releases = True,
                                      .change_acquires = True,
                                      .change_releases = True};

static UInt fences_around(const Unit* unit, const Frame* frame) {
    return frame->within == NONE ? BOTH : function_of(unit, frame->within)->fences;
}

/* If a function has one order, its failure has that one, too, without what a release adds. */
static UInt meaning_of_failure(const Frame* frame) {
    return meaning_of(frame, frame->function->orders[FAILURE] != 0 ? FAILURE : SUCCESS);
}

static AtomicOrder order_of(const Unit* unit, const Frame* frame) {
    UInt own = meaning_of(frame, SUCCESS);
    UInt all = own | fences_around(unit, frame);
    AtomicOrder order = g_unknown;
    order.is_store = frame->function->is_store;
    if (unit->has_all_fences) {
        order.change_acquires = (all & ACQUIRES) != 0;
        order.store_releases = order.change_releases = (all & RELEASES) != 0;
        order.look_acquires =
            ((meaning_of_failure(frame) | fences_around(unit, frame)) & ACQUIRES) != 0;
    } else if (all == 0) {
        order.change_acquires = order.change_releases = False;
    }
    return order;
}

static AtomicOrder look_up(Addr instruction) {
    if (!hp_is_atomic_by_source(instruction))
        return g_unknown;
    const DebugInfo* of = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), instruction);
    const HChar* path = of == NULL ? NULL : VG_(DebugInfo_get_filename)(of);
    File* file = path == NULL ? NULL : file_at(path);
    if (file == NULL || !file->is_readable)
        return g_unknown;
    ULong pc = instruction - VG_(DebugInfo_get_text_bias)(of);
    const Unit* unit = unit_at(file, pc);
    const Frame* frame = unit == NULL ? NULL : innermost_at(unit, pc);
    if (frame == NULL || frame->function->orders[SUCCESS] == 0)
        return g_unknown;
    return order_of(unit, frame);
}

/* An instruction whose order has been asked for. */
typedef struct {
    VgHashNode node;
    AtomicOrder order;
} Known;

static const Known* known_at(VgHashTable* all, Addr instruction) {
    Known* known = VG_(HT_lookup)(all, instruction);
    if (known != NULL)
        return known;
    known = hp_table_add(all, instruction, "hp.atomic_orders.known", sizeof *known);
    known->order = look_up(instruction);
    return known;
}

/* Another file may have its code where another one had it, when code has been mapped. */
const AtomicOrder* hp_atomic_order(Addr instruction) {
    enum { N_RECENT = 1024 };
    static VgHashTable* all;
    static const Known* recent[N_RECENT];
    static UInt epoch;
    if (all != NULL && epoch != VG_(current_DiEpoch)().n) {
        VG_(HT_destruct)(all, VG_(free));
        all = NULL;
    }
    if (all == NULL) {
        all = VG_(HT_construct)("hp.atomic_orders.all");
        VG_(memset)(recent, 0, sizeof recent);
        epoch = VG_(current_DiEpoch)().n;
    }
    const Known** place = &recent[instruction % N_RECENT];
    if (*place == NULL || (*place)->node.key != instruction)
        *place = known_at(all, instruction);
    return &(*place)->order;
}
