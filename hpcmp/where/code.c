/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's core reads debug information, and knows which functions are inlined at a place. But it
 * gives inlined functions only as a text.
 */

#include "hpcmp/where/code.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_aspacemgr.h"
#include "shared/trace_vocabulary.h"

static VgHashTable* g_places;
static UInt g_n_places;
static CodePlace g_cut_off;
static UInt g_epoch;

Bool hp_code_has_changed(void) {
    UInt epoch = VG_(current_DiEpoch)().n;
    Bool has_changed = epoch != g_epoch;
    g_epoch = epoch;
    return has_changed;
}

static Bool is_runtime(HpLibrary library) {
    switch (library) {
    case HP_C_LIBRARY:
    case HP_TBB_LIBRARY:
    case HP_GOMP_LIBRARY:
    case HP_RUNTIME_LIBRARY:
    case HP_VALGRINDS_LIBRARY:
    case HP_PRELOAD_LIBRARY: return True;
    case HP_NO_LIBRARY: return False;
    }
    return False;
}

static Bool is_code(Addr a) {
    const NSegment* segment = VG_(am_find_nsegment)(a);
    return segment != NULL && segment->hasX;
}

/* The core knows the name without a version only. */
static Bool is_below_main(Addr a) {
    DiEpoch now = VG_(current_DiEpoch)();
    const HChar* start = "__libc_start_main";
    const HChar* name;
    if (VG_(get_fnname_kind_from_IP)(now, a) == Vg_FnNameBelowMain)
        return True;
    return VG_(get_fnname_raw)(now, a, &name) && VG_(strncmp)(name, start, VG_(strlen)(start)) == 0;
}

/* FNV-1a (Fowler, Noll, Vo). */
static ULong identity_of(const DebugInfo* of) {
    if (of == NULL)
        return 0;
    ULong hash = 0xcbf29ce484222325UL ^ VG_(DebugInfo_get_text_avma)(of);
    for (const HChar* name = VG_(DebugInfo_get_filename)(of); *name != '\0'; name++)
        hash = (hash ^ (UChar)*name) * 0x100000001b3UL;
    return hash;
}

static void look_at(CodePlace* place) {
    DiEpoch now = VG_(current_DiEpoch)();
    Addr a = place->node.key;
    HpLibrary library = hp_library_of(a);
    place->is_ours = library == HP_PRELOAD_LIBRARY;
    place->is_inside = is_runtime(library);
    place->of = VG_(find_DebugInfo)(now, a);
    place->identity = identity_of(place->of);
    place->is_below_main = !is_code(a) || is_below_main(a);
    place->epoch = now.n;
}

static Bool is_still_there(CodePlace* place) {
    DiEpoch now = VG_(current_DiEpoch)();
    if (place->epoch == now.n)
        return True;
    const DebugInfo* of = VG_(find_DebugInfo)(now, place->node.key);
    if (of != place->of || identity_of(of) != place->identity)
        return False;
    place->epoch = now.n;
    return True;
}

/* A place whose file is gone is kept, because stacks may still refer to it. */
CodePlace* hp_code_at(Addr a) {
    CodePlace* place = VG_(HT_lookup)(g_places, a);
    if (place != NULL && is_still_there(place))
        return place;
    if (place != NULL)
        VG_(HT_remove)(g_places, a);
    place = hp_table_add(g_places, a, "hp.code.place", sizeof *place);
    place->number = ++g_n_places;
    look_at(place);
    return place;
}

CodePlace* hp_code_cut_off(void) {
    if (g_cut_off.number == 0)
        g_cut_off.number = ++g_n_places;
    return &g_cut_off;
}

/*------------------------------------------------------------*/
/*--- Names                                                 ---*/
/*------------------------------------------------------------*/

static HChar* copy_of(const HChar* text) {
    return text == NULL || text[0] == '\0' ? NULL : VG_(strdup)("hp.code.text", text);
}

/* A function's name, without the version that the linker knows it by. */
static HChar* copy_of_name(const HChar* text) {
    HChar* name = copy_of(text);
    HChar* version = name == NULL ? NULL : VG_(strchr)(name, '@');
    if (version != NULL && version != name)
        *version = '\0';
    return name;
}

/* `path` is FILE or FOLDER/FILE.  It is changed. */
static void set_file(SourcePlace* source, HChar* path) {
    HChar* slash = VG_(strrchr)(path, '/');
    source->file = copy_of(slash == NULL ? path : slash + 1);
    if (slash == NULL)
        return;
    *slash = '\0';
    source->folder = copy_of(path);
}

/* The same, and :LINE. */
static void set_file_and_line(SourcePlace* source, HChar* text) {
    HChar* line = VG_(strrchr)(text, ':');
    if (line == NULL)
        return;
    *line = '\0';
    source->line = VG_(strtoll10)(line + 1, NULL);
    set_file(source, text);
}

/* A file that shares a part of its path with the folder that it was compiled in may be named
   from there on. */
