/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/*------------------------------------------------------------*/
/*--- The file                                              ---*/
/*------------------------------------------------------------*/

/* Stays mapped, because names point into it. */
typedef struct {
    const char* bytes;
    size_t size;
    const Elf64_Ehdr* head; /* NULL: it is no ELF file of 64 bits */
} Image;

/* n bytes from there on; NULL: the file has less. */
static const void* bytes_at(const Image* image, uint64_t offset, uint64_t n) {
    return offset > image->size || n > image->size - offset ? NULL : image->bytes + offset;
}

static Image map_file(const char* path) {
    Image image = {NULL, 0, NULL};
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return image;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
        void* map = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (map != MAP_FAILED) {
            image.bytes = map;
            image.size = (size_t)facts.st_size;
        }
    }
    close(file);
    const Elf64_Ehdr* head = bytes_at(&image, 0, sizeof *head);
    if (head != NULL && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
        head->e_ident[EI_CLASS] == ELFCLASS64)
        image.head = head;
    return image;
}

static const Elf64_Shdr* section(const Image* image, size_t number) {
    if (image->head == NULL || number >= image->head->e_shnum)
        return NULL;
    return bytes_at(image, image->head->e_shoff + number * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
}

static const Elf64_Shdr* section_of_type(const Image* image, uint32_t type) {
    const Elf64_Shdr* found;
    for (size_t i = 0; (found = section(image, i)) != NULL; i++)
        if (found->sh_type == type && found->sh_entsize == sizeof(Elf64_Sym))
            return found;
    return NULL;
}

static void read_segments(const Image* image, Symbols* symbols) {
    for (size_t i = 0; image->head != NULL && i < image->head->e_phnum; i++) {
        const Elf64_Phdr* segment =
            bytes_at(image, image->head->e_phoff + i * sizeof *segment, sizeof *segment);
        if (segment == NULL || segment->p_type != PT_LOAD || symbols->n_segments == 16)
            continue;
        uint64_t* kept = symbols->segments[symbols->n_segments++];
        kept[0] = segment->p_offset;
        kept[1] = segment->p_filesz;
        kept[2] = segment->p_vaddr;
    }
}

/* The file with debug information, if the image has a build id, and that file is there. */
static Image map_debug_file(const Image* image) {
    const Elf64_Shdr* note;
    char path[200] = "/usr/lib/debug/.build-id/";
    for (size_t i = 0; (note = section(image, i)) != NULL; i++) {
        const Elf64_Nhdr* head =
            note->sh_type == SHT_NOTE ? bytes_at(image, note->sh_offset, note->sh_size) : NULL;
        if (head == NULL || note->sh_size < sizeof *head + 4 || head->n_type != NT_GNU_BUILD_ID ||
            head->n_namesz != 4 || head->n_descsz > 40 ||
            note->sh_size < sizeof *head + 4 + head->n_descsz)
            continue;
        const unsigned char* id = (const unsigned char*)(head + 1) + 4;
        char* to = path + strlen(path);
        for (size_t k = 0; k < head->n_descsz; k++)
            to += sprintf(to, k == 0 ? "%02x/" : "%02x", id[k]);
        strcpy(to, ".debug");
        return map_file(path);
    }
    return (Image){NULL, 0, NULL};
}

/*------------------------------------------------------------*/
/*--- Functions                                             ---*/
/*------------------------------------------------------------*/

static int is_allocators_name(const char* name) {
    static const char* const names[] = {"malloc",
                                        "free",
                                        "calloc",
                                        "realloc",
                                        "memalign",
                                        "cfree",
                                        "valloc",
                                        "pvalloc",
                                        "aligned_alloc",
                                        "posix_memalign",
                                        "malloc_trim",
                                        "_int_malloc",
                                        "_int_free",
                                        "_int_realloc",
                                        "_int_memalign",
                                        "sysmalloc",
                                        "systrim",
                                        "unlink_chunk",
                                        "malloc_consolidate",
                                        "alloc_perturb",
                                        "free_perturb"};
    while (strncmp(name, "__libc_", 7) == 0 || strncmp(name, "__GI_", 5) == 0)
        name += name[2] == 'l' ? 7 : 5;
    const size_t length = strcspn(name, ".@");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
            return 1;
    return strncmp(name, "tcache_", 7) == 0 || strncmp(name, "sysmalloc_", 10) == 0 ||
           strncmp(name, "_int_free_", 10) == 0 || strncmp(name, "ptmalloc_", 9) == 0;
}

/* Names of one function are in the order of the alphabet, but those that begin with "_" are last.
   The first one is kept. */
static int compare(const void* a, const void* b) {
    const Function *one = a, *other = b;
    if (one->begin != other->begin)
        return one->begin < other->begin ? -1 : 1;
    if ((one->name[0] == '_') != (other->name[0] == '_'))
        return one->name[0] == '_' ? 1 : -1;
    return strcmp(one->name, other->name);
}

/* Sorts, and keeps one function where several begin or overlap. */
static void put_in_order(Symbols* symbols) {
    size_t n = 0;
    qsort(symbols->functions, symbols->n, sizeof *symbols->functions, compare);
    for (size_t i = 0; i < symbols->n; i++) {
        const Function next = symbols->functions[i];
        if (n > 0 && next.begin < symbols->functions[n - 1].begin + symbols->functions[n - 1].size)
            continue;
        symbols->functions[n++] = next;
    }
    symbols->n = n;
}

static void read_table(const Image* image, const Elf64_Shdr* table, int is_libc, Symbols* symbols) {
    const Elf64_Shdr* texts = section(image, table->sh_link);
    const Elf64_Sym* all = bytes_at(image, table->sh_offset, table->sh_size);
    const char* names = texts == NULL ? NULL : bytes_at(image, texts->sh_offset, texts->sh_size);
    const size_t n = table->sh_size / sizeof *all;
    if (all == NULL || names == NULL || texts->sh_size == 0 || names[texts->sh_size - 1] != '\0')
        return;
    symbols->functions = calloc(n, sizeof *symbols->functions);
    for (size_t i = 0; symbols->functions != NULL && i < n; i++) {
        const int type = ELF64_ST_TYPE(all[i].st_info);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || all[i].st_shndx == SHN_UNDEF ||
            all[i].st_size == 0 || all[i].st_name >= texts->sh_size)
            continue;
        const char* name = names + all[i].st_name;
        symbols->functions[symbols->n++] =
            (Function){all[i].st_value, all[i].st_size, name, is_libc && is_allocators_name(name)};
    }
    put_in_order(symbols);
}

