/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Debug information says which functions are inlined where. Reading this part takes longest, and
 * Valgrind reads it as soon as a file is mapped. For known libraries (base/libraries.h) it is not
 * read, because their functions are left out of stacks. For the C library alone, reading it would
 * take a tenth of a second.
 *
 * The linker makes the core call our function instead of its own (--wrap in local.mk).
 */

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/where/split_dwarf.h"

ULong HP_OURS(FILE_IS_MAPPED)(Addr a, Bool may_be_the_tools, Int fd) {
    const Bool before = VG_(clo_read_inline_info);
    const HChar* name = hp_file_of(a);
    const Bool is_known = hp_library_of_file(name) != HP_NO_LIBRARY;
    if (!hp_clo_stacks || is_known)
        VG_(clo_read_inline_info) = False;
    hp_leave_dwarf_out(name != NULL && !is_known && hp_has_split_dwarf(name));
    ULong file = HP_REAL(FILE_IS_MAPPED)(a, may_be_the_tools, fd);
    hp_leave_dwarf_out(False);
    VG_(clo_read_inline_info) = before;
    return file;
}
