/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/kernel/relatives.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/output/output.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_xarray.h"
#include "shared/trace_vocabulary.h"

/*------------------------------------------------------------*/
/*--- Parents and children                                  ---*/
/*------------------------------------------------------------*/

/* To be freed by who takes it; NULL: there is no parent that has a trace. */
static HChar* g_origin;

void hp_relatives_fork(const Thread* t) {
    const HChar* name = hp_output_name();
    if (name == NULL)
        return;
    g_origin = VG_(malloc)("hp.relatives.origin", VG_(strlen)(name) + 120);
    VG_(sprintf)(g_origin,
                 TRACE_INFO_BEGUN "%d" TRACE_INFO_BY_THREAD "%llu" TRACE_INFO_AFTER "%llu of %s",
                 VG_(getppid)(), t->thid, hp_n_events(), name);
}

void hp_relatives_begin(Thread* t) {
    if (g_origin != NULL)
        hp_trace_info(t, g_origin);
    VG_(free)(g_origin);
    g_origin = NULL;
}

static void process_did(Thread* t, Int pid, const HChar* what) {
    HChar text[40];
    VG_(sprintf)(text, TRACE_INFO_PROCESS "%d%s", pid, what);
    hp_trace_info(t, text);
}

/* A status of wait(2) of a process that has stopped, or goes on. */
static Bool is_alive(Int status) {
    enum { STOPPED = 0x7f, CONTINUED = 0xffff };
    return (status & 0xff) == STOPPED || status == CONTINUED;
}

static void after_wait4(Thread* t, const Int* status, Int pid) {
    Bool is_known = hp_is_readable((Addr)status, sizeof *status);
    if (pid > 0 && !(is_known && is_alive(*status)))
        process_did(t, pid, TRACE_INFO_ENDED);
}

/* Of a siginfo_t for SIGCHLD. */
typedef struct {
    Int signal, error, code, unused;
    Int pid;
} ChildInfo;

static void after_waitid(Thread* t, const ChildInfo* info) {
    if (hp_is_readable((Addr)info, sizeof *info) && info->pid > 0 &&
        (info->code == CLD_EXITED || info->code == CLD_KILLED || info->code == CLD_DUMPED))
        process_did(t, info->pid, TRACE_INFO_ENDED);
}

/*------------------------------------------------------------*/
/*--- Shared memory                                         ---*/
/*------------------------------------------------------------*/

typedef struct {
    Addr lo;
    SizeT size;
} SharedRange;

/* All that has ever been mapped as shared, or NULL. */
static XArray* g_shared;

static void know_shared(Addr lo, SizeT size) {
    SharedRange range = {lo, size};
    if (g_shared == NULL)
        g_shared = VG_(newXA)(VG_(malloc), "hp.relatives.shared", VG_(free), sizeof range);
    VG_(addToXA)(g_shared, &range);
}

Bool hp_is_shared(Addr a) {
    for (Word i = 0; g_shared != NULL && i < VG_(sizeXA)(g_shared); i++) {
        const SharedRange* range = VG_(indexXA)(g_shared, i);
        if (a - range->lo < range->size)
            return True;
    }
    return False;
}

static void after_mmap(Thread* t, const UWord* args, Addr a) {
    HChar text[160];
    struct vg_stat status;
    if ((args[3] & VKI_MAP_SHARED) != 0)
        know_shared(a, args[1]);
    if ((args[3] & VKI_MAP_SHARED) == 0 || (args[2] & VKI_PROT_WRITE) == 0)
        return;
    if ((args[3] & VKI_MAP_ANONYMOUS) != 0)
        VG_(sprintf)(text, "shared memory: %#lx, %lu bytes, of no file", a, args[1]);
    else if (VG_(fstat)(args[4], &status) == 0)
        VG_(sprintf)(text,
                     "shared memory: %#lx, %lu bytes, of file %llu on device %llu, "
                     "from byte %lu",
                     a, args[1], status.ino, status.dev, args[5]);
    else
        return;
    hp_trace_info(t, text);
}

static void after_shmat(Thread* t, Int segment, Addr a) {
    HChar text[120];
    const NSegment* mapping = VG_(am_find_nsegment)(a);
    if (mapping == NULL)
        return;
    know_shared(a, mapping->end - a + 1);
    VG_(sprintf)(text, "shared memory: %#lx, %lu bytes, of segment %d", a, mapping->end - a + 1,
                 segment);
    hp_trace_info(t, text);
}

void hp_relatives_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (sr_isError(res))
        return;
    UWord result = sr_Res(res);
    switch (number) {
    case __NR_clone:
        if ((args[0] & VKI_CLONE_THREAD) == 0 && result > 0)
            process_did(t, result, TRACE_INFO_BEGINS);
        break;
    case __NR_fork:
    case __NR_vfork:
        if (result > 0)
            process_did(t, result, TRACE_INFO_BEGINS);
        break;
    case __NR_wait4: after_wait4(t, (const Int*)args[1], result); break;
    case __NR_waitid: after_waitid(t, (const ChildInfo*)args[2]); break;
    case __NR_mmap: after_mmap(t, args, result); break;
    case __NR_shmat: after_shmat(t, args[0], result); break;
    default: break;
    }
}
