/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/unused.h"

#include "hpcmp/base/readable.h"
#include "libvex_guest_amd64.h"

/*------------------------------------------------------------*/
/*--- Code                                                  ---*/
/*------------------------------------------------------------*/

/* An instruction reads, replaces or keeps the flags that were set before it. */
typedef enum { IGNORES, SETS_ALL, MAY_READ } Effect;

typedef struct {
    Effect effect;
    Bool has_modrm;
    UInt n_immediate; /* bytes behind the address */
} Opcode;

/* Intel's manual, volume 2, appendix A: add, or, and, sub, xor and cmp set all flags, adc and sbb
   read the carry.  The operation has the same number in 0x00 to 0x3f and in the ModRM byte. */
static Effect effect_of_arithmetic(UInt operation) {
    enum { ADC = 2, SBB = 3 };
    return operation == ADC || operation == SBB ? MAY_READ : SETS_ALL;
}

static Opcode opcode_of(const UChar* at, UInt size_of_immediate) {
    UInt operation = at[1] >> 3 & 7;
    if (at[0] < 0x40 && (at[0] & 7) < 4)
        return (Opcode){effect_of_arithmetic(at[0] >> 3), True, 0};
    if (at[0] < 0x40 && (at[0] & 7) < 6)
        return (Opcode){effect_of_arithmetic(at[0] >> 3), False,
                        (at[0] & 7) == 4 ? 1 : size_of_immediate};
    if (at[0] >= 0x50 && at[0] < 0x60) /* push, pop */
        return (Opcode){IGNORES, False, 0};
    if (at[0] >= 0xb8 && at[0] < 0xc0 && size_of_immediate == 4) /* mov to a register */
        return (Opcode){IGNORES, False, 4};
    switch (at[0]) {
    case 0x80:
    case 0x83: return (Opcode){effect_of_arithmetic(operation), True, 1};
    case 0x81: return (Opcode){effect_of_arithmetic(operation), True, size_of_immediate};
    case 0x84:
    case 0x85: return (Opcode){SETS_ALL, True, 0}; /* test */
    case 0x63:
    case 0x86:
    case 0x87:
    case 0x88:
    case 0x89:
    case 0x8a:
    case 0x8b:
    case 0x8d: return (Opcode){IGNORES, True, 0}; /* movsxd, xchg, mov, lea */
    case 0x90: return (Opcode){IGNORES, False, 0};
    case 0xc6: return (Opcode){operation == 0 ? IGNORES : MAY_READ, True, 1};
    case 0xc7: return (Opcode){operation == 0 ? IGNORES : MAY_READ, True, size_of_immediate};
    case 0xf6:
    case 0xf7: return (Opcode){operation <= 1 ? SETS_ALL : MAY_READ, True, 0};
    case 0xc3:
    case 0xe8: return (Opcode){SETS_ALL, False, 0}; /* ret, call */
    case 0xff: /* a jump to where a fixed place in memory says: a function of a library */
        return (Opcode){at[1] == 0x25 ? SETS_ALL : MAY_READ, False, 0};
    default: return (Opcode){MAY_READ, False, 0};
    }
}

/* Opcodes behind 0x0f. */
static Opcode opcode_of_two_bytes(UInt second) {
    switch (second) {
    case 0x10:
    case 0x11:
    case 0x28:
    case 0x29:
    case 0x6e:
    case 0x6f:
    case 0x7e:
    case 0x7f:
    case 0xb6:
    case 0xb7:
    case 0xbe:
    case 0xbf:
    case 0x1e:                                    /* endbr64 */
    case 0x1f: return (Opcode){IGNORES, True, 0}; /* moves, nop */
    case 0x2e:
    case 0x2f:                                     /* ucomis, comis */
    case 0xb1:                                     /* cmpxchg */
    case 0xc1: return (Opcode){SETS_ALL, True, 0}; /* xadd */
    default: return (Opcode){MAY_READ, False, 0};
    }
}

/* ModRM, SIB, and the displacement. */
static UInt length_of_address(const UChar* modrm) {
    UInt mode = modrm[0] >> 6;
    UInt base = modrm[0] & 7;
    if (mode == 3)
        return 1;
    Bool has_sib = base == 4;
    if (has_sib)
        base = modrm[1] & 7;
    UInt displacement = mode == 1 ? 1 : mode == 2 || base == 5 ? 4 : 0;
    return 1 + has_sib + displacement;
}

static Bool is_prefix(UChar byte) {
    return byte == 0x66 || byte == 0xf0 || byte == 0xf2 || byte == 0xf3;
}

