/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/sync/sources.h"

XArray* hp_sources_new(void) {
    return VG_(newXA)(VG_(malloc), "hp.sources", VG_(free), sizeof(Source));
}

void hp_sources_add(XArray* sources, ULong thid, ULong seq) {
    for (Word i = 0; i < VG_(sizeXA)(sources); i++) {
        Source* known = VG_(indexXA)(sources, i);
        if (known->thid == thid) {
            known->seq = seq;
            return;
        }
    }
    VG_(addToXA)(sources, &(Source){thid, seq});
}

Bool hp_sources_acquire(Thread* t, SyncObj* obj, const XArray* sources, const HChar* mode) {
    Bool any = False;
    for (Word i = 0; i < VG_(sizeXA)(sources); i++) {
        const Source* source = VG_(indexXA)(sources, i);
        if (source->thid == t->thid || source->seq == 0)
            continue;
        hp_sync_acquire(t, obj, source->seq, mode);
        any = True;
    }
    return any;
}
