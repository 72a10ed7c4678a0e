/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/result.h"

#include "hpcmp/base/core.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include <stddef.h>

/* Linux has no larger errors. */
enum { MOST_ERROR = 4095 };

SysRes hp_give_result(const Thread* t, UWord result) {
    VG_(set_shadow_regs_area)(t->tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof result,
                              (const UChar*)&result);
    const UWord error = -result;
    return error >= 1 && error <= MOST_ERROR ? VG_(mk_SysRes_Error)(error)
                                             : VG_(mk_SysRes_Success)(result);
}
