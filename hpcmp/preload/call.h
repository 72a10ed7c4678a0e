/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls from wrappers that may be unwound: by an exception or, when the thread
 * is cancelled or left by pthread_exit in a signal's handler, to its end.  The
 * wrapper does not go on then, but the tool must hear of it.
 *
 * A CALL_FN_ macro cannot be unwound into a handler of its caller, since it
 * moves the stack and frame pointers behind the compiler's back; hence calls of
 * our own, whose frames have a personality routine that reports.
 */
#ifndef HPCMP_PRELOAD_CALL_H
#define HPCMP_PRELOAD_CALL_H

#include <stdint.h>

#include "hpcmp/preload/wrap.h"

/* name(function, arg1, arg2, arg3, arg4): all, and the result, unsigned long. */
#define DECLARE_CALL(name)                                                                         \
    __attribute__((visibility("hidden"))) unsigned long name(                                      \
        unsigned long, unsigned long, unsigned long, unsigned long, unsigned long)

/* Defines it.  how: the instruction that calls the function in %rax.  Sends
 * the request, which has no arguments, when the call is unwound.
 *
 * NAME_unwound is what the unwinder calls for each frame it finds this routine
 * in; see the Itanium C++ ABI, Exception Handling, 1.6.  Without libgcc it
 * cannot know what was called, but the tool does.  0x1b: the routine's address
 * is relative to its place, in 4 bytes.  It is no static function, since the
 * linker takes two frames for the same whose routines have no symbols.  The five arguments are one
 * register off from where the function expects its four. */
#define DEFINE_CALL(name, how, request)                                                            \
    __attribute__((visibility("hidden"))) int name##_unwound(                                      \
        int version, int actions, uint64_t exception_class, void* exception, void* context);       \
    int name##_unwound(int version, int actions, uint64_t exception_class, void* exception,        \
                       void* context) {                                                            \
        enum { CLEANUP_PHASE = 2, CONTINUE_UNWIND = 8 };                                           \
        (void)version, (void)exception_class, (void)exception, (void)context;                      \
        if (actions & CLEANUP_PHASE)                                                               \
            TELL(request);                                                                         \
        return CONTINUE_UNWIND;                                                                    \
    }                                                                                              \
    DECLARE_CALL(name);                                                                            \
    __attribute__((naked, noinline)) unsigned long name(                                           \
        __attribute__((unused)) unsigned long function,                                            \
        __attribute__((unused)) unsigned long arg1, __attribute__((unused)) unsigned long arg2,    \
        __attribute__((unused)) unsigned long arg3, __attribute__((unused)) unsigned long arg4) {  \
        __asm__ volatile(".cfi_personality 0x1b, " #name "_unwound\n\t"                            \
                         "subq $8, %%rsp\n\t"                                                      \
                         ".cfi_adjust_cfa_offset 8\n\t"                                            \
                         "movq %%rdi, %%rax\n\t"                                                   \
                         "movq %%rsi, %%rdi\n\t"                                                   \
                         "movq %%rdx, %%rsi\n\t"                                                   \
                         "movq %%rcx, %%rdx\n\t"                                                   \
                         "movq %%r8, %%rcx\n\t" how "addq $8, %%rsp\n\t"                           \
                         ".cfi_adjust_cfa_offset -8\n\t"                                           \
                         "ret\n\t"                                                                 \
                         :                                                                         \
                         :);                                                                       \
    }

/* Calls the original of a function in which a thread may wait, as CALL_FN_W_WWWW
 * does, with as many of the arguments as it has.  HP_REQ_WAIT_UNWOUND. */
DECLARE_CALL(hw_call_to_wait);
#define CALL_TO_WAIT(original, arg1, arg2, arg3, arg4)                                             \
    hw_call_to_wait((original).nraddr, (unsigned long)(arg1), (unsigned long)(arg2),               \
                    (unsigned long)(arg3), (unsigned long)(arg4))

#endif
