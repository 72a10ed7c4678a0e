/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/opened.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/result.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/machine/files.h"
#include "hpcmp/machine/paths.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"

/*------------------------------------------------------------*/
/*--- Calls with a path                                     ---*/
/*------------------------------------------------------------*/

/* Arguments are counted from 0; NONE: the call has no such argument. */
enum { NONE = -1 };

typedef enum { OPENS, LOOKS, WRITES } PathUse;

typedef struct {
    UInt number;
    Int folder; /* the descriptor of the folder where a relative path begins */
    Int path;
    PathUse use;
    Int flags_or_room; /* if it opens, the flags; if it writes, where it writes ... */
    SizeT size;        /* ... so many bytes; 0: as many as its result says */
} PathCall;

enum { STAT_BYTES = 144, STATX_BYTES = 256 };

static const PathCall g_path_calls[] = {
    {__NR_open, NONE, 0, OPENS, 1, 0},
    {__NR_openat, 0, 1, OPENS, 2, 0},
    {__NR_openat2, 0, 1, OPENS, 2, 0},
    {__NR_stat, NONE, 0, WRITES, 1, STAT_BYTES},
    {__NR_lstat, NONE, 0, WRITES, 1, STAT_BYTES},
    {__NR_newfstatat, 0, 1, WRITES, 2, STAT_BYTES},
    {__NR_statx, 0, 1, WRITES, 4, STATX_BYTES},
    {__NR_access, NONE, 0, LOOKS, NONE, 0},
    {__NR_faccessat, 0, 1, LOOKS, NONE, 0},
    {__NR_faccessat2, 0, 1, LOOKS, NONE, 0},
    {__NR_readlink, NONE, 0, WRITES, 1, 0},
    {__NR_readlinkat, 0, 1, WRITES, 2, 0},
};

static const PathCall* path_call(UInt number) {
    for (UInt i = 0; i < sizeof g_path_calls / sizeof *g_path_calls; i++)
        if (g_path_calls[i].number == number)
            return &g_path_calls[i];
    return NULL;
}

/* openat2 has its flags in a struct open_how, first of all. */
static UWord flags_of(const PathCall* call, const UWord* args) {
    const UWord flags = args[call->flags_or_room];
    if (call->number != __NR_openat2)
        return flags;
    return hp_is_readable(flags, sizeof(ULong)) ? *(const ULong*)flags : O_PATH;
}

/*------------------------------------------------------------*/
/*--- Folders of processors                                 ---*/
/*------------------------------------------------------------*/

/* Makes the call again, for this path. */
static SysRes repeat_call(Thread* t, const PathCall* call, const UWord* args, const HChar* path) {
    UWord a[6];
    VG_(memcpy)(a, args, sizeof a);
    a[call->path] = (UWord)path;
    const SysRes res = VG_(do_syscall)(call->number, a[0], a[1], a[2], a[3], a[4], a[5], 0, 0);
    if (!sr_isError(res) && call->use == WRITES)
        hp_traffic_count_range(t, args[call->flags_or_room],
                               call->size > 0 ? call->size : sr_Res(res), True);
    if (!sr_isError(res) && call->use == OPENS && hp_core_tracks_fds != 0)
        ML_(record_fd_open_with_given_name)(t->tid, (Int)sr_Res(res), path);
    return hp_give_result(t, sr_isError(res) ? HP_ERROR(sr_Err(res)) : sr_Res(res));
}

/* The path is in the folder of this processor, or is that folder. */
static SysRes answer_in_processors_folder(Thread* t, const PathCall* call, const UWord* args,
                                          const HChar* path, SysRes res) {
    HChar shown[HP_PATH_SIZE];
    if (hp_path_processor(path) >= hp_clo_processors) {
        if (sr_isError(res))
            return res;
        if (call->use == OPENS)
            VG_(close)((Int)sr_Res(res));
        return hp_give_result(t, HP_ERROR(VKI_ENOENT));
    }
    VG_(strcpy)(shown, path);
    if (!sr_isError(res) || sr_Err(res) != VKI_ENOENT || !hp_path_set_processor(shown, 0))
        return res;
    return repeat_call(t, call, args, shown);
}

