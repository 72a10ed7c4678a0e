/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/calls/unmapped.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/sync/objects.h"

/* Pages that are moved leave nothing behind; MREMAP_DONTUNMAP leaves zeros. */
static void after_mremap(Thread* t, const UWord* args, Addr lo) {
    const Addr old_end = args[0] + VG_PGROUNDUP(args[1]);
    const Addr end = lo + VG_PGROUNDUP(args[2]);
    if (lo == args[0]) {
        hp_sync_end_in(t, end, old_end);
        return;
    }
    hp_sync_end_in(t, args[0], old_end);
    hp_sync_end_in(t, lo, end);
}

static void after_brk(Thread* t, Addr now) {
    static Addr before;
    hp_sync_end_in(t, now, before);
    before = now;
}

void hp_unmapped_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (sr_isError(res))
        return;
    const Addr result = sr_Res(res);
    switch (number) {
    case __NR_mmap: hp_sync_end_in(t, result, result + VG_PGROUNDUP(args[1])); break;
    case __NR_munmap: hp_sync_end_in(t, args[0], args[0] + VG_PGROUNDUP(args[1])); break;
    case __NR_mremap: after_mremap(t, args, result); break;
    case __NR_brk: after_brk(t, result); break;
    default: break;
    }
}
