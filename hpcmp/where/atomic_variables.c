/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/atomic_variables.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"

/* A file that is or was mapped. */
typedef struct _MappedFile {
    struct _MappedFile* next;
    HChar* path;
    Addr code;      /* where its code begins */
    PtrdiffT bias;  /* its addresses in the program, less those in the file */
    XArray* ranges; /* of AtomicRange, with the file's addresses; or NULL */
    UInt seen_in;   /* the latest epoch in which it was mapped */
} MappedFile;

static MappedFile* g_files;
static UInt g_epoch;

static XArray* g_ranges; /* of AtomicRange, by begin; or NULL */

static MappedFile* find_file(const HChar* path, Addr code) {
    for (MappedFile* file = g_files; file != NULL; file = file->next)
        if (file->code == code && VG_(strcmp)(file->path, path) == 0)
            return file;
    return NULL;
}

static MappedFile* new_file(const HChar* path, const DebugInfo* of) {
    MappedFile* file = VG_(calloc)("hp.atomic_variables.file", 1, sizeof *file);
    file->path = VG_(strdup)("hp.atomic_variables.path", path);
    file->code = VG_(DebugInfo_get_text_avma)(of);
    file->bias = VG_(DebugInfo_get_text_bias)(of);
    if (hp_library_of_file(path) == HP_NO_LIBRARY)
        file->ranges = hp_atomic_ranges_of_file(path);
    file->next = g_files;
    g_files = file;
    return file;
}

/* The core may know a file that is not mapped completely yet, or not any more. */
static Bool is_mapped(const DebugInfo* of) {
    Addr code = VG_(DebugInfo_get_text_avma)(of);
    return code != 0 && VG_(DebugInfo_get_text_size)(of) > 0 && hp_file_of(code) != NULL;
}

/* Reads what is new.  Returns whether it has atomic variables. */
static Bool see_mapped(void) {
    Bool any = False;
    for (const DebugInfo* of = VG_(next_DebugInfo)(NULL); of != NULL;
         of = VG_(next_DebugInfo)(of)) {
        const HChar* path = VG_(DebugInfo_get_filename)(of);
        if (path == NULL || !is_mapped(of))
            continue;
        MappedFile* file = find_file(path, VG_(DebugInfo_get_text_avma)(of));
        if (file == NULL) {
            file = new_file(path, of);
            any |= file->ranges != NULL;
        }
        file->seen_in = g_epoch;
    }
    return any;
}

/* Forgets what is gone.  Returns whether it had atomic variables. */
static Bool forget_unmapped(void) {
    Bool any = False;
    for (MappedFile** at = &g_files; *at != NULL;) {
        MappedFile* file = *at;
        if (file->seen_in == g_epoch) {
            at = &file->next;
            continue;
        }
        *at = file->next;
        if (file->ranges != NULL) {
            any = True;
            VG_(deleteXA)(file->ranges);
        }
        VG_(free)(file->path);
        VG_(free)(file);
    }
    return any;
}

/* If two begin together, the longer one comes first. */
static Int compare(const void* a, const void* b) {
    const AtomicRange *left = a, *right = b;
    if (left->begin != right->begin)
        return left->begin < right->begin ? -1 : 1;
    return left->end > right->end ? -1 : left->end < right->end;
}

static XArray* new_ranges(void) {
    XArray* ranges =
        VG_(newXA)(VG_(malloc), "hp.atomic_variables.ranges", VG_(free), sizeof(AtomicRange));
    VG_(setCmpFnXA)(ranges, compare);
    return ranges;
}

static void add_ranges(XArray* to, const MappedFile* file) {
    for (Word i = 0; file->ranges != NULL && i < VG_(sizeXA)(file->ranges); i++) {
        AtomicRange range = *(AtomicRange*)VG_(indexXA)(file->ranges, i);
        range.begin += file->bias;
        range.end += file->bias;
        VG_(addToXA)(to, &range);
    }
}

/* Keeps the ranges that do not lie inside others: members of a union, a variable that two units
   describe. */
static XArray* without_inner(XArray* sorted) {
    XArray* ranges = new_ranges();
    Addr end = 0;
    for (Word i = 0; i < VG_(sizeXA)(sorted); i++) {
        const AtomicRange* range = VG_(indexXA)(sorted, i);
        if (range->end > end) {
            VG_(addToXA)(ranges, range);
            end = range->end;
        }
    }
    return ranges;
}

static void collect(void) {
    XArray* all = new_ranges();
    for (const MappedFile* file = g_files; file != NULL; file = file->next)
        add_ranges(all, file);
    VG_(sortXA)(all);
    if (g_ranges != NULL)
        VG_(deleteXA)(g_ranges);
    g_ranges = without_inner(all);
    VG_(deleteXA)(all);
}

Bool hp_atomic_variables_update(void) {
    UInt epoch = VG_(current_DiEpoch)().n;
    if (epoch == g_epoch)
        return False;
    g_epoch = epoch;
    Bool any_new = see_mapped();
    if (!forget_unmapped() && !any_new)
        return False;
    collect();
    return True;
}

const AtomicRange* hp_atomic_variables(UInt* n) {
    *n = g_ranges == NULL ? 0 : VG_(sizeXA)(g_ranges);
    return *n == 0 ? NULL : VG_(indexXA)(g_ranges, 0);
}

/* Neither begins nor ends fall, so the last range that begins at a or before is the one that
   reaches farthest. */
Bool hp_is_atomic_variable(Addr a, SizeT n) {
    UInt end;
    const AtomicRange* ranges = hp_atomic_variables(&end);
    UInt lo = 0;
    while (lo < end) {
        UInt middle = lo + (end - lo) / 2;
        if (ranges[middle].begin <= a)
            lo = middle + 1;
        else
            end = middle;
    }
    return lo > 0 && a + n <= ranges[lo - 1].end;
}
