/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/command_line.h"

#include "hpcmp/base/core.h"
#include "pub_tool_clientstate.h"

HChar* hp_command_line(void) {
    SizeT room = VG_(strlen)(VG_(args_the_exename)) + 1;
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
        room += VG_(strlen)(*(HChar**)VG_(indexXA)(VG_(args_for_client), i)) + 1;
    HChar* text = VG_(malloc)("hp.command", room);
    VG_(strcpy)(text, VG_(args_the_exename));
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
        VG_(strcat)(text, " ");
        VG_(strcat)(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
    }
    return text;
}
