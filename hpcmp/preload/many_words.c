/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/preload/many_words.h"

/* Six words in registers, the others on the stack, the last one first.  Behind them it is aligned
 * to 16 bytes, as calls have it; it is so in front of them, too, hence a gap if they are odd. */
__attribute__((naked, noinline)) Word hw_call_with_words(__attribute__((unused)) Word function,
                                                         __attribute__((unused)) Word n,
                                                         __attribute__((unused))
                                                         const Word* words) {
    __asm__ volatile("pushq %%rbp\n\t"
                     ".cfi_adjust_cfa_offset 8\n\t"
                     ".cfi_rel_offset %%rbp, 0\n\t"
                     "movq %%rsp, %%rbp\n\t"
                     ".cfi_def_cfa_register %%rbp\n\t"
                     "movq %%rdi, %%rax\n\t"
                     "movq %%rsi, %%r10\n\t"
                     "movq %%rdx, %%r11\n\t"
                     "testq $1, %%r10\n\t"
                     "jz 1f\n\t"
                     "subq $8, %%rsp\n"
                     "1:\n\t"
                     "cmpq $6, %%r10\n\t"
                     "jbe 2f\n\t"
                     "pushq -8(%%r11,%%r10,8)\n\t"
                     "decq %%r10\n\t"
                     "jmp 1b\n"
                     "2:\n\t"
                     "movq (%%r11), %%rdi\n\t"
                     "movq 8(%%r11), %%rsi\n\t"
                     "movq 16(%%r11), %%rdx\n\t"
                     "movq 24(%%r11), %%rcx\n\t"
                     "movq 32(%%r11), %%r8\n\t"
                     "movq 40(%%r11), %%r9\n\t" VALGRIND_CALL_NOREDIR_RAX "leave\n\t"
                     ".cfi_def_cfa %%rsp, 8\n\t"
                     ".cfi_restore %%rbp\n\t"
                     "ret\n\t"
                     :
                     :);
}
