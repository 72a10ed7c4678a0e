/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks of the program's own allocators, announced by client requests:
 * VALGRIND_MALLOCLIKE_BLOCK, FREELIKE_BLOCK, RESIZEINPLACE_BLOCK.
 */
#ifndef HP_CUSTOM_H
#define HP_CUSTOM_H

#include "hpcmp/threads/threads.h"

void hp_custom_init(void);

/* Handles the request if it concerns such blocks. Returns whether it does. */
Bool hp_custom_request(Thread* t, const UWord* arg, UWord* result);

#endif
