/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/output/file_name.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"

static Bool is_regular(Int fd) {
    struct vg_stat status;
    return VG_(fstat)(fd, &status) == 0 && VKI_S_ISREG(status.mode);
}

/* Does somebody else write it?  A file system that has no locks cannot tell. */
static Bool is_being_written(Int fd) {
    SysRes res = VG_(do_syscall)(__NR_flock, fd, LOCK_EX | LOCK_NB, 0, 0, 0, 0, 0, 0);
    return sr_isError(res) && sr_Err(res) == VKI_EAGAIN;
}

/* Is it the trace of a process or image of the run?  The first event says so. */
static Bool is_of_run(const HChar* run, const HChar* name) {
    HChar start[4096];
    Int fd = VG_(fd_open)(name, VKI_O_RDONLY, 0);
    if (fd < 0)
        return False;
    Int n = VG_(read)(fd, start, sizeof start - 1);
    VG_(close)(fd);
    start[n > 0 ? n : 0] = '\0';
    /* A compressed file begins with the header of a frame, which may contain zeros. */
    for (Int i = 0; i < n; i++)
        if (start[i] == '\0')
            start[i] = ' ';
    return VG_(strstr)(start, run) != NULL;
}

/* A descriptor that the program does not see. */
static SysRes open_to_write(const HChar* name) {
    SysRes res = VG_(open)(name, VKI_O_CREAT | VKI_O_WRONLY,
                           VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH);
    return sr_isError(res) ? res : VG_(mk_SysRes_Success)(VG_(safe_fd)(sr_Res(res)));
}

static void empty(Int fd) {
    VG_(do_syscall)(__NR_ftruncate, fd, 0, 0, 0, 0, 0, 0, 0);
}

/* Opens the file, and empties it.  *is_taken: it is not free, and has been closed again as it
   was. */
static SysRes open_candidate(const HChar* name, const HChar* run, Bool* is_taken) {
    SysRes res = open_to_write(name);
    *is_taken = False;
    if (sr_isError(res) || !is_regular(sr_Res(res)))
        return res;
    *is_taken = is_being_written(sr_Res(res)) || is_of_run(run, name);
    if (*is_taken)
        VG_(close)(sr_Res(res));
    else
        empty(sr_Res(res));
    return res;
}

SysRes hp_output_open_new(const HChar* name) {
    const SysRes res = open_to_write(name);
    if (!sr_isError(res)) {
        is_being_written(sr_Res(res)); /* locks it */
        empty(sr_Res(res));
    }
    return res;
}

SysRes hp_output_open_file(const HChar* wanted, const HChar* run, HChar** name) {
    *name = VG_(malloc)("hp.output.name", VG_(strlen)(wanted) + 12);
    VG_(strcpy)(*name, wanted);
    Bool is_taken;
    SysRes res = open_candidate(*name, run, &is_taken);
    for (UInt i = 1; is_taken; i++) {
        VG_(sprintf)(*name, "%s.%u", wanted, i);
        res = open_candidate(*name, run, &is_taken);
    }
    if (VG_(strcmp)(*name, wanted) != 0 && VG_(clo_verbosity) > 0)
        VG_(umsg)("%s: '%s' is another trace of this run, or is being written, so this process "
                  "writes '%s'\n",
                  HP_NAME, wanted, *name);
    return res;
}
