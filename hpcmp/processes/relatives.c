/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/processes/relatives.h"

#include "hpcmp/base/linux.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/base/shared_memory.h"
#include "hpcmp/calls/facts.h"
#include "hpcmp/output/output.h"
#include "hpcmp/trace/identity.h"
#include "hpcmp/trace/ids.h"
#include "hpcmp/trace/trace.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "shared/trace_vocabulary.h"

/*------------------------------------------------------------*/
/*--- Parents and children                                  ---*/
/*------------------------------------------------------------*/

/* hp_relatives_begin() frees it. NULL: there is no parent that has a trace. */
static HChar* g_origin;

/* The process that forks.  Its child cannot ask: the parent may have ended before, and with
   CLONE_PARENT getppid() names the grandparent. */
static Int g_forking;

void hp_relatives_before_fork(ThreadId tid) {
    g_forking = VG_(getpid)();
}

void hp_relatives_fork(const Thread* t) {
    const HChar* name = hp_output_name();
    if (name == NULL)
        return;
    g_origin = VG_(malloc)("hp.relatives.origin", VG_(strlen)(name) + 120);
    VG_(sprintf)(g_origin,
                 TRACE_INFO_BEGUN "%d" TRACE_INFO_BY_THREAD "%llu" TRACE_INFO_AFTER "%llu of %s",
                 g_forking, t->thid, hp_n_events(), name);
}

void hp_relatives_begin(Thread* t) {
    if (g_origin != NULL)
        hp_trace_info(t, g_origin);
    VG_(free)(g_origin);
    g_origin = NULL;
}

static void tell_process(Thread* t, Int pid, const HChar* what) {
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
        tell_process(t, pid, TRACE_INFO_ENDED);
}

/* The beginning of a siginfo_t for SIGCHLD. */
typedef struct {
    Int signal, error, code, unused;
    Int pid;
} ChildInfo;

static void after_waitid(Thread* t, const ChildInfo* info) {
    if (hp_is_readable((Addr)info, sizeof *info) && info->pid > 0 &&
        (info->code == CLD_EXITED || info->code == CLD_KILLED || info->code == CLD_DUMPED))
        tell_process(t, info->pid, TRACE_INFO_ENDED);
}

/*------------------------------------------------------------*/
/*--- Shared memory                                         ---*/
/*------------------------------------------------------------*/

/* Children of a fork have the memory at the same address. Its name consists of the process that has
   mapped it and the number of that mapping, so that children use the same name. */
static void name_after_maker(HChar* name) {
    static UInt n_mapped;
    Identity maker = hp_process_identity();
    VG_(sprintf)(name, "memory %d.%llu.%u", maker.pid, maker.start, ++n_mapped);
}

static void tell_of_mapping(Thread* t, const UWord* args, Addr a, const struct vg_stat* file) {
    HChar text[160];
    UInt n = VG_(sprintf)(text, "shared memory: %#lx, %lu bytes, of ", a, args[1]);
    if (file == NULL)
        VG_(sprintf)(text + n, "no file");
    else
        VG_(sprintf)(text + n, "file %llu on device %llu, from byte %lu", file->ino, file->dev,
                     args[5]);
    hp_trace_info(t, text);
}

/* A file's descriptor may be another one's by now: then nobody knows its name. */
static void after_shared_mmap(Thread* t, const UWord* args, Addr a) {
    SharedByte first = {.offset = 0};
    struct vg_stat status;
    Bool is_of_file = (args[3] & VKI_MAP_ANONYMOUS) == 0;
    if (!is_of_file) {
        name_after_maker(first.name);
    } else if (VG_(fstat)(args[4], &status) == 0) {
        VG_(sprintf)(first.name, "file %llu.%llu", status.dev, status.ino);
        first.offset = args[5];
    }
    hp_shared_map(a, args[1], &first);
    if ((args[2] & VKI_PROT_WRITE) != 0 && first.name[0] != '\0')
        tell_of_mapping(t, args, a, is_of_file ? &status : NULL);
}

static void after_mmap(Thread* t, const UWord* args, Addr a) {
    if ((args[3] & VKI_MAP_SHARED) != 0)
        after_shared_mmap(t, args, a);
    else
        hp_shared_unmap(a, args[1]);
}

static void after_mremap(const UWord* args, Addr a) {
    SharedByte first;
    Bool is_shared = hp_shared_byte(args[0], &first);
    if ((args[3] & MREMAP_DONTUNMAP) == 0)
        hp_shared_unmap(args[0], args[1]);
    hp_shared_unmap(a, args[2]);
    if (is_shared)
        hp_shared_map(a, args[2], &first);
}

static void after_shmat(Thread* t, Int segment, Addr a) {
    HChar text[120];
    const NSegment* mapping = VG_(am_find_nsegment)(a);
    if (mapping == NULL)
        return;
    SizeT size = mapping->end - a + 1;
    SharedByte first = {.offset = 0};
    VG_(sprintf)(first.name, "segment %d", segment);
    hp_shared_map(a, size, &first);
    VG_(sprintf)(text, "shared memory: %#lx, %lu bytes, of segment %d", a, size, segment);
    hp_trace_info(t, text);
}

void hp_relatives_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (sr_isError(res))
        return;
    UWord result = sr_Res(res);
    if (hp_call_forks(number, args) && result > 0)
        tell_process(t, result, TRACE_INFO_BEGINS);
    switch (number) {
    case __NR_wait4: after_wait4(t, (const Int*)args[1], result); break;
    case __NR_waitid: after_waitid(t, (const ChildInfo*)args[2]); break;
    case __NR_mmap: after_mmap(t, args, result); break;
    case __NR_munmap: hp_shared_unmap(args[0], args[1]); break;
    case __NR_mremap: after_mremap(args, result); break;
    case __NR_shmdt: hp_shared_unmap_from(args[0]); break;
    case __NR_shmat: after_shmat(t, args[0], result); break;
    default: break;
    }
}
