/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/where/elf_file.h"

#include "pub_tool_libcfile.h"

/* A section of more bytes is not read, because the tool would have no memory for it. */
enum { MOST_BYTES = 1 << 30 };

/* [offset, offset + size) of the file, in new memory; NULL if the file does not have all of it. */
static void* read_part(const ElfFile* file, ULong offset, ULong size) {
    enum { AT_ONCE = 1 << 24 };
    if (size == 0 || size > MOST_BYTES || offset > file->size || size > file->size - offset ||
        VG_(lseek)(file->fd, offset, VKI_SEEK_SET) != (Off64T)offset)
        return NULL;
    UChar* part = VG_(malloc)("hp.elf.part", size);
    ULong n = 0;
    for (Int more = 1; n < size && more > 0; n += more > 0 ? more : 0)
        more = VG_(read)(file->fd, part + n, size - n < AT_ONCE ? (Int)(size - n) : AT_ONCE);
    if (n == size)
        return part;
    VG_(free)(part);
    return NULL;
}

/* A named pipe could stand at the path meanwhile, so opening it must not wait. */
static Bool open_regular(ElfFile* file, const HChar* path) {
    struct vg_stat stat;
    file->fd = VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
    if (file->fd < 0)
        return False;
    if (VG_(fstat)(file->fd, &stat) != 0 || !VKI_S_ISREG(stat.mode))
        return False;
    file->size = stat.size;
    return True;
}

/* Linkers make about ten. */
enum { MOST_SEGMENTS = 256 };

static Bool is_known_kind(const Elf64_Ehdr* header) {
    return VG_(memcmp)(header->e_ident, ELFMAG, SELFMAG) == 0 &&
               header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
               header->e_shentsize == sizeof(Elf64_Shdr) &&
               header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phnum <= MOST_SEGMENTS &&
               header->e_shstrndx < header->e_shnum;
}

static Bool read_names(ElfFile* file, const Elf64_Shdr* section) {
    file->names_size = section->sh_size;
    file->names = read_part(file, section->sh_offset, section->sh_size);
    return file->names != NULL && file->names[file->names_size - 1] == '\0';
}

static Bool read_headers(ElfFile* file) {
    Elf64_Ehdr* header = read_part(file, 0, sizeof *header);
    if (header == NULL)
        return False;
    Bool is_read = is_known_kind(header);
    if (is_read) {
        file->n_sections = header->e_shnum;
        file->sections =
            read_part(file, header->e_shoff, (ULong)header->e_shnum * sizeof(Elf64_Shdr));
        file->n_segments = header->e_phnum;
        file->segments =
            read_part(file, header->e_phoff, (ULong)header->e_phnum * sizeof(Elf64_Phdr));
        is_read = file->sections != NULL && file->segments != NULL &&
                  read_names(file, &file->sections[header->e_shstrndx]);
    }
    VG_(free)(header);
    return is_read;
}

Bool hp_elf_open(ElfFile* file, const HChar* path) {
    VG_(memset)(file, 0, sizeof *file);
    if (open_regular(file, path) && read_headers(file))
        return True;
    hp_elf_close(file);
    return False;
}

ElfSection hp_elf_read(const ElfFile* file, const HChar* name) {
    for (UInt i = 0; i < file->n_sections; i++) {
        const Elf64_Shdr* section = &file->sections[i];
        if (section->sh_type == SHT_NOBITS || (section->sh_flags & SHF_COMPRESSED) != 0 ||
            section->sh_name >= file->names_size ||
            VG_(strcmp)(file->names + section->sh_name, name) != 0)
            continue;
        UChar* data = read_part(file, section->sh_offset, section->sh_size);
        return (ElfSection){data, data == NULL ? 0 : section->sh_size};
    }
    return (ElfSection){NULL, 0};
}

Bool hp_elf_is_writable(const ElfFile* file, Addr a, SizeT n) {
    for (UInt i = 0; i < file->n_segments; i++) {
        const Elf64_Phdr* segment = &file->segments[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) != 0 && n <= segment->p_memsz &&
            a - segment->p_vaddr <= segment->p_memsz - n)
            return True;
    }
    return False;
}

void hp_elf_close(ElfFile* file) {
    if (file->fd >= 0)
        VG_(close)(file->fd);
    VG_(free)(file->sections);
    VG_(free)(file->names);
    VG_(free)(file->segments);
}
