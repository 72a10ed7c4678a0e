/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The sections of a program's or library's file. They are read from the file, because sections for
 * debuggers are not mapped. Only ELF files with 64 bits, little-endian, are read (System V ABI,
 * chapter 4).
 */
#ifndef HP_ELF_FILE_H
#define HP_ELF_FILE_H

#include "hpcmp/base/basics.h"

#include <elf.h>

typedef struct {
    Int fd;
    ULong size; /* of the file */
    Elf64_Shdr* sections;
    UInt n_sections;
    HChar* names; /* of the sections, each with a '\0' at its end */
    SizeT names_size;
    Elf64_Phdr* segments;
    UInt n_segments;
} ElfFile;

/* The bytes of a section. */
typedef struct {
    UChar* data; /* NULL: the file has no such section, or it cannot be read */
    SizeT size;
} ElfSection;

/* Returns False if the file cannot be read, or is no such ELF file. Then it need not be closed. */
Bool hp_elf_open(ElfFile* file, const HChar* path);
/* The section of that name.  A compressed section counts as missing.  The caller frees `data`. */
ElfSection hp_elf_read(const ElfFile* file, const HChar* name);
/* Can the program write to all of [a, a + n)?  Addresses are those of the file, which differ from
   the program's if the file is mapped elsewhere. */
Bool hp_elf_is_writable(const ElfFile* file, Addr a, SizeT n);
void hp_elf_close(ElfFile* file);

#endif
