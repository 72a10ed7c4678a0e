/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that the process shares with others, as it is mapped now.
 */
#ifndef HP_SHARED_MEMORY_H
#define HP_SHARED_MEMORY_H

#include "hpcmp/base/basics.h"

/* The size of a name.  All processes use the same name for the bytes of a file, of a segment, or
   of shared memory without a file. */
enum { HP_SHARED_NAME_SIZE = 64 };

typedef struct {
    HChar name[HP_SHARED_NAME_SIZE]; /* empty: nobody knows it */
    ULong offset;                    /* of a byte */
} SharedByte;

/* The byte at lo is `first`, and the bytes behind it follow.  Earlier mappings there are gone. */
void hp_shared_map(Addr lo, SizeT size, const SharedByte* first);
/* No shared memory is in this range any more. */
void hp_shared_unmap(Addr lo, SizeT size);
/* The same for the memory that was mapped from lo on in one call. */
void hp_shared_unmap_from(Addr lo);

/* Gives the shared byte at a.  False: a is not shared. */
Bool hp_shared_byte(Addr a, SharedByte* byte);
Bool hp_is_shared(Addr a);

/* How often the mappings have changed. */
UInt hp_n_mapping_changes(void);

#endif
