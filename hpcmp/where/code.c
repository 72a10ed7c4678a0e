/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's core reads debug information, and knows what is inlined where; for inlined
 * functions it says so as a text only.
 */

#include "hpcmp/where/code.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_aspacemgr.h"

static VgHashTable* g_places;
static UInt g_n_places;
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

/* Stacks may still refer to one whose file is gone. */
CodePlace* hp_code_at(Addr a) {
    CodePlace* place = VG_(HT_lookup)(g_places, a);
    if (place != NULL && is_still_there(place))
        return place;
    if (place != NULL)
        VG_(HT_remove)(g_places, a);
    place = VG_(calloc)("hp.code.place", 1, sizeof *place);
    place->node.key = a;
    place->number = ++g_n_places;
    look_at(place);
    VG_(HT_add_node)(g_places, place);
    return place;
}

/*------------------------------------------------------------*/
/*--- Names                                                 ---*/
/*------------------------------------------------------------*/

static HChar* kept(HChar** text, const HChar* value) {
    VG_(free)(*text);
    *text = VG_(strdup)("hp.code.text", value);
    return *text;
}

/* A function's name, without the version that the linker knows it by. */
static const HChar* kept_name(HChar** text, const HChar* value) {
    HChar* name = kept(text, value);
    HChar* version = VG_(strchr)(name, '@');
    if (version != NULL && version != name)
        *version = '\0';
    return name;
}

/* The core's text is ADDRESS: FUNCTION (FILE:LINE); a function's name may have brackets, a
   file's seldom does. */
static SourcePlace of_text(const HChar* text) {
    static HChar* copy;
    const HChar* colon = VG_(strstr)(text, ": ");
    HChar* function = kept(&copy, colon == NULL ? "" : colon + 2);
    HChar* bracket = NULL;
    for (HChar* at = VG_(strstr)(function, " ("); at != NULL; at = VG_(strstr)(at + 1, " ("))
        bracket = at;
    SourcePlace source = {.function = function};
    HChar* line = bracket == NULL ? NULL : VG_(strrchr)(bracket, ':');
    if (bracket != NULL)
        *bracket = '\0';
    if (line == NULL)
        return source;
    *line = '\0';
    source.line = VG_(strtoll10)(line + 1, NULL);
    source.file = bracket + 2;
    HChar* slash = VG_(strrchr)(source.file, '/');
    if (slash == NULL)
        return source;
    *slash = '\0';
    source.folder = source.file;
    source.file = slash + 1;
    return source;
}

/* With the folder in which the file is, unless the user wants less of it. */
static SourcePlace text_at(Addr a, const InlIPCursor* cursor) {
    const HChar* nothing = "";
    Bool is_ours = VG_(sizeXA)(VG_(clo_fullpath_after)) == 0;
    if (is_ours)
        VG_(addToXA)(VG_(clo_fullpath_after), &nothing);
    SourcePlace source = of_text(VG_(describe_IP)(VG_(current_DiEpoch)(), a, cursor));
    if (is_ours)
        VG_(dropTailXA)(VG_(clo_fullpath_after), 1);
    return source;
}

CodeObject hp_code_object(const CodePlace* place) {
    CodeObject in = {.offset = place->node.key};
    if (place->of != NULL) {
        in.file = VG_(DebugInfo_get_filename)(place->of);
        in.offset -= VG_(DebugInfo_get_text_bias)(place->of);
    } else {
        in.file = hp_file_of(place->node.key);
    }
    return in;
}

/* Its line is that of the innermost function. */
static SourcePlace called_at(const CodePlace* place) {
    static HChar* function;
    DiEpoch now = VG_(current_DiEpoch)();
    Addr a = place->node.key;
    SourcePlace source = {NULL};
    const HChar* name;
    if (VG_(get_fnname)(now, a, &name))
        source.function = kept_name(&function, name);
    if (!VG_(get_filename_linenum)(now, a, &source.file, &source.folder, &source.line))
        source.file = source.folder = NULL;
    return source;
}

void hp_code_describe(const CodePlace* place, void (*say)(const SourcePlace*)) {
    DiEpoch now = VG_(current_DiEpoch)();
    Addr a = place->node.key;
    InlIPCursor* cursor = VG_(new_IIPC)(now, a);
    SourcePlace called = called_at(place);
    SourcePlace inlined = text_at(a, cursor);
    Bool is_inlined = False;
    while (VG_(next_IIPC)(cursor)) {
        is_inlined = True;
        say(&inlined);
        inlined = text_at(a, cursor);
    }
    VG_(delete_IIPC)(cursor);
    if (is_inlined) {
        called.file = inlined.file;
        called.folder = inlined.folder;
        called.line = inlined.line;
    }
    if (called.function != NULL || called.file != NULL)
        say(&called);
}

/* Nothing is in the trace of the child yet. */
static void on_fork(Thread* t) {
    VG_(HT_ResetIter)(g_places);
    CodePlace* place;
    while ((place = VG_(HT_Next)(g_places)) != NULL)
        place->is_told = False;
}

void hp_code_init(void) {
    g_places = VG_(HT_construct)("hp.code.places");
    hp_when(HP_IS_FORKS_CHILD, on_fork);
}
