/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that the process shares with others, as it is mapped now.
 */
#ifndef HP_SHARED_MEMORY_H
#define HP_SHARED_MEMORY_H

#include "hpcmp/base/basics.h"

/* The size of a name. A name means a file, a segment, or shared memory without a file. All
   processes use the same name for the same memory. */
enum { HP_SHARED_NAME_SIZE = 64 };

typedef struct {
    HChar name[HP_SHARED_NAME_SIZE]; /* empty: it is unknown */
    ULong offset;                    /* of the byte in the memory of this name */
} SharedByte;

/* From now on the byte at lo is `first`, and the bytes behind lo are those that follow `first`.
   Earlier mappings in this range are gone. */
void hp_shared_map(Addr lo, SizeT size, const SharedByte* first);
/* No shared memory is in this range any more. */
void hp_shared_unmap(Addr lo, SizeT size);
/* The same for all memory that one call has mapped at lo. */
void hp_shared_unmap_from(Addr lo);

/* Tells which shared byte is at a. Returns False if the memory at a is not shared. */
Bool hp_shared_byte(Addr a, SharedByte* byte);
Bool hp_is_shared(Addr a);

/* How often the mappings have changed. */
UInt hp_n_mapping_changes(void);

#endif
