/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind ends a program that calls pvalloc.  The dynamic linker prefers this one.
 */
#include <stddef.h>
#include <stdint.h>

enum { PAGE = 4096 };

extern void* memalign(size_t alignment, size_t size);

/* Whole pages.  A size that cannot be rounded up cannot be had, either. */
__attribute__((visibility("default"))) void* pvalloc(size_t size);
void* pvalloc(size_t size) {
    return memalign(PAGE, size > PTRDIFF_MAX ? size : (size + PAGE - 1) & -(size_t)PAGE);
}