/* Moves *at behind the instruction there, unless it may read flags. */
static Effect pass_instruction(const UChar** at) {
    const UChar* p = *at;
    UInt size_of_immediate = 4;
    for (UInt i = 0; i < 4 && is_prefix(*p); i++)
        if (*p++ == 0x66)
            size_of_immediate = 2;
    UChar rex = (*p & 0xf0) == 0x40 ? *p++ : 0;
    if ((rex & 8) != 0 && p[0] >= 0xb8 && p[0] < 0xc0) { /* movabs */
        *at = p + 9;
        return IGNORES;
    }
    Bool is_long = p[0] == 0x0f;
    Opcode opcode = is_long ? opcode_of_two_bytes(p[1]) : opcode_of(p, size_of_immediate);
    p += is_long ? 2 : 1;
    if (opcode.has_modrm)
        p += length_of_address(p);
    *at = p + opcode.n_immediate;
    return opcode.effect;
}

Bool hp_sets_flags_first(Addr code) {
    enum { MOST_INSTRUCTIONS = 16, LONGEST = 16, JMP_8 = 0xeb, JMP_32 = 0xe9 };
    for (UInt i = 0; i < MOST_INSTRUCTIONS && hp_is_readable(code, LONGEST); i++) {
        const UChar* at = (const UChar*)code;
        if (*at == JMP_8) {
            code += 2 + (Char)at[1];
            continue;
        }
        if (*at == JMP_32) {
            Int distance;
            VG_(memcpy)(&distance, at + 1, sizeof distance);
            code += 5 + (Long)distance;
            continue;
        }
        Effect effect = pass_instruction(&at);
        if (effect != IGNORES)
            return effect == SETS_ALL;
        code = (Addr)at;
    }
    return False;
}

/*------------------------------------------------------------*/
/*--- Where what was read goes to                           ---*/
/*------------------------------------------------------------*/

enum { SIZE_OF_STATE = sizeof(VexGuestAMD64State) };

/* These hold values that were computed from what the instruction has read. */
typedef struct {
    const IRSB* sb;
    Bool* of_tmp;
    Bool of_state[SIZE_OF_STATE]; /* by byte of the registers */
    Addr instruction;             /* the atomic one, up to its end; then 0 */
} Taint;

static Bool is_atom_tainted(const Taint* taint, const IRExpr* e) {
    return e != NULL && e->tag == Iex_RdTmp && taint->of_tmp[e->Iex.RdTmp.tmp];
}

static Bool is_state_tainted(const Taint* taint, Int from, Int end) {
    for (Int i = from; i < end && i < SIZE_OF_STATE; i++)
        if (taint->of_state[i])
            return True;
    return False;
}

static Bool is_any_tainted(const Taint* taint, IRExpr* const* e) {
    for (; *e != NULL; e++)
        if (is_atom_tainted(taint, *e))
            return True;
    return False;
}

static Bool is_tainted(const Taint* taint, const IRExpr* e) {
    switch (e->tag) {
    case Iex_RdTmp: return is_atom_tainted(taint, e);
    case Iex_Get:
        return is_state_tainted(taint, e->Iex.Get.offset,
                                e->Iex.Get.offset + sizeofIRType(e->Iex.Get.ty));
    case Iex_Unop: return is_atom_tainted(taint, e->Iex.Unop.arg);
    case Iex_Binop:
        return is_atom_tainted(taint, e->Iex.Binop.arg1) ||
               is_atom_tainted(taint, e->Iex.Binop.arg2);
    case Iex_Triop:
        return is_atom_tainted(taint, e->Iex.Triop.details->arg1) ||
               is_atom_tainted(taint, e->Iex.Triop.details->arg2) ||
               is_atom_tainted(taint, e->Iex.Triop.details->arg3);
    case Iex_ITE:
        return is_atom_tainted(taint, e->Iex.ITE.cond) ||
               is_atom_tainted(taint, e->Iex.ITE.iftrue) ||
               is_atom_tainted(taint, e->Iex.ITE.iffalse);
    case Iex_Load: return is_atom_tainted(taint, e->Iex.Load.addr);
    case Iex_CCall: return is_any_tainted(taint, e->Iex.CCall.args);
    case Iex_Const: return False;
    default: return True;
    }
}

static void put(Taint* taint, Int offset, const IRExpr* data) {
    Int end = offset + sizeofIRType(typeOfIRExpr(taint->sb->tyenv, data));
    for (Int i = offset; i < end && i < SIZE_OF_STATE; i++)
        taint->of_state[i] = is_atom_tainted(taint, data);
}

