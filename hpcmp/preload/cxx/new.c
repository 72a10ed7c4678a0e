/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The forms of operator new that throw. Valgrind's own versions cannot throw. If there is no
 * memory, they end the program. Our versions then call the original function. It gets no memory
 * either, calls the program's handler, and throws.
 *
 * Valgrind chooses our versions. Among replacements of the same kind (the first four digits of the
 * tag), it takes the one with the highest last digit.
 */
#include <stddef.h>

#include "hpcmp/preload/call.h"

/* Valgrind's own, in this library: those that return NULL, and the one that gives up. */
#define VALGRINDS(name, params, symbol)                                                            \
    __attribute__((visibility("hidden"))) extern void* name params __asm__(symbol)
VALGRINDS(allocate, (size_t), "_vgr10010ZU_libstdcZpZpZa__ZnwmRKSt9nothrow_t");
VALGRINDS(allocate_aligned, (size_t, size_t),
          "_vgr10010ZU_libstdcZpZpZa__ZnwmSt11align_val_tRKSt9nothrow_t");
VALGRINDS(allocate_or_exit, (size_t), "_vgr10030ZU_libstdcZpZpZa__Znwm");

/* An exception that passes ends nothing that the tool would have to know of. */
DEFINE_CALL(call_original, VALGRIND_CALL_NOREDIR_RAX, WAIT_END)

static void* original(const char* mangled_name, size_t size, size_t alignment) {
    const Word function = ASK(FIND_FUNCTION, mangled_name);
    if (function == 0)
        return allocate_or_exit(size);
    return (void*)call_original(function, size, alignment, 0, 0);
}

__attribute__((used)) static void* new_or_throw(size_t size) {
    void* const memory = allocate(size);
    return memory != NULL ? memory : original("_Znwm", size, 0);
}

__attribute__((used)) static void* new_aligned_or_throw(size_t size, size_t alignment) {
    void* const memory = allocate_aligned(size, alignment);
    return memory != NULL ? memory : original("_ZnwmSt11align_val_t", size, alignment);
}

/* In each library that Valgrind looks for them in; those for arrays do the same. */
#define IN_LIBRARY(soname, function, params, zfn)                                                  \
    void* _vgr10035ZU_##soname##_##zfn params                                                      \
        __attribute__((alias(#function), visibility("default")))
#define REPLACE(function, params, zfn)                                                             \
    IN_LIBRARY(libstdcZpZpZa, function, params, zfn);                                              \
    IN_LIBRARY(libcZpZpZa, function, params, zfn);                                                 \
    IN_LIBRARY(libcZdsoZa, function, params, zfn);                                                 \
    IN_LIBRARY(VgSoSynsomalloc, function, params, zfn)

REPLACE(new_or_throw, (size_t), _Znwm);
REPLACE(new_or_throw, (size_t), _Znam);
REPLACE(new_aligned_or_throw, (size_t, size_t), _ZnwmSt11align_val_t);
REPLACE(new_aligned_or_throw, (size_t, size_t), _ZnamSt11align_val_t);
