/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Libraries are recognised by the names of their files, because these names are known before debug
 * information has been read, and even if there is none.
 */

#include "hpcmp/base/libraries.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_stacktrace.h"
#include "shared/runtime_libraries.h"

typedef struct {
    const HChar* beginning; /* of the file's name */
    HpLibrary library;
} KnownFile;

#define LINKER "ld-"

static const KnownFile g_files[] = {
#define KNOWN_FILE(beginning, kind) {beginning, HP_##kind},
    RUNTIME_LIBRARIES(KNOWN_FILE)
#undef KNOWN_FILE
};

const HChar* hp_file_of(Addr code) {
    const NSegment* segment = VG_(am_find_nsegment)(code);
    return segment == NULL ? NULL : VG_(am_get_filename)(segment);
}

/* A variable without an initial value lies in memory that is mapped from no file.  The debug
   information knows its section. */
static const HChar* file_of_variable(Addr a) {
    const HChar* path;
    return VG_(DebugInfo_sect_kind)(&path, a) == Vg_SectUnknown ? NULL : path;
}

const HChar* hp_base_name(const HChar* path) {
    const HChar* slash = VG_(strrchr)(path, '/');
    return slash == NULL ? path : slash + 1;
}

Bool hp_is_dynamic_linker(Addr code) {
    const HChar* path = hp_file_of(code);
    return path != NULL && VG_(strncmp)(hp_base_name(path), LINKER, sizeof LINKER - 1) == 0;
}

Addr hp_caller_of_wrapper(ThreadId tid) {
    Addr ips[4];
    UInt n = VG_(get_StackTrace)(tid, ips, sizeof ips / sizeof *ips, NULL, NULL, 0);
    for (UInt i = 0; i < n; i++)
        if (hp_library_of(ips[i]) != HP_PRELOAD_LIBRARY)
            return ips[i];
    return 0;
}

HpLibrary hp_library_of_file(const HChar* path) {
    if (path == NULL)
        return HP_NO_LIBRARY;
    const HChar* name = hp_base_name(path);
    for (UInt i = 0; i < sizeof g_files / sizeof *g_files; i++)
        if (VG_(strncmp)(name, g_files[i].beginning, VG_(strlen)(g_files[i].beginning)) == 0)
            return g_files[i].library;
    return HP_NO_LIBRARY;
}

HpLibrary hp_library_of(Addr a) {
    const HChar* path = hp_file_of(a);
    return hp_library_of_file(path != NULL ? path : file_of_variable(a));
}
