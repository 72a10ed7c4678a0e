/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The functions of an ELF file, read from its tables of symbols. If the file has only the table for
 * dynamic linking, the symbols are taken from the file with debug information that belongs to it,
 * if that is installed (by build id, below /usr/lib/debug).
 */
#ifndef HM_SYMBOLS_H
#define HM_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t begin; /* an address as the file has it */
    uint64_t size;
    const char* name; /* as linkers know it; empty: this is code between functions with names */
    int is_allocators;
} Function;

typedef struct {
    size_t n;
    Function* functions; /* the lowest address comes first; they do not overlap */
    size_t n_segments;
    uint64_t segments[16][3]; /* offset of the segment in the file, its size there, its address */
} Symbols;

/* Reads the file. If it cannot be read, or is no ELF file, the result has no functions, and offsets
   in the file count as addresses. */
Symbols hm_symbols(const char* path);
/* The address of the byte at this offset of the file. */
uint64_t hm_address(const Symbols* symbols, uint64_t offset);
/* The function at the address. Code between two functions counts as a function without a name,
   which reaches from the end of one to the beginning of the next. */
Function hm_function_at(const Symbols* symbols, uint64_t address);

#endif
