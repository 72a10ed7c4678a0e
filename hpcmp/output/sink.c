/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/output/sink.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/output/compressor.h"
#include "hpcmp/output/file_name.h"
#include "hpcmp/output/stored.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

typedef struct {
    const HChar* ending; /* of the file's name */
    const HChar* command;
    const HChar* options[5];
    HpStore* store;
} Compression;

/* Fast rather than small: see docs/performance.md. */
static const Compression compressions[] = {
    {".zst", "zstd", {"-1", "-q", "-c", "--single-thread"}, hp_stored_zstd},
    {".gz", "gzip", {"-1", "-c"}, hp_stored_gzip},
};
enum { N_COMPRESSIONS = sizeof compressions / sizeof *compressions };

/* Enough that writing costs nothing beside making the events; for a compressor,
   as much as lets it begin while the next is made. */
enum { CHUNK_OF_FILE = 1024 * 1024, CHUNK_OF_PIPE = 128 * 1024 };

static Int g_file = -1;
static Bool g_is_regular; /* the file; not a pipe or the like */
static const HChar* g_name;

static const Compression* g_compression; /* NULL: none */
static const HChar* g_arguments[7];      /* of its command */
static Int g_pipe = -1;                  /* to the compressor, if that runs */
static Bool g_cannot_start;              /* it could not be started: store all */

/* The reason of a failure: the kernel's error number, or the compressor's own words. */
static Int g_error;
static const HChar* g_complaint;

/*------------------------------------------------------------*/
/*--- Opening                                               ---*/
/*------------------------------------------------------------*/

const HChar* hp_sink_described(const HChar* name) {
    static HChar* described;
    if (hp_clo_by_command)
        return "the trace in the folder for temporary files (TMPDIR names another folder)";
    VG_(free)(described);
    described = VG_(malloc)("hp.sink.described", VG_(strlen)(name) + 32);
    VG_(sprintf)(described, "the trace file '%s'", name);
    return described;
}

const HChar* hp_sink_reason(UWord error) {
    switch (error) {
    case VKI_ENOENT: return "no such directory";
    case VKI_EACCES: return "permission denied";
    case VKI_EISDIR: return "it is a directory";
    case VKI_ENOTDIR: return "part of its path is no directory";
    case VKI_EROFS: return "read-only file system";
    case VKI_ENOSPC: return "no space left on device";
    case VKI_EFBIG: return "the file would be too large";
    case VKI_EPIPE: return "no process reads it any more";
    default: return "input/output error";
    }
}

static Bool ends_with(const HChar* name, const HChar* ending) {
    SizeT n_name = VG_(strlen)(name), n_ending = VG_(strlen)(ending);
    return n_name >= n_ending && VG_(strcmp)(name + n_name - n_ending, ending) == 0;
}

static const Compression* compression_of(const HChar* name) {
    for (UInt i = 0; i < N_COMPRESSIONS; i++)
        if (ends_with(name, compressions[i].ending))
            return &compressions[i];
    return NULL;
}

Bool hp_sink_choose(const HChar* name) {
    g_compression = compression_of(name);
    if (g_compression == NULL)
        return True;
    g_arguments[0] = hp_compressor_find(g_compression->command);
    for (UInt i = 0; g_compression->options[i] != NULL; i++)
        g_arguments[i + 1] = g_compression->options[i];
    if (g_arguments[0] == NULL)
        VG_(umsg)(
            "%s: cannot compress %s: there is no '%s' in PATH; install it, or name a file that "
            "does not end in '%s'\n",
            HP_NAME, hp_sink_described(name), g_compression->command, g_compression->ending);
    return g_arguments[0] != NULL;
}

void hp_sink_open(Int file, const HChar* name) {
    struct vg_stat status;
    g_file = file;
    g_name = name;
    g_error = 0;
    g_complaint = NULL;
    g_is_regular = VG_(fstat)(file, &status) == 0 && VKI_S_ISREG(status.mode);
}

Bool hp_sink_is_open(void) {
    return g_file >= 0;
}

SizeT hp_sink_chunk(void) {
    return g_compression == NULL ? CHUNK_OF_FILE : CHUNK_OF_PIPE;
}

void hp_sink_begin_frame(void) {
    if (!hp_sink_is_open() || g_compression == NULL || g_pipe >= 0 || g_cannot_start)
        return;
    Int result = hp_compressor_start(g_arguments, g_file);
    if (result >= 0) {
        g_pipe = result;
        return;
    }
    g_cannot_start = True;
    VG_(umsg)("%s: cannot start '%s' (error %d), so %s is not compressed from here on\n", HP_NAME,
              g_arguments[0], -result, hp_sink_described(g_name));
}

/*------------------------------------------------------------*/
/*--- Writing                                               ---*/
/*------------------------------------------------------------*/

/* How many bytes may be written.  Beyond it the system would send the program a
   signal. */
static SizeT room_in(Int fd) {
    struct vki_rlimit limit;
    if (fd != g_file || !g_is_regular || VG_(getrlimit)(RLIMIT_FSIZE, &limit) != 0)
        return ~(SizeT)0;
    Long place = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
    return limit.rlim_cur > (ULong)place ? limit.rlim_cur - place : 0;
}

/* Nobody reads the pipe: the signal for it is pending, as it is blocked while the
   tool runs.  The program did nothing to get it. */
static void take_pipe_signal(void) {
    const UWord mask = 1UL << (VKI_SIGPIPE - 1);
    const struct vki_timespec at_once = {0, 0};
    VG_(do_syscall)(__NR_rt_sigtimedwait, (UWord)&mask, 0, (UWord)&at_once, sizeof mask, 0, 0, 0,
                    0);
}

