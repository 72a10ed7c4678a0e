/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Programs that say themselves where they allocate: "alloc SIZE FUNCTION LINE", each size once.
 */
#ifndef SITES_H
#define SITES_H

#include <stdio.h>
#include <stdlib.h>

static void* volatile kept;

/* Allocates, and prints the line on which it stands. */
#define ALLOCATE(size) (printf("alloc %d %s %d\n", (size), __func__, __LINE__), kept = malloc(size))

/* Does nothing after a call: without it, the compiler might jump instead of call. */
#define STAY() __asm__ volatile("" ::: "memory")

#endif
