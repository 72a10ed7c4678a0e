/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Known by the names of their files, which are there before any debug information has
 * been read, and when there is none.
 */

#include "hpcmp/base/libraries.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"

typedef struct {
    const HChar* beginning; /* of the file's name */
    HpLibrary library;
} KnownFile;

#define LINKER "ld-"

/* glibc's files were called libc-2.33.so and the like before 2.34.  The first that fits
   counts. */
static const KnownFile g_files[] = {
    {"libc.so.", HP_C_LIBRARY},
    {"libc-2.", HP_C_LIBRARY},
    {"libpthread.so.", HP_C_LIBRARY},
    {"libpthread-2.", HP_C_LIBRARY},
    {LINKER, HP_C_LIBRARY},
    {"libtbb.so.", HP_TBB_LIBRARY},
    {"libgomp.so.", HP_GOMP_LIBRARY},
    {"libomp.so", HP_RUNTIME_LIBRARY},
    {"libomp-", HP_RUNTIME_LIBRARY},
    {"libiomp", HP_RUNTIME_LIBRARY},
    {"libstdc++.so.", HP_RUNTIME_LIBRARY},
    {"libc++.so.", HP_RUNTIME_LIBRARY},
    {"libc++abi.so.", HP_RUNTIME_LIBRARY},
    {"libgfortran.so.", HP_RUNTIME_LIBRARY},
    {"libgcc_s.so.", HP_RUNTIME_LIBRARY},
    {"vgpreload_core", HP_VALGRINDS_LIBRARY},
    {"vgpreload_", HP_PRELOAD_LIBRARY},
};

const HChar* hp_file_of(Addr code) {
    const NSegment* segment = VG_(am_find_nsegment)(code);
    return segment == NULL ? NULL : VG_(am_get_filename)(segment);
}

/* Variables without a value in the file lie in memory of no file's. */
static const HChar* file_of_variable(Addr a) {
    const HChar* path;
    return VG_(DebugInfo_sect_kind)(&path, a) == Vg_SectUnknown ? NULL : path;
}

const HChar* hp_without_folder(const HChar* path) {
    const HChar* slash = VG_(strrchr)(path, '/');
    return slash == NULL ? path : slash + 1;
}

Bool hp_is_dynamic_linker(Addr code) {
    const HChar* path = hp_file_of(code);
    return path != NULL && VG_(strncmp)(hp_without_folder(path), LINKER, sizeof LINKER - 1) == 0;
}

HpLibrary hp_library_of_file(const HChar* path) {
    if (path == NULL)
        return HP_NO_LIBRARY;
    const HChar* name = hp_without_folder(path);
    for (UInt i = 0; i < sizeof g_files / sizeof *g_files; i++)
        if (VG_(strncmp)(name, g_files[i].beginning, VG_(strlen)(g_files[i].beginning)) == 0)
            return g_files[i].library;
    return HP_NO_LIBRARY;
}

HpLibrary hp_library_of(Addr a) {
    const HChar* path = hp_file_of(a);
    return hp_library_of_file(path != NULL ? path : file_of_variable(a));
}
