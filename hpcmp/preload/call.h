/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls from wrappers that may be unwound. An exception may unwind them. Or the whole stack is
 * unwound, because the thread is cancelled, or because a signal's handler calls pthread_exit. The
 * wrapper then does not continue, but the tool must be told.
 *
 * A CALL_FN_ macro of Valgrind changes the stack and frame pointers, and the compiler does not know
 * that. So a handler in the function that uses the macro would not be reached. Therefore we make
 * the calls by functions of our own. Their frames have a personality routine, which the unwinder
 * calls and which tells the tool.
 */
#ifndef HPCMP_PRELOAD_CALL_H
#define HPCMP_PRELOAD_CALL_H

#include <stdint.h>

#include "hpcmp/preload/wrap.h"

/* Declares name(function, arg1, arg2, arg3, arg4). All parameters and the result are unsigned long.
 */
#define DECLARE_CALL(name)                                                                         \
    __attribute__((visibility("hidden"))) unsigned long name(                                      \
        unsigned long, unsigned long, unsigned long, unsigned long, unsigned long)

/* Defines such a function. how: the instruction that calls the function in %rax. When the call is
 * unwound, the request is sent, which has no arguments.
 *
 * NAME_unwound is the personality routine, which the unwinder calls for each of these frames; see
 * the Itanium C++ ABI, Exception Handling, 1.6. Without libgcc the routine cannot know what was
 * called, but the tool knows it. 0x1b: the routine's address is stored in 4 bytes, relative to
 * their place. The routine is not static, because the linker merges frames whose routines have no
 * symbols. The called function expects its four arguments one register before those in which the
 * five arguments arrive. */
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

/* Calls the original of a function in which a thread may wait, as CALL_FN_W_WWWW does. The original
 * ignores arguments beyond its own number. If the call is unwound, HP_REQ_WAIT_UNWOUND is sent. */
DECLARE_CALL(hw_call_to_wait);
#define CALL_TO_WAIT(original, arg1, arg2, arg3, arg4)                                             \
    hw_call_to_wait((original).nraddr, (unsigned long)(arg1), (unsigned long)(arg2),               \
                    (unsigned long)(arg3), (unsigned long)(arg4))

#endif
