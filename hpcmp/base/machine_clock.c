/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/machine_clock.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

ULong hp_machine_clock(void) {
    struct vki_timespec now;
    VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
    return now.tv_sec * 1000000000UL + now.tv_nsec;
}
