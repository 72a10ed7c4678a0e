/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/readable.h"

#include "pub_tool_aspacemgr.h"

Bool hp_is_readable(Addr a, SizeT size) {
    return VG_(am_is_valid_for_client)(a, size, VKI_PROT_READ);
}

Bool hp_is_writable(Addr a, SizeT size) {
    return VG_(am_is_valid_for_client)(a, size, VKI_PROT_WRITE);
}

SizeT hp_readable_string_length(Addr a, SizeT max) {
    const SizeT page = 4096;
    for (SizeT len = 0; len < max; len++) {
        Bool on_new_page = len == 0 || (a + len) % page == 0;
        if (on_new_page && !hp_is_readable(a + len, 1))
            return len;
        if (*(const HChar*)(a + len) == '\0')
            return len;
    }
    return max;
}
