/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The library that a program gets in place of libtsan.
 *
 * A program that GCC has built with -fsanitize=thread is linked with a libtsan.so, for example
 * libtsan.so.2. With clang and -shared-libsan, this library is libclang_rt.tsan-x86_64.so. It
 * watches each access with tables, locks and a thread of its own, and all of these would appear in
 * the trace. Or it ends the program, because Valgrind's own memory is where its tables must be. So
 * when the dynamic linker opens this library, it gets a descriptor of our library (preload/tsan/)
 * instead. Example: the linker opens /usr/lib/x86_64-linux-gnu/libtsan.so.2 as descriptor 3, and
 * dup3 puts our library there.
 */
#ifndef HP_LIBTSAN_H
#define HP_LIBTSAN_H

#include "hpcmp/threads/threads.h"

/* This system call of t, with these arguments, has returned. */
void hp_libtsan_after(const Thread* t, UInt number, const UWord* args, SysRes res);

#endif
