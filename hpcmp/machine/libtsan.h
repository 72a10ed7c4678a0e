/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The library that a program gets in place of libtsan.
 *
 * A program that GCC has built with -fsanitize=thread is linked with libtsan.so.2 or the like; one
 * of clang's, with -shared-libsan, with libclang_rt.tsan-x86_64.so.  That library watches each
 * access with tables, locks and a thread of its own, and all of that would be in the trace; or it
 * ends, because Valgrind has its own memory where the tables must be.  When the dynamic linker
 * opens it, it gets a descriptor of our library (preload/tsan/).  Example: the linker opens
 * /usr/lib/x86_64-linux-gnu/libtsan.so.2 as descriptor 3, and dup3 puts our library there.
 */
#ifndef HP_LIBTSAN_H
#define HP_LIBTSAN_H

#include "hpcmp/threads/threads.h"

/* This system call of t, with these arguments, has returned. */
void hp_libtsan_after(const Thread* t, UInt number, const UWord* args, SysRes res);

#endif
