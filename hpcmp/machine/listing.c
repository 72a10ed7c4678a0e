/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/listing.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/linux.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/calls/result.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/machine/paths.h"

/* A struct linux_dirent64 of the kernel, getdents(2). */
typedef struct {
    ULong inode;
    Long position; /* of the next entry */
    UShort size;   /* of this one, with the name */
    UChar type;
    HChar name[];
} __attribute__((packed)) Entry;

enum { ALIGNMENT = 8, IS_FOLDER = 4 };

/* The descriptor whose list is being read, and the first processor that it may still lack. A
   program reads one list at a time; if it reads two at once, the second one begins anew. */
static Int g_listed = -1;
static UInt g_next;

static Bool is_cpu_folder(Int fd) {
    HChar path[HP_PATH_SIZE];
    return hp_path_of(fd, path) && VG_(strcmp)(path, HP_CPU_FOLDER) == 0;
}

/* The processor that the entry is about, or -1. */
static Long processor_of(const HChar* name) {
    HChar path[HP_PATH_SIZE];
    if (VG_(strncmp)(name, "cpu", 3) != 0)
        return -1;
    VG_(snprintf)(path, sizeof path, HP_CPU_FOLDER "/%s", name);
    return hp_path_processor(path);
}

/* Returns how many of the bytes are left. */
static SizeT take_out(Addr list, SizeT bytes) {
    Addr to = list;
    SizeT size;
    for (Addr at = list; at < list + bytes; at += size) {
        size = ((const Entry*)at)->size;
        if (processor_of(((const Entry*)at)->name) >= hp_clo_processors)
            continue;
        VG_(memmove)((void*)to, (const void*)at, size);
        to += size;
    }
    return to - list;
}

static Bool host_has(UInt processor) {
    HChar path[64];
    VG_(sprintf)(path, HP_CPU_FOLDER "/cpu%u", processor);
    return !sr_isError(VG_(do_syscall)(__NR_access, (UWord)path, 0, 0, 0, 0, 0, 0, 0));
}

/* Writes the entries that the host lacks, as far as there is room. Returns their bytes. Their
   position is that of the list's end, because the kernel knows no other one there. */
static SizeT add(Addr list, SizeT room, Long position) {
    SizeT bytes = 0;
    for (; g_next < hp_clo_processors; g_next++) {
        HChar name[16];
        const SizeT length = VG_(sprintf)(name, "cpu%u", g_next);
        const SizeT size = VG_ROUNDUP(sizeof(Entry) + length + 1, ALIGNMENT);
        if (host_has(g_next))
            continue;
        if (bytes + size > room)
            break;
        Entry* entry = (Entry*)(list + bytes);
        VG_(memset)(entry, 0, size);
        *entry = (Entry){g_next + 1, position, size, IS_FOLDER};
        VG_(strcpy)(entry->name, name);
        bytes += size;
    }
    return bytes;
}

static SysRes list_missing(Thread* t, Int fd, Addr list, SizeT room) {
    if (g_listed != fd) {
        g_listed = fd;
        g_next = 0;
    }
    const SysRes end = VG_(do_syscall)(__NR_lseek, fd, 0, SEEK_CUR, 0, 0, 0, 0, 0);
    const Bool can_write = room > 0 && hp_is_writable(list, room);
    const SizeT bytes = can_write ? add(list, room, sr_isError(end) ? 0 : sr_Res(end)) : 0;
    if (bytes == 0 && can_write && g_next < hp_clo_processors)
        return hp_give_result(t, HP_ERROR(VKI_EINVAL));
    hp_traffic_count_range(t, list, bytes, True);
    return hp_give_result(t, bytes);
}

/* All entries of the kernel's may be taken out, and yet there may be more. */
static SysRes list_folder(Thread* t, const UWord* args, SysRes res) {
    const Int fd = (Int)args[0];
    const Addr list = args[1];
    const SizeT room = (UInt)args[2];
    while (!sr_isError(res) && sr_Res(res) > 0) {
        const SizeT left = take_out(list, sr_Res(res));
        if (left > 0)
            return hp_give_result(t, left);
        res = VG_(do_syscall)(__NR_getdents64, fd, list, room, 0, 0, 0, 0, 0);
    }
    if (sr_isError(res))
        return hp_give_result(t, HP_ERROR(sr_Err(res)));
    return list_missing(t, fd, list, room);
}

SysRes hp_listing_after(Thread* t, UInt number, const UWord* args, SysRes res) {
    if (hp_clo_processors == 0 || sr_isError(res))
        return res;
    const Bool begins_anew = number == __NR_lseek || number == __NR_close;
    if (begins_anew && (Int)args[0] == g_listed)
        g_listed = -1;
    if (number == __NR_getdents64 && is_cpu_folder((Int)args[0]))
        return list_folder(t, args, res);
    return res;
}
