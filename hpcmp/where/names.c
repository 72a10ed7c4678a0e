/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/names.h"

#include "hpcmp/base/core.h"
#include "hpcmp/where/text.h"
#include "hpcmp/where/unwind.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_xarray.h"

static HChar* g_name;

static const HChar* keep_name(HChar* name) {
    VG_(free)(g_name);
    g_name = name;
    return name;
}

#define ROOM_FOR_NUMBER 32

static HChar* text_with_room(const HChar* text) {
    SizeT size = VG_(strlen)(text) + 1;
    HChar* name = VG_(malloc)("hp.names", size + ROOM_FOR_NUMBER);
    VG_(memcpy)(name, text, size);
    return name;
}

/* Some objects lie at addresses of the tool's own, whose variables mean nothing to a reader. */
static Bool is_of_tool(Addr a) {
    const NSegment* segment = VG_(am_find_nsegment)(a);
    return segment != NULL && (segment->kind == SkFileV || segment->kind == SkAnonV);
}

static const HChar* global_variable(Addr a) {
    const HChar* symbol;
    const HChar* readable;
    PtrdiffT offset;
    if (is_of_tool(a) || !VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), a, &symbol, &offset))
        return NULL;
    VG_(demangle)(True, False, symbol, &readable);
    HChar* name = text_with_room(readable);
    HChar* version = VG_(strchr)(name, '@');
    if (version != NULL)
        *version = '\0';
    if (offset != 0)
        VG_(sprintf)(name + VG_(strlen)(name), "+%lld", (Long)offset);
    return keep_name(name);
}

/* OpenMP's constructs are code. */
static const HChar* code(Addr a) {
    return VG_(DebugInfo_sect_kind)(NULL, a) == Vg_SectText ? keep_name(hp_code_text(a)) : NULL;
}

/* The frame that a lies in, by the address of its instruction, or 0. */
static Addr frame_around(const Thread* t, Addr a) {
    enum { DEEPEST = 64 };
    if (a < VG_(get_SP)(t->tid) || a > VG_(thread_get_stack_max)(t->tid))
        return 0;
    const Frames* frames = hp_unwind(t, hp_registers_of(t), DEEPEST);
    for (UInt i = 0; i + 1 < frames->n; i++)
        if (a < frames->sp[i + 1])
            return frames->ip[i];
    return 0;
}

static const HChar* local_variable(Addr a) {
    HP_FOR_EACH_THREAD (t) {
        const HChar* function;
        Addr code = frame_around(t, a);
        if (code == 0 || !VG_(get_fnname)(VG_(current_DiEpoch)(), code, &function))
            continue;
        const HChar* local = "local of ";
        HChar* name = VG_(malloc)("hp.names", VG_(strlen)(local) + VG_(strlen)(function) + 1);
        VG_(sprintf)(name, "%s%s", local, function);
        return keep_name(name);
    }
    return NULL;
}

/* If debug information of variables has been read, the core's text has WHERE is N bytes
   inside VARIABLE, and perhaps a comma. */
static const HChar* declared_variable(Addr a) {
    XArray* first = VG_(newXA)(VG_(malloc), "hp.names.core", VG_(free), sizeof(HChar));
    XArray* second = VG_(newXA)(VG_(malloc), "hp.names.core", VG_(free), sizeof(HChar));
    const HChar* found = NULL;
    if (VG_(get_data_description)(first, second, VG_(current_DiEpoch)(), a)) {
        const HChar* inside = VG_(strstr)(VG_(indexXA)(first, 0), " inside ");
        if (inside != NULL) {
            HChar* name = text_with_room(inside + VG_(strlen)(" inside "));
            HChar* comma = VG_(strrchr)(name, ',');
            if (comma != NULL)
                *comma = '\0';
            found = keep_name(name);
        }
    }
    VG_(deleteXA)(first);
    VG_(deleteXA)(second);
    return found;
}

const HChar* hp_name_of(Addr object) {
    const HChar* name = NULL;
    if (VG_(clo_read_var_info))
        name = declared_variable(object);
    if (name == NULL)
        name = global_variable(object);
    if (name == NULL)
        name = code(object);
    return name != NULL ? name : local_variable(object);
}
