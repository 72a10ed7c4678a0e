/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/marked.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/readable.h"
#include "shared/called_atomics.h"

Bool hp_is_marked(Addr instruction) {
    static const UChar mark[] = {HP_MARK_BYTES};
    Addr at = instruction - sizeof mark;
    return hp_is_readable(at, sizeof mark) &&
           VG_(memcmp)((const void*)at, mark, sizeof mark) == 0 &&
               hp_library_of(instruction) == HP_PRELOAD_LIBRARY;
}
