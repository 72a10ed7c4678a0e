/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/files.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/machine/affinity.h"
#include "hpcmp/machine/paths.h"
#include "hpcmp/machine/processor_set.h"
#include "pub_tool_libcproc.h"

enum { MOST_NUMBERS = 2 };

/* A file that the program has opened, and the numbers in its path. */
typedef struct {
    Int fd;
    ULong numbers[MOST_NUMBERS];
    UInt n_numbers;
} Opened;

/*------------------------------------------------------------*/
/*--- Sets and numbers                                      ---*/
/*------------------------------------------------------------*/

static Bool say_mask(XArray* text, ProcessorSet set) {
    hp_processors_append_mask(text, &set);
    VG_(xaprintf)(text, "\n");
    return True;
}

static Bool say_list(XArray* text, ProcessorSet set) {
    hp_processors_append_list(text, &set);
    VG_(xaprintf)(text, "\n");
    return True;
}

static Bool say_number(XArray* text, ULong number) {
    VG_(xaprintf)(text, "%llu\n", number);
    return True;
}

static Bool say_all_mask(XArray* text, const Opened* file) {
    return say_mask(text, hp_processors_all());
}

static Bool say_all_list(XArray* text, const Opened* file) {
    return say_list(text, hp_processors_all());
}

/* Folders of other processors are not there. */
static ProcessorSet set_of_own(const Opened* file) {
    return (Long)file->numbers[0] < hp_clo_processors ? hp_processors_only(file->numbers[0])
                                                      : hp_processors_none();
}

static Bool say_own_mask(XArray* text, const Opened* file) {
    return say_mask(text, set_of_own(file));
}

static Bool say_own_list(XArray* text, const Opened* file) {
    return say_list(text, set_of_own(file));
}

static Bool say_own_number(XArray* text, const Opened* file) {
    return say_number(text, file->numbers[0]);
}

static Bool say_nothing(XArray* text, const Opened* file) {
    return say_list(text, hp_processors_none());
}

static Bool say_zero(XArray* text, const Opened* file) {
    return say_number(text, 0);
}

static Bool say_one(XArray* text, const Opened* file) {
    return say_number(text, 1);
}

static Bool say_highest(XArray* text, const Opened* file) {
    return say_number(text, HP_MOST_PROCESSORS - 1);
}

/* Linux numbers a processor's caches from 0: data and instructions of the first level, the second
   level, the third. */
static Bool is_cache_shared(const Opened* file) {
    enum { SECOND_LEVEL = 2 };
    return file->numbers[1] > SECOND_LEVEL;
}

static Bool say_cache_mask(XArray* text, const Opened* file) {
    return say_mask(text, is_cache_shared(file) ? hp_processors_all() : set_of_own(file));
}

static Bool say_cache_list(XArray* text, const Opened* file) {
    return say_list(text, is_cache_shared(file) ? hp_processors_all() : set_of_own(file));
}

static Bool say_cache_id(XArray* text, const Opened* file) {
    return say_number(text, is_cache_shared(file) ? 0 : file->numbers[0]);
}

static ProcessorSet set_of_node(const Opened* file) {
    return file->numbers[0] == 0 ? hp_processors_all() : hp_processors_none();
}

static Bool say_node_mask(XArray* text, const Opened* file) {
    return say_mask(text, set_of_node(file));
}

static Bool say_node_list(XArray* text, const Opened* file) {
    return say_list(text, set_of_node(file));
}

static Bool say_no_limit(XArray* text, const Opened* file) {
    VG_(xaprintf)(text, "max 100000\n");
    return True;
}

static Bool say_no_quota(XArray* text, const Opened* file) {
    VG_(xaprintf)(text, "-1\n");
    return True;
}

/*------------------------------------------------------------*/
/*--- Texts of which a part changes                         ---*/
/*------------------------------------------------------------*/

/* The host's text, which ends in '\0'; to be freed by the caller. NULL: it cannot be read. */
static HChar* host_text(Int fd) {
    SizeT size = 1 << 14;
    SizeT length = 0;
    HChar* text = VG_(malloc)("hp.files.text", size);
    for (;;) {
        const SysRes n = VG_(do_syscall)(__NR_pread64, fd, (UWord)(text + length),
                                         size - 1 - length, length, 0, 0, 0, 0);
        if (sr_isError(n)) {
            VG_(free)(text);
            return NULL;
        }
        if (sr_Res(n) == 0)
            break;
        length += sr_Res(n);
        if (length == size - 1) {
            size *= 2;
            text = VG_(realloc)("hp.files.text", text, size);
        }
    }
    text[length] = '\0';
    return text;
}

static Bool begins(const HChar* line, const HChar* with) {
    return VG_(strncmp)(line, with, VG_(strlen)(with)) == 0;
}

/* The length of the line with its end. */
static SizeT length_of_line(const HChar* line) {
    const HChar* end = VG_(strchr)(line, '\n');
    return end == NULL ? VG_(strlen)(line) : (SizeT)(end + 1 - line);
}

/* The value of a line of /proc/cpuinfo that differs from processor to processor, or says how many
   there are; -1: the line stays. */
