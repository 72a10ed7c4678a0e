/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/split_dwarf.h"

#include "hpcmp/base/core.h"
#include "pub_tool_libcfile.h"

#include <elf.h>

/* The units of the C library's start-up code come first. */
enum { MOST_UNITS = 200 };
enum { SKELETON = 4 };

static Bool read_at(Int fd, ULong offset, void* to, Int size) {
    return VG_(lseek)(fd, (OffT)offset, VKI_SEEK_SET) == (OffT)offset &&
               VG_(read)(fd, to, size) == size;
}

/* Finds .debug_info, if it is not compressed. */
static Bool find_units(Int fd, Elf64_Shdr* units) {
    Elf64_Ehdr head;
    Elf64_Shdr names;
    HChar name[sizeof ".debug_info"];
    if (!read_at(fd, 0, &head, sizeof head) ||
        VG_(memcmp)(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
            head.e_shentsize != sizeof names ||
            !read_at(fd, head.e_shoff + (ULong)head.e_shstrndx * sizeof names, &names,
                     sizeof names))
        return False;
    for (UInt i = 1; i < head.e_shnum; i++)
        if (read_at(fd, head.e_shoff + (ULong)i * sizeof *units, units, sizeof *units) &&
            units->sh_type == SHT_PROGBITS &&
            (units->sh_flags & (SHF_ALLOC | SHF_COMPRESSED)) == 0 &&
            read_at(fd, names.sh_offset + units->sh_name, name, sizeof name) &&
            VG_(memcmp)(name, ".debug_info", sizeof name) == 0)
            return True;
    return False;
}

/* A unit begins with the length of its rest, the version, and in DWARF 5 its type.  (A length of
   more than four bytes does not occur in files that gcc and clang make.) */
static Bool has_skeleton(Int fd, const Elf64_Shdr* units) {
    struct __attribute__((packed)) {
        UInt length;
        UShort version;
        UChar type;
    } head;
    ULong at = 0;
    for (UInt i = 0; i < MOST_UNITS && at + sizeof head <= units->sh_size; i++) {
        if (!read_at(fd, units->sh_offset + at, &head, sizeof head) || head.length >= 0xfffffff0U)
            return False;
        if (head.version == 5 && head.type == SKELETON)
            return True;
        at += sizeof head.length + head.length;
    }
    return False;
}

Bool hp_has_split_dwarf(const HChar* file) {
    Elf64_Shdr units;
    const SysRes res = VG_(open)(file, VKI_O_RDONLY, 0);
    if (sr_isError(res))
        return False;
    const Bool has = find_units(sr_Res(res), &units) && has_skeleton(sr_Res(res), &units);
    VG_(close)(sr_Res(res));
    return has;
}
