/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX continues a superblock behind a conditional branch if both blocks look like the halves of an
 * `&&`. The superblock then executes, under a guard, instructions that the program may not have
 * reached. The tool could not tell these from instructions that the program has really executed. So
 * we do not let VEX do that. Continuing behind a branch that is always taken is harmless, and saves
 * time.
 *
 * VEX also does not count a superblock that is entered by a jump forward. But we have to be able to
 * stop at least where a function is left (count/steps.c). So if a superblock leaves its function
 * for another one at a higher address, its exits go to the entry point that counts.
 *
 * VEX asks Valgrind's core before it continues a superblock anywhere. The linker replaces
 * LibVEX_Translate by a function of ours (--wrap in local.mk), so that VEX asks us, too.
 */

#include "hpcmp/count/chase.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/readable.h"

#define LONGEST 6

/* jcc: 7x and a byte, 0f 8x and four; loop and jrcxz: e0 to e3 and a byte. */
static Bool is_behind_conditional_branch(Addr a) {
    const UChar* code = (const UChar*)a;
    if (!hp_is_readable(a - LONGEST, LONGEST))
        return True;
    Bool is_short = (code[-2] & 0xf0) == 0x70 || (code[-2] & 0xfc) == 0xe0;
    Bool is_long = code[-6] == 0x0f && (code[-5] & 0xf0) == 0x80;
    return is_short || is_long;
}

/* The core's function of that name.  It is asked first. */
static Bool (*g_may_chase)(void* closure, Addr to);

static Bool may_chase(void* closure, Addr to) {
    return g_may_chase(closure, to) && !is_behind_conditional_branch(to);
}

/* The number of instructions that the translation being made is to be cut to; 0: it is not. */
static UInt g_cut;

void hp_chase_cut(UInt n_instructions) {
    g_cut = n_instructions;
}

static VexTranslateArgs* g_args;

/* A call instruction that is not followed by the next one in memory. */
Bool hp_is_chased_call(Addr instruction, Addr next) {
    enum { CALL = 0xe8, LENGTH = 5 };
    return next != instruction + LENGTH && *(const UChar*)instruction == CALL;
}

/* A jump forward stays in its function unless it is a tail call.  It may be a tail call if it
   goes to a multiple of 16, where functions begin, or far away. */
static Bool may_leave_function(Addr jump, Addr to) {
    enum { ALIGNMENT = 16, FAR = 4096 };
    return to % ALIGNMENT == 0 || to - jump >= FAR;
}

static Bool enters_function(Addr instruction, Addr next, Addr to) {
    return to != next && (hp_is_chased_call(instruction, to) || may_leave_function(next, to));
}

/* Does the superblock go on, inside or at its end, in another function, which lies ahead?  A jump
   backwards is counted anyway. */
static Bool leaves_function_ahead(const IRSB* sb) {
    Addr last = 0;
    Addr next = 0;
    for (Int i = 0; i < sb->stmts_used; i++) {
        if (sb->stmts[i]->tag != Ist_IMark)
            continue;
        Addr here = sb->stmts[i]->Ist.IMark.addr;
        if (next != 0 && enters_function(last, next, here))
            return True;
        last = here;
        next = here + sb->stmts[i]->Ist.IMark.len;
    }
    if (sb->next->tag != Iex_Const)
        return False;
    Addr to = sb->next->Iex.Const.con->Ico.U64;
    return to > last && enters_function(last, next, to);
}

/* VEX asks only afterwards where exits lead. */
void hp_chase_count_calls(const IRSB* sb) {
    if (leaves_function_ahead(sb))
        g_args->disp_cp_chain_me_to_fastEP = g_args->disp_cp_chain_me_to_slowEP;
}

/* Loops are not unrolled, because an unrolled one would again have more instructions than
   that. */
static VexTranslateResult translate_cut(VexTranslateArgs* args) {
    const VexControl before = vex_control;
    vex_control.guest_max_insns = g_cut;
    vex_control.iropt_unroll_thresh = 0;
    g_cut = 0;
    VexTranslateResult result = HP_REAL(TRANSLATE)(args);
    vex_control = before;
    return result;
}

VexTranslateResult HP_OURS(TRANSLATE)(VexTranslateArgs* args) {
    g_may_chase = args->chase_into_ok;
    g_args = args;
    args->chase_into_ok = may_chase;
    g_cut = 0;
    VexTranslateResult result = HP_REAL(TRANSLATE)(args);
    while (g_cut > 0)
        result = translate_cut(args);
    return result;
}
