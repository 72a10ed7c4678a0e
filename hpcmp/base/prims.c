/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/base/prims.h"

static const HChar* const g_names[HP_N_PRIMS] = {
#define PRIM(ID, name, holding) name,
#define LOG_PRIM(ID, name, holding)
#include "shared/primitives.def"
};

const HChar* hp_prim_name(HpPrim prim) {
    return g_names[prim];
}

Bool hp_prim_is_lock(HpPrim prim) {
    enum { nothing, part_lock, lock };
    static const UChar holding_of[HP_N_PRIMS] = {
#define PRIM(ID, name, holding) holding,
#define LOG_PRIM(ID, name, holding)
#include "shared/primitives.def"
    };
    return holding_of[prim] == lock;
}

const HChar* hp_all_prims(const HChar* margin) {
    enum { FULL_LINE = 36 };
    static HChar list[HP_N_PRIMS * 32]; /* room for a name and a margin each */
    HChar* line = list;
    HChar* end = list;
    for (Int prim = 0; prim < HP_N_PRIMS; prim++) {
        end += VG_(sprintf)(end, "%s,", hp_prim_name(prim));
        if (end - line < FULL_LINE) {
            *end++ = ' ';
            continue;
        }
        end += VG_(sprintf)(end, "\n%s", margin);
        line = end;
    }
    *VG_(strrchr)(list, ',') = '\0';
    return list;
}