static void set_file_in(SourcePlace* source, const HChar* folder, const HChar* file) {
    Bool is_whole = file[0] == '/' || folder[0] == '\0';
    SizeT size = VG_(strlen)(folder) + VG_(strlen)(file) + 2;
    HChar* path = VG_(malloc)("hp.code.path", size);
    VG_(snprintf)(path, size, "%s%s%s", is_whole ? "" : folder, is_whole ? "" : "/", file);
    set_file(source, path);
    VG_(free)(path);
}

/* The core's text is ADDRESS: FUNCTION (FILE:LINE); a function's name may have brackets, a
   file's seldom does. */
static SourcePlace place_of_text(const HChar* text) {
    const HChar* colon = VG_(strstr)(text, ": ");
    HChar* name = VG_(strdup)("hp.code.text", colon == NULL ? "" : colon + 2);
    HChar* bracket = NULL;
    for (HChar* at = VG_(strstr)(name, " ("); at != NULL; at = VG_(strstr)(at + 1, " ("))
        bracket = at;
    SourcePlace source = {NULL};
    if (bracket != NULL) {
        *bracket = '\0';
        set_file_and_line(&source, bracket + 2);
    }
    source.function = copy_of_name(name);
    VG_(free)(name);
    return source;
}

/* The source place with the folder of its file, unless the user wants less of the path. */
static SourcePlace text_at(Addr a, const InlIPCursor* cursor) {
    const HChar* nothing = "";
    Bool is_ours = VG_(sizeXA)(VG_(clo_fullpath_after)) == 0;
    if (is_ours)
        VG_(addToXA)(VG_(clo_fullpath_after), &nothing);
    SourcePlace source = place_of_text(VG_(describe_IP)(VG_(current_DiEpoch)(), a, cursor));
    if (is_ours)
        VG_(dropTailXA)(VG_(clo_fullpath_after), 1);
    return source;
}

static void drop(SourcePlace* source) {
    VG_(free)(source->function);
    VG_(free)(source->file);
    VG_(free)(source->folder);
}

/* The function whose code is at a: where nothing is inlined. */
static SourcePlace called_at(Addr a) {
    DiEpoch now = VG_(current_DiEpoch)();
    SourcePlace source = {NULL};
    const HChar *name, *file, *folder;
    if (VG_(get_fnname)(now, a, &name))
        source.function = copy_of_name(name);
    if (VG_(get_filename_linenum)(now, a, &file, &folder, &source.line))
        set_file_in(&source, folder, file);
    return source;
}

static void add(XArray* functions, SourcePlace* source) {
    if (source->function != NULL || source->file != NULL)
        VG_(addToXA)(functions, source);
    else
        drop(source);
}

/* Where something is inlined, the core's text has the line of the call. */
static void add_functions(XArray* functions, Addr a) {
    InlIPCursor* cursor = VG_(new_IIPC)(VG_(current_DiEpoch)(), a);
    SourcePlace source = text_at(a, cursor);
    Bool is_inlined = False;
    while (VG_(next_IIPC)(cursor)) {
        is_inlined = True;
        add(functions, &source);
        source = text_at(a, cursor);
    }
    VG_(delete_IIPC)(cursor);
    SourcePlace called = called_at(a);
    if (is_inlined) {
        VG_(free)(source.function);
        source.function = called.function;
        called.function = NULL;
        add(functions, &source);
        drop(&called);
    } else {
        drop(&source);
        add(functions, &called);
    }
}

const CodeNames* hp_code_names(CodePlace* place) {
    if (place->names != NULL)
        return place->names;
    CodeNames* names = place->names = VG_(calloc)("hp.code.names", 1, sizeof *names);
    names->offset = place->node.key;
    if (place->of != NULL) {
        names->object = copy_of(VG_(DebugInfo_get_filename)(place->of));
        names->offset -= VG_(DebugInfo_get_text_bias)(place->of);
    } else {
        names->object = copy_of(hp_file_of(place->node.key));
    }
    names->functions = VG_(newXA)(VG_(malloc), "hp.code.functions", VG_(free), sizeof(SourcePlace));
    if (place == &g_cut_off)
        VG_(addToXA)(names->functions, &(SourcePlace){.function = copy_of(TRACE_CUT_OFF)});
    else
        add_functions(names->functions, place->node.key);
    return names;
}

void hp_code_drop_names(CodePlace* place) {
    CodeNames* names = place->names;
    if (names == NULL)
        return;
    for (Word i = 0; i < VG_(sizeXA)(names->functions); i++)
        drop(VG_(indexXA)(names->functions, i));
    VG_(deleteXA)(names->functions);
    VG_(free)(names->object);
    VG_(free)(names);
    place->names = NULL;
}

/* Nothing is in the trace of the child yet. */
void hp_code_untold(Thread* t) {
    g_cut_off.is_told = False;
    VG_(HT_ResetIter)(g_places);
    CodePlace* place;
    while ((place = VG_(HT_Next)(g_places)) != NULL)
        place->is_told = False;
}

void hp_code_init(void) {
    g_places = VG_(HT_construct)("hp.code.places");
}
