/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The functions of an ELF file, by its tables of symbols.  If the file has only the table for
 * dynamic linking, and a file with debug information is installed (by build id, below
 * /usr/lib/debug), that one's symbols are taken.
 */
#ifndef HM_SYMBOLS_H
#define HM_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t begin; /* an address as the file has it */
    uint64_t size;
    const char* name; /* as linkers know it; empty: between functions with names */
    int is_allocators;
} Function;

typedef struct {
    size_t n;
    Function* functions; /* the lowest address comes first; they do not overlap */
    size_t n_segments;
    uint64_t segments[16][3]; /* each has its offset in the file, its size there, its address */
} Symbols;

/* Reads the file.  One that cannot be read, or is no ELF file, has no functions, and its addresses
   are offsets. */
Symbols hm_symbols(const char* path);
/* The address of the byte of the file. */
uint64_t hm_address(const Symbols* symbols, uint64_t offset);
/* The function at the address.  Code between functions is one without a name, which reaches from
   one to the next. */
Function hm_function_at(const Symbols* symbols, uint64_t address);

#endif
