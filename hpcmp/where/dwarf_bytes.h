/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers in debug information. After a read beyond the end, the bytes count as broken. Everything
 * that is read from broken bytes is 0.
 */
#ifndef HP_DWARF_BYTES_H
#define HP_DWARF_BYTES_H

#include "hpcmp/where/elf_file.h"

typedef struct {
    const UChar* at;
    const UChar* end;
    Bool is_broken;
} DwarfBytes;

static inline DwarfBytes hp_dwarf_bytes_of(ElfSection section, SizeT from, SizeT to) {
    if (from > to || to > section.size)
        return (DwarfBytes){NULL, NULL, True};
    return (DwarfBytes){section.data + from, section.data + to, False};
}

static inline ULong hp_dwarf_break(DwarfBytes* bytes) {
    bytes->at = bytes->end;
    bytes->is_broken = True;
    return 0;
}

static inline SizeT hp_dwarf_n_left(const DwarfBytes* bytes) {
    return bytes->end - bytes->at;
}

static inline void hp_dwarf_skip(DwarfBytes* bytes, ULong n) {
    if (n > hp_dwarf_n_left(bytes))
        hp_dwarf_break(bytes);
    else
        bytes->at += n;
}

/* Reads a number of n bytes, at most 8. */
static inline ULong hp_dwarf_take(DwarfBytes* bytes, UInt n) {
    if (n > sizeof(ULong) || n > hp_dwarf_n_left(bytes))
        return hp_dwarf_break(bytes);
    ULong value = 0;
    for (UInt i = 0; i < n; i++)
        value |= (ULong)bytes->at[i] << (8 * i);
    bytes->at += n;
    return value;
}

/* Reads a number in groups of 7 bits (7.6). Bits beyond the 64th are lost. */
static inline ULong hp_dwarf_take_leb(DwarfBytes* bytes, Bool is_signed) {
    ULong value = 0;
    UInt shift = 0;
    UChar byte = 0x80;
    for (; (byte & 0x80) != 0; shift += 7) {
        if (hp_dwarf_n_left(bytes) == 0)
            return hp_dwarf_break(bytes);
        byte = *bytes->at++;
        if (shift < 64)
            value |= (ULong)(byte & 0x7f) << shift;
    }
    if (is_signed && (byte & 0x40) != 0 && shift < 64)
        value |= ~0UL << shift;
    return value;
}

static inline ULong hp_dwarf_take_uleb(DwarfBytes* bytes) {
    return hp_dwarf_take_leb(bytes, False);
}

#endif