static SizeT write_all(Int fd, const HChar* bytes, SizeT n) {
    const SizeT room = room_in(fd);
    const SizeT most_at_once = 1 << 30;
    SizeT done = 0;
    while (done < n) {
        if (done == room) {
            g_error = VKI_EFBIG;
            break;
        }
        SizeT rest = (n < room ? n : room) - done;
        if (rest > most_at_once)
            rest = most_at_once;
        Int res = VG_(write)(fd, bytes + done, rest);
        if (res > 0) {
            done += res;
        } else if (res != -VKI_EINTR) {
            g_error = res == 0 ? VKI_ENOSPC : -res;
            break;
        }
    }
    if (g_error == VKI_EPIPE)
        take_pipe_signal();
    return done;
}

/* Stores the bytes in frames. */
static SizeT store_all(const HChar* bytes, SizeT n) {
    static HChar frame[HP_STORED_MOST + HP_STORED_MORE];
    for (SizeT done = 0; done < n;) {
        SizeT part = n - done < HP_STORED_MOST ? n - done : HP_STORED_MOST;
        SizeT size = g_compression->store(frame, bytes + done, part) - frame;
        if (write_all(g_file, frame, size) < size)
            return done;
        done += part;
    }
    return n;
}

SizeT hp_sink_store(const HChar* bytes, SizeT n) {
    if (g_compression == NULL)
        return write_all(g_file, bytes, n);
    return hp_sink_settle() ? store_all(bytes, n) : 0;
}

SizeT hp_sink_write(const HChar* bytes, SizeT n) {
    hp_sink_begin_frame();
    if (g_pipe >= 0)
        return write_all(g_pipe, bytes, n);
    return hp_sink_store(bytes, n);
}

/*------------------------------------------------------------*/
/*--- Ending, perhaps only for a while                      ---*/
/*------------------------------------------------------------*/

Bool hp_sink_settle(void) {
    if (g_pipe < 0)
        return True;
    VG_(close)(g_pipe);
    g_pipe = -1;
    g_complaint = hp_compressor_finish();
    return g_complaint == NULL;
}

Long hp_sink_place(void) {
    return g_is_regular ? VG_(lseek)(g_file, 0, VKI_SEEK_CUR) : -1;
}

Bool hp_sink_cut(Long place) {
    SysRes res = VG_(do_syscall)(__NR_ftruncate, g_file, place, 0, 0, 0, 0, 0, 0);
    g_error = sr_isError(res) ? sr_Err(res) : 0;
    return g_error == 0 && VG_(lseek)(g_file, place, VKI_SEEK_SET) == place;
}

Long hp_sink_copy(Int to, Long from) {
    HChar* bytes = VG_(malloc)("hp.sink.copy", CHUNK_OF_FILE);
    const Int fd = VG_(fd_open)(g_name, VKI_O_RDONLY, 0);
    Long copied = fd >= 0 && VG_(lseek)(fd, from, VKI_SEEK_SET) == from ? 0 : -1;
    for (Int n; copied >= 0 && (n = VG_(read)(fd, bytes, CHUNK_OF_FILE)) != 0;)
        copied = n > 0 && write_all(to, bytes, n) == (SizeT)n ? copied + n : -1;
    if (fd >= 0)
        VG_(close)(fd);
    VG_(free)(bytes);
    return copied;
}

static Bool write_anew(const HChar* bytes, SizeT n, Long from) {
    return hp_sink_store(bytes, n) == n && hp_sink_copy(g_file, from) >= 0;
}

Bool hp_sink_replace(const HChar* bytes, SizeT n, Long from) {
    const Int old = g_file;
    HChar* name = VG_(malloc)("hp.sink.name", VG_(strlen)(g_name) + 8);
    VG_(sprintf)(name, "%s.new", g_name);
    const SysRes res = hp_output_open_new(name);
    Bool is_done = False;
    if (!sr_isError(res)) {
        g_file = sr_Res(res);
        is_done = write_anew(bytes, n, from) && VG_(rename)(name, g_name) == 0;
        VG_(close)(is_done ? old : g_file);
        if (!is_done)
            VG_(unlink)(name);
    }
    if (!is_done)
        g_file = old;
    g_error = 0;
    VG_(free)(name);
    return is_done;
}

Bool hp_sink_step_back(SizeT n) {
    return g_compression == NULL && VG_(lseek)(g_file, -(Long)n, VKI_SEEK_CUR) >= 0;
}

static void close_file(void) {
    VG_(close)(g_file);
    g_file = -1;
}

Bool hp_sink_close(void) {
    if (!hp_sink_settle())
        return False;
    close_file();
    return True;
}

void hp_sink_give_up(void) {
    const HChar* ending = "the trace ends here, and the program continues";
    hp_sink_settle();
    if (g_complaint != NULL)
        VG_(umsg)("%s: cannot write to %s: %s; %s\n", HP_NAME, hp_sink_described(g_name),
                  g_complaint, ending);
    else
        VG_(umsg)("%s: cannot write to %s: %s (error %d); %s\n", HP_NAME, hp_sink_described(g_name),
                  hp_sink_reason(g_error), g_error, ending);
    close_file();
}

void hp_sink_drop_in_child(void) {
    hp_compressor_drop_in_child();
    if (g_pipe >= 0)
        VG_(close)(g_pipe);
    g_pipe = -1;
    g_cannot_start = False;
    if (g_file >= 0)
        close_file();
}