static Long value_in_cpuinfo(const HChar* line, UInt processor) {
    static const HChar* const numbers[] = {"processor", "core id", "apicid", "initial apicid"};
    static const HChar* const sizes[] = {"siblings", "cpu cores"};
    for (UInt i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (begins(line, numbers[i]))
            return processor;
    for (UInt i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (begins(line, sizes[i]))
            return hp_clo_processors;
    return begins(line, "physical id") ? 0 : -1;
}

/* Each processor has the lines of the host's first one, up to the empty line. */
static Bool say_cpuinfo(XArray* text, const Opened* file) {
    HChar* host = host_text(file->fd);
    if (host == NULL)
        return False;
    for (UInt i = 0; i < hp_clo_processors; i++) {
        SizeT length;
        for (const HChar* line = host; *line != '\0' && *line != '\n'; line += length) {
            length = length_of_line(line);
            const Long value = value_in_cpuinfo(line, i);
            const HChar* colon = VG_(strchr)(line, ':');
            const Bool changes = value >= 0 && colon != NULL && colon < line + length;
            VG_(addBytesToXA)(text, line, changes ? (SizeT)(colon + 1 - line) : length);
            if (changes)
                VG_(xaprintf)(text, " %lld\n", value);
        }
        VG_(xaprintf)(text, "\n");
    }
    VG_(free)(host);
    return True;
}

/* The line of a processor, "cpu1 4705 ..."; the first line is the sum of all, "cpu  9830 ...". */
static Bool is_processors(const HChar* line) {
    return begins(line, "cpu") && line[3] >= '0' && line[3] <= '9';
}

/* The times of a processor of the host, behind its number. The i-th one of the machine has those of
   the host's i-th, if there are so many, or else begins with the first one again. */
static void append_times(XArray* text, const HChar* lines, UInt i) {
    UInt n = 0;
    for (const HChar* at = lines; is_processors(at); at += length_of_line(at))
        n++;
    const HChar* line = lines;
    for (UInt k = i % n; k > 0; k--)
        line += length_of_line(line);
    const HChar* times = VG_(strchr)(line, ' ');
    if (times != NULL)
        VG_(addBytesToXA)(text, times, line + length_of_line(line) - times);
}

static Bool say_stat(XArray* text, const Opened* file) {
    HChar* host = host_text(file->fd);
    if (host == NULL)
        return False;
    Bool is_said = False;
    for (const HChar* line = host; *line != '\0'; line += length_of_line(line)) {
        if (!is_processors(line)) {
            VG_(addBytesToXA)(text, line, length_of_line(line));
            continue;
        }
        for (UInt i = 0; !is_said && i < hp_clo_processors; i++) {
            VG_(xaprintf)(text, "cpu%u", i);
            append_times(text, line, i);
        }
        is_said = True;
    }
    VG_(free)(host);
    return True;
}

/* /proc/PID/status is about the main thread; those of other processes stay. */
static const Thread* whose_status(const Opened* file) {
    return file->numbers[0] ==
           (ULong)VG_(getpid)() ? hp_affinity_thread((Int)file->numbers[file->n_numbers - 1])
                                : NULL;
}

static Bool say_status(XArray* text, const Opened* file) {
    const Thread* t = whose_status(file);
    HChar* host = t == NULL ? NULL : host_text(file->fd);
    if (host == NULL)
        return False;
    const ProcessorSet set = hp_affinity_of(t);
    for (const HChar* line = host; *line != '\0'; line += length_of_line(line)) {
        if (begins(line, "Cpus_allowed:")) {
            VG_(xaprintf)(text, "Cpus_allowed:\t");
            say_mask(text, set);
        } else if (begins(line, "Cpus_allowed_list:")) {
            VG_(xaprintf)(text, "Cpus_allowed_list:\t");
            say_list(text, set);
        } else {
            VG_(addBytesToXA)(text, line, length_of_line(line));
        }
    }
    VG_(free)(host);
    return True;
}

/*------------------------------------------------------------*/
/*--- Which file it is                                      ---*/
/*------------------------------------------------------------*/

/* A content returns False, and appends nothing, if the file stays as it is. */
typedef Bool Content(XArray* text, const Opened* file);

typedef struct {
    const HChar* path;
    Content* content;
} Row;

static const Row g_files[] = {
#define FILE(path, content) {path, content},
#define CGROUP(name, content)
#include "hpcmp/machine/files.def"
#undef FILE
#undef CGROUP
};

static const Row g_cgroup_files[] = {
#define FILE(path, content)
#define CGROUP(name, content) {name, content},
#include "hpcmp/machine/files.def"
#undef FILE
#undef CGROUP
};

/* Reads the numbers where the pattern has #. */
static Bool matches(const HChar* pattern, const HChar* path, Opened* file) {
    file->n_numbers = 0;
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '#') {
            if (*path++ != *pattern)
                return False;
            continue;
        }
        HChar* end;
        if (*path < '0' || *path > '9')
            return False;
        file->numbers[file->n_numbers++] = VG_(strtoull10)(path, &end);
        path = end;
    }
    return *path == '\0';
}

static Bool is_in_cgroup(Int fd) {
    ULong status[32]; /* a struct statfs begins with the file system's type */
    const SysRes res = VG_(do_syscall)(__NR_fstatfs, fd, (UWord)status, 0, 0, 0, 0, 0, 0);
    return !sr_isError(res) &&
           (status[0] == CGROUP_SUPER_MAGIC || status[0] == CGROUP2_SUPER_MAGIC);
}

Bool hp_append_shown_file(const HChar* path, Int fd, XArray* text) {
    Opened file = {.fd = fd};
    for (UInt i = 0; i < sizeof g_files / sizeof *g_files; i++)
        if (matches(g_files[i].path, path, &file))
            return g_files[i].content(text, &file);
    const HChar* name = VG_(strrchr)(path, '/');
    for (UInt i = 0; name != NULL && i < sizeof g_cgroup_files / sizeof *g_cgroup_files; i++)
        if (VG_(strcmp)(g_cgroup_files[i].path, name + 1) == 0 && is_in_cgroup(fd))
            return g_cgroup_files[i].content(text, &file);
    return False;
}
