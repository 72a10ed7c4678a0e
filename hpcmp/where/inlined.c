/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Debug information says which functions are inlined where.  That part takes longest to be read,
 * and Valgrind reads it at once for a file that is mapped.  For the libraries that we know it is
 * not read, because their insides are left out of stacks.  For the C library alone it would take
 * a tenth of a second.
 *
 * The linker puts us in between (--wrap in local.mk).
 */

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"

ULong HP_OURS(FILE_IS_MAPPED)(Addr a, Bool may_be_the_tools, Int fd) {
    const Bool before = VG_(clo_read_inline_info);
    if (!hp_clo_stacks || hp_library_of_file(hp_file_of(a)) != HP_NO_LIBRARY)
        VG_(clo_read_inline_info) = False;
    ULong file = HP_REAL(FILE_IS_MAPPED)(a, may_be_the_tools, fd);
    VG_(clo_read_inline_info) = before;
    return file;
}