/*------------------------------------------------------------*/
/*--- Files                                                 ---*/
/*------------------------------------------------------------*/

/* Beyond the program's limit of a file's size the kernel would send it a signal. */
static Bool may_write(SizeT size) {
    struct vki_rlimit limit;
    return VG_(getrlimit)(RLIMIT_FSIZE, &limit) != 0 || size <= limit.rlim_cur;
}

/* A descriptor of a file with this text, opened with these flags, which ends when a program is
   executed; or an error. Files in memory are opened anew through /proc, so that the position is 0
   and the file can only be read. */
static SysRes file_in_memory(const XArray* text, const HChar* name, UWord flags) {
    enum { READ_BY_ALL = 0444 };
    HChar link[40];
    const Word size = VG_(sizeXA)(text);
    if (!may_write(size))
        return VG_(mk_SysRes_Error)(VKI_EFBIG);
    const SysRes made =
        VG_(do_syscall)(__NR_memfd_create, (UWord)name, MFD_CLOEXEC, 0, 0, 0, 0, 0, 0);
    if (sr_isError(made))
        return made;
    const Int fd = (Int)sr_Res(made);
    SysRes opened = VG_(mk_SysRes_Error)(VKI_ENOMEM);
    if (size == 0 || VG_(write)(fd, VG_(indexXA)(text, 0), size) == size) {
        VG_(do_syscall)(__NR_fchmod, fd, READ_BY_ALL, 0, 0, 0, 0, 0, 0);
        VG_(sprintf)(link, "/proc/self/fd/%d", fd);
        opened = VG_(open)(link, (Int)((flags & ~(UWord)O_NOFOLLOW) | O_CLOEXEC), 0);
    }
    VG_(close)(fd);
    return opened;
}

static void replace(Int fd, const XArray* text, const HChar* path, UWord flags) {
    SysRes res = file_in_memory(text, VG_(strrchr)(path, '/') + 1, flags);
    if (!sr_isError(res)) {
        const Int other = (Int)sr_Res(res);
        res = VG_(do_syscall)(__NR_dup3, other, fd, flags & O_CLOEXEC, 0, 0, 0, 0, 0);
        VG_(close)(other);
    }
    static Bool has_said;
    /* A message may go to a file, too, for which the same limit holds. */
    if (sr_isError(res) && sr_Err(res) != VKI_EFBIG && !has_said) {
        has_said = True;
        VG_(umsg)(
            "%s: the program reads this machine's own %s, not that of %lld processors, because "
            "a file in memory cannot be made for it (error %lu)\n",
            HP_NAME, path, hp_clo_processors, sr_Err(res));
    }
}

/* The program has opened the file of this path. */
static void answer_opened(Int fd, const HChar* path, UWord flags) {
    hp_path_set_shown(fd, hp_path_processor(path));
    if ((flags & (VKI_O_ACCMODE | O_PATH)) != VKI_O_RDONLY)
        return;
    XArray* text = VG_(newXA)(VG_(malloc), "hp.opened.text", VG_(free), sizeof(HChar));
    if (hp_append_shown_file(path, fd, text))
        replace(fd, text, path, flags);
    VG_(deleteXA)(text);
}

/* The named path counts where it leads into a processor's folder, because the folder may be shown
   in place of another one. Elsewhere the real one counts, without links. */
SysRes hp_opened_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    const PathCall* call = hp_clo_processors == 0 ? NULL : path_call(number);
    HChar path[HP_PATH_SIZE];
    if (call == NULL || (sr_isError(res) && sr_Err(res) != VKI_ENOENT))
        return res;
    const Int folder = call->folder == NONE ? VKI_AT_FDCWD : (Int)args[call->folder];
    const Bool is_processors =
        hp_path_of_argument(folder, args[call->path], path) && hp_path_processor(path) >= 0;
    if (is_processors)
        res = answer_in_processors_folder(t, call, args, path, res);
    if (call->use != OPENS || sr_isError(res))
        return res;
    const Int fd = (Int)sr_Res(res);
    hp_path_set_shown(fd, -1);
    if (is_processors || hp_path_of(fd, path))
        answer_opened(fd, path, flags_of(call, args));
    return res;
}
