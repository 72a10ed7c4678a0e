/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/atomic_code.h"

#include "pub_tool_debuginfo.h"

/* A file of atomic operations: its name, and what its folder contains. */
typedef struct {
    const HChar* name; /* NULL: any */
    const HChar* folder;
} AtomicFile;

static const AtomicFile g_files[] = {
    {"atomic_base.h", "c++"}, /* GCC's C++ library; clang's is in __atomic */
    {"atomic", "c++"},        {"atomic_wait.h", "c++"}, {"atomic_timed_wait.h", "c++"},
    {"atomicity.h", "c++"},   {NULL, "/__atomic"},      {"atomic.rs", "core/src/sync"}, /* Rust's */
    {NULL, "boost/atomic"},
};

static Bool fits(const AtomicFile* atomic, const HChar* file, const HChar* folder) {
    return (atomic->name == NULL || VG_(strcmp)(atomic->name, file) == 0) &&
            VG_(strstr)(folder, atomic->folder) != NULL;
}

static Bool is_atomic_file(const HChar* file, const HChar* folder) {
    const HChar* slash = VG_(strrchr)(file, '/');
    for (UInt i = 0; i < sizeof g_files / sizeof *g_files; i++)
        if (slash == NULL ? fits(&g_files[i], file, folder) : fits(&g_files[i], slash + 1, file))
            return True;
    return False;
}

static Bool look_up(Addr instruction) {
    const HChar *file, *folder;
    UInt line;
    return VG_(get_filename_linenum)(VG_(current_DiEpoch)(), instruction, &file, &folder, &line) &&
                                     is_atomic_file(file, folder);
}

/* A superblock is looked at several times while it is translated. */
Bool hp_is_atomic_by_source(Addr instruction) {
    enum { N_RECENT = 1024 };
    static struct {
        Addr instruction;
        UInt epoch;
        Bool is_atomic;
    } recent[N_RECENT];
    UInt i = instruction % N_RECENT;
    UInt epoch = VG_(current_DiEpoch)().n;
    if (recent[i].instruction != instruction || recent[i].epoch != epoch) {
        recent[i].instruction = instruction;
        recent[i].epoch = epoch;
        recent[i].is_atomic = look_up(instruction);
    }
    return recent[i].is_atomic;
}
