/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Memory for block descriptors, each in a cache line of its own.
 */
#ifndef HP_BLOCK_POOL_H
#define HP_BLOCK_POOL_H

#include "hp_heap.h"

/* All zero. */
Block* hp_block_pool_alloc(void);
void hp_block_pool_free(Block* b);

#endif