/* The registers of the flags lie behind the general ones. */
enum {
    FLAGS = offsetof(VexGuestAMD64State, guest_CC_OP),
    END_OF_FLAGS = offsetof(VexGuestAMD64State, guest_CC_NDEP) + sizeof(ULong)
};

static Bool is_other_state_tainted(const Taint* taint) {
    return is_state_tainted(taint, 0, FLAGS) ||
           is_state_tainted(taint, END_OF_FLAGS, SIZE_OF_STATE);
}

static Bool are_flags_tainted(const Taint* taint) {
    return is_state_tainted(taint, FLAGS, END_OF_FLAGS);
}

/* May the code use it that the superblock goes on to? */
static Bool is_used_at(const Taint* taint, IRJumpKind kind, const IRConst* target) {
    if (is_other_state_tainted(taint))
        return True;
    if (!are_flags_tainted(taint) || kind == Ijk_Call || kind == Ijk_Ret)
        return False;
    return kind != Ijk_Boring || target == NULL || !hp_sets_flags_first(target->Ico.U64);
}

/* A call or return that the superblock goes on behind, or through. */
static void pass_call(Taint* taint) {
    VG_(memset)(&taint->of_state[FLAGS], 0, END_OF_FLAGS - FLAGS);
}

/* An atomic operation of VEX's that fails is made again. */
static Bool is_retry(const Taint* taint, const IRStmt* st) {
    return st->Ist.Exit.dst->Ico.U64 == taint->instruction;
}

/* Does the statement use it in a way that is not followed further? */
static Bool is_used_by(Taint* taint, const IRStmt* st) {
    switch (st->tag) {
    case Ist_WrTmp:
        taint->of_tmp[st->Ist.WrTmp.tmp] |= is_tainted(taint, st->Ist.WrTmp.data);
        return st->Ist.WrTmp.data->tag == Iex_Load && is_tainted(taint, st->Ist.WrTmp.data);
    case Ist_Put: put(taint, st->Ist.Put.offset, st->Ist.Put.data); return False;
    case Ist_Store:
        return is_atom_tainted(taint, st->Ist.Store.addr) ||
               is_atom_tainted(taint, st->Ist.Store.data);
    case Ist_Exit:
        return !is_retry(taint, st) && (is_atom_tainted(taint, st->Ist.Exit.guard) ||
                                        is_used_at(taint, st->Ist.Exit.jk, st->Ist.Exit.dst));
    case Ist_IMark: taint->instruction = 0; return False;
    case Ist_NoOp:
    case Ist_MBE: return False;
    case Ist_AbiHint: pass_call(taint); return False;
    default: return True;
    }
}

/* Finds what the instruction at statement i has read.  It loads the word, and then compares and
   swaps. */
static Int begin(Taint* taint, Int i) {
    const IRSB* sb = taint->sb;
    const IRCAS* cas = NULL;
    Int k = i + 1;
    for (; k < sb->stmts_used && sb->stmts[k]->tag != Ist_IMark && cas == NULL; k++) {
        const IRStmt* st = sb->stmts[k];
        if (st->tag == Ist_CAS)
            cas = st->Ist.CAS.details;
        else if (st->tag == Ist_WrTmp)
            taint->of_tmp[st->Ist.WrTmp.tmp] =
                st->Ist.WrTmp.data->tag == Iex_Load || is_tainted(taint, st->Ist.WrTmp.data);
    }
    if (cas == NULL)
        return -1;
    taint->of_tmp[cas->oldLo] = True;
    if (cas->oldHi != IRTemp_INVALID)
        taint->of_tmp[cas->oldHi] = True;
    return k;
}

static Bool is_unused(Taint* taint, Int i) {
    const IRSB* sb = taint->sb;
    i = begin(taint, i);
    if (i < 0)
        return False;
    for (; i < sb->stmts_used; i++)
        if (is_used_by(taint, sb->stmts[i]))
            return False;
    return !is_atom_tainted(taint, sb->next) &&
           !is_used_at(taint, sb->jumpkind,
                       sb->next->tag == Iex_Const ? sb->next->Iex.Const.con : NULL);
}

Bool hp_is_result_unused(const IRSB* sb, Int i) {
    Taint taint = {.sb = sb, .instruction = sb->stmts[i]->Ist.IMark.addr};
    taint.of_tmp = VG_(calloc)("hp.unused.of_tmp", sb->tyenv->types_used, sizeof *taint.of_tmp);
    Bool is = is_unused(&taint, i);
    VG_(free)(taint.of_tmp);
    return is;
}
