/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks of malloc and its family, which Valgrind's own allocator provides.
 */
#ifndef HP_MALLOC_H
#define HP_MALLOC_H

/* Makes the handlers of malloc and its family known to Valgrind. */
void hp_malloc_init(void);

#endif
