/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/sharing.h"

#include "hpcmp/base/machine_clock.h"
#include "hpcmp/base/shared_memory.h"
#include "hpcmp/trace/trace.h"
#include "shared/trace_vocabulary.h"

HChar* hp_sharing_name(Addr a) {
    SharedByte byte;
    if (!hp_shared_byte(a, &byte) || byte.name[0] == '\0')
        return NULL;
    HChar* name = VG_(malloc)("hp.sharing.name", sizeof byte.name + 24);
    VG_(sprintf)(name, "%s+%llu", byte.name, byte.offset);
    return name;
}

void hp_sharing_introduce(Thread* t, Addr a, Bool begins, ULong value, const HChar* prim,
                          const HChar* shared_as) {
    HChar* text = VG_(malloc)("hp.sharing.is", VG_(strlen)(prim) + VG_(strlen)(shared_as) + 120);
    VG_(sprintf)(text, TRACE_INFO_OBJECT "%lu%s%llu %llu %s %s", a,
                 begins ? TRACE_OBJECT_BEGINS : TRACE_OBJECT_IS, hp_machine_clock(), value, prim,
                 shared_as);
    hp_trace_info(t, text);
    VG_(free)(text);
}

void hp_sharing_tell(Thread* t, Addr a, const HChar* what, ULong clock) {
    HChar text[80];
    VG_(sprintf)(text, TRACE_INFO_OBJECT "%lu%s%llu", a, what, clock);
    hp_trace_info(t, text);
}

void hp_sharing_tell_more(Thread* t, Addr a, const HChar* adds) {
    HChar text[160];
    VG_(snprintf)(text, sizeof text, TRACE_INFO_OBJECT "%lu%s", a, adds);
    hp_trace_info(t, text);
}
