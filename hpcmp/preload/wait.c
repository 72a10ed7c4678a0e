/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread that is cancelled while it waits never returns from the original: its
 * stack is unwound.  A CALL_FN_ macro cannot be unwound into a handler of its
 * caller, since it moves the stack and frame pointers behind the compiler's
 * back; hence a call of our own, whose frame has a personality routine that
 * reports.
 */
#include <stdint.h>

#include "wait.h"

/* What the unwinder calls for each frame it finds this routine in; see the
 * Itanium C++ ABI, Exception Handling, 1.6.  Without libgcc it cannot know
 * which wait that was, but the tool does. */
__attribute__((used)) static int wait_unwound(
   int version, int actions, uint64_t exception_class, void* exception,
   void* context)
{
   enum { CLEANUP_PHASE = 2, CONTINUE_UNWIND = 8 };
   (void)version, (void)exception_class, (void)exception, (void)context;
   if (actions & CLEANUP_PHASE)
      TELL(WAIT_UNWOUND, 0, 0, 0);
   return CONTINUE_UNWIND;
}

/* Its own five arguments are one register off from where the callee expects its
 * four.  0x1b: the personality's address is relative to its place, in 4
 * bytes. */
__attribute__((naked, noinline)) int hp_call_to_wait(
   __attribute__((unused)) unsigned long original,
   __attribute__((unused)) unsigned long arg1,
   __attribute__((unused)) unsigned long arg2,
   __attribute__((unused)) unsigned long arg3,
   __attribute__((unused)) unsigned long arg4)
{
   __asm__ volatile(".cfi_personality 0x1b, wait_unwound\n\t"
                    "subq $8, %%rsp\n\t"
                    ".cfi_adjust_cfa_offset 8\n\t"
                    "movq %%rdi, %%rax\n\t"
                    "movq %%rsi, %%rdi\n\t"
                    "movq %%rdx, %%rsi\n\t"
                    "movq %%rcx, %%rdx\n\t"
                    "movq %%r8, %%rcx\n\t"
                    VALGRIND_CALL_NOREDIR_RAX
                    "addq $8, %%rsp\n\t"
                    ".cfi_adjust_cfa_offset -8\n\t"
                    "ret\n\t"
                    :
                    :);
}
