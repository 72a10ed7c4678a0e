/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * This file decides for which files Valgrind reads lines and inlined functions. Example: it reads
 * those of the profiled program, but not those of the C library.
 *
 * The linker makes Valgrind call our functions in place of its two readers of DWARF (--wrap in
 * local.mk). The readers' arguments differ between versions of Valgrind, but the first is always
 * the file. So our functions are a question about the file and a jump, which passes all arguments
 * on unchanged.
 */

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/options.h"
#include "hpcmp/where/split_dwarf.h"
#include "pub_tool_debuginfo.h"

/* Stacks leave the functions of known libraries out, so nobody asks for their lines. For the C
   library alone, reading them would take 70 ms, which is half of the start of a small program. */
__attribute__((used, externally_visible)) Bool hp_leaves_lines_out(const DebugInfo* of) {
    const HChar* file = VG_(DebugInfo_get_filename)(of);
    return hp_library_of_file(file) != HP_NO_LIBRARY || hp_has_split_dwarf(file);
}

__attribute__((used, externally_visible)) Bool hp_leaves_inlined_out(const DebugInfo* of) {
    return !hp_clo_stacks || hp_leaves_lines_out(of);
}

/* Six arguments are in registers. The call needs a stack pointer that is a multiple of 16. */
#define JUMP_UNLESS(left_out, reader)                                                              \
    __asm__(".text\n"                                                                              \
            ".globl __wrap_" reader "\n"                                                           \
            "__wrap_" reader ":\n"                                                                 \
            "    push %rdi\n"                                                                      \
            "    push %rsi\n"                                                                      \
            "    push %rdx\n"                                                                      \
            "    push %rcx\n"                                                                      \
            "    push %r8\n"                                                                       \
            "    push %r9\n"                                                                       \
            "    sub $8, %rsp\n"                                                                   \
            "    call " left_out "\n"                                                              \
            "    add $8, %rsp\n"                                                                   \
            "    pop %r9\n"                                                                        \
            "    pop %r8\n"                                                                        \
            "    pop %rcx\n"                                                                       \
            "    pop %rdx\n"                                                                       \
            "    pop %rsi\n"                                                                       \
            "    pop %rdi\n"                                                                       \
            "    test %al, %al\n"                                                                  \
            "    je __real_" reader "\n"                                                           \
            "    ret\n");
JUMP_UNLESS("hp_leaves_lines_out", "vgModuleLocal_read_debuginfo_dwarf3")
JUMP_UNLESS("hp_leaves_inlined_out", "vgModuleLocal_new_dwarf3_reader")
