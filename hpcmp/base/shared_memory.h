/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory that the process shares with others, as it is mapped now.
 */
#ifndef HP_SHARED_MEMORY_H
#define HP_SHARED_MEMORY_H

#include "hpcmp/base/basics.h"

/* What all processes call a file's bytes, those of a segment, or memory without a file. */
enum { HP_SHARED_NAME_SIZE = 64 };

typedef struct {
    HChar name[HP_SHARED_NAME_SIZE]; /* empty: nobody knows it */
    ULong offset;                    /* of a byte */
} SharedByte;

/* lo is this byte, and the rest follow.  What was there is gone. */
void hp_shared_map(Addr lo, SizeT size, const SharedByte* first);
/* Nothing that is shared is there any more. */
void hp_shared_unmap(Addr lo, SizeT size);
/* All that was mapped at once, from lo on. */
void hp_shared_unmap_from(Addr lo);

/* Returns whether it is one. */
Bool hp_shared_byte(Addr a, SharedByte* byte);
Bool hp_is_shared(Addr a);

/* How often that has changed. */
UInt hp_shared_mappings(void);

#endif
