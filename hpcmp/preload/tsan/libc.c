/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Functions of the C library that libtsan also has. A program that is linked with libtsan asks for
 * these functions without a version, because libtsan's functions have none. If our library did not
 * have them, the dynamic linker would take the oldest version in the C library. Example:
 * pthread_cond_wait@GLIBC_2.2.5 waits for another kind of condition variable than the C++ library's
 * pthread_cond_signal@GLIBC_2.3.2 wakes.
 *
 * This file contains those functions of libtsan whose oldest version in the C library differs from
 * the one that the program was compiled for.
 */
#include <features.h>

/* Goes on to that version of the function.  No register changes. */
#define GO_ON(name, version)                                                                       \
    __asm__(".symver original_" #name "," #name "@" version);                                      \
    void name(void);                                                                               \
    __attribute__((naked)) void name(void) {                                                       \
        __asm__("jmp *original_" #name "@GOTPCREL(%rip)");                                         \
    }

GO_ON(pthread_cond_broadcast, "GLIBC_2.3.2")
GO_ON(pthread_cond_destroy, "GLIBC_2.3.2")
GO_ON(pthread_cond_init, "GLIBC_2.3.2")
GO_ON(pthread_cond_signal, "GLIBC_2.3.2")
GO_ON(pthread_cond_timedwait, "GLIBC_2.3.2")
GO_ON(pthread_cond_wait, "GLIBC_2.3.2")
GO_ON(posix_spawn, "GLIBC_2.15")
GO_ON(posix_spawnp, "GLIBC_2.15")
GO_ON(realpath, "GLIBC_2.3")
GO_ON(regexec, "GLIBC_2.3.4")
#if __GLIBC_PREREQ(2, 22)
GO_ON(fmemopen, "GLIBC_2.22")
#endif
#if __GLIBC_PREREQ(2, 27)
GO_ON(glob, "GLIBC_2.27")
GO_ON(glob64, "GLIBC_2.27")
#endif

/* The C library has this in a part that is linked into each program, and libtsan takes its place.
 */
int __cxa_atexit(void (*call)(void*), void* argument, void* library);
int atexit(void (*call)(void));
int atexit(void (*call)(void)) {
    return __cxa_atexit((void (*)(void*))(void*)call, (void*)0, (void*)0);
}