static int is_libc(const char* path) {
    const char* slash = strrchr(path, '/');
    const char* name = slash == NULL ? path : slash + 1;
    return strncmp(name, "libc.so.", 8) == 0 || strncmp(name, "libc-2.", 7) == 0;
}

Symbols hm_symbols(const char* path) {
    Symbols symbols = {0};
    Image image = map_file(path);
    const Elf64_Shdr* table = section_of_type(&image, SHT_SYMTAB);
    read_segments(&image, &symbols);
    if (table == NULL) {
        const Image debug = map_debug_file(&image);
        table = section_of_type(&debug, SHT_SYMTAB);
        if (table != NULL)
            image = debug;
    }
    if (table == NULL)
        table = section_of_type(&image, SHT_DYNSYM);
    if (table != NULL)
        read_table(&image, table, is_libc(path), &symbols);
    return symbols;
}

uint64_t hm_address(const Symbols* symbols, uint64_t offset) {
    for (size_t i = 0; i < symbols->n_segments; i++) {
        const uint64_t* segment = symbols->segments[i];
        if (offset >= segment[0] && offset - segment[0] < segment[1])
            return offset - segment[0] + segment[2];
    }
    return offset;
}

/* Code without a name before the allocator's functions, or between them, is the allocator's,
   because the C library has them from one source file, static functions first. */
static Function code_between(const Symbols* symbols, size_t next) {
    const Function* before = next == 0 ? NULL : &symbols->functions[next - 1];
    const Function* behind = next == symbols->n ? NULL : &symbols->functions[next];
    const uint64_t begin = before == NULL ? 0 : before->begin + before->size;
    const uint64_t end = behind == NULL ? INT64_MAX : behind->begin;
    return (Function){begin, end - begin, "", behind != NULL && behind->is_allocators};
}

Function hm_function_at(const Symbols* symbols, uint64_t address) {
    size_t low = 0, high = symbols->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (symbols->functions[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0) {
        const Function* found = &symbols->functions[low - 1];
        if (address - found->begin < found->size)
            return *found;
    }
    return code_between(symbols, low);
}
