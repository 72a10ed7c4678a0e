/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/survey.h"

/* Traits of a temporary. */
#define NEAR_SP 1
#define STRIDING 2

static UChar traits_of(const Survey* survey, const IRExpr* atom) {
    return atom->tag == Iex_RdTmp ? survey->traits[atom->Iex.RdTmp.tmp] : 0;
}

Bool hp_is_near_SP(const Survey* survey, const IRExpr* address) {
    return (traits_of(survey, address) & NEAR_SP) != 0;
}

Bool hp_is_striding(const Survey* survey, const IRExpr* address) {
    return (traits_of(survey, address) & STRIDING) != 0;
}

static Bool is_sum(IROp op) {
    return op == Iop_Add64 || op == Iop_Sub64 || op == Iop_Add32 || op == Iop_Sub32;
}

static UChar traits_of_binop(const Survey* survey, const IRExpr* e) {
    UChar first = traits_of(survey, e->Iex.Binop.arg1);
    UChar second = traits_of(survey, e->Iex.Binop.arg2);
    if (e->Iex.Binop.op == Iop_Shl64)
        return first & STRIDING;
    if (!is_sum(e->Iex.Binop.op))
        return 0;
    Bool keeps_near = e->Iex.Binop.arg2->tag == Iex_Const;
    return ((first | second) & STRIDING) | (keeps_near ? first & NEAR_SP : 0);
}

/* The registers that this superblock moves on, by offset in the guest state. */
typedef Bool* Registers;

static UChar traits_of_value(const Survey* survey, const IRExpr* e, Int offset_SP,
                             const Registers striding) {
    switch (e->tag) {
    case Iex_Get:
        return (e->Iex.Get.offset == offset_SP ? NEAR_SP : 0) |
               (striding[e->Iex.Get.offset] ? STRIDING : 0);
    case Iex_RdTmp: return traits_of(survey, e);
    case Iex_Unop: return traits_of(survey, e->Iex.Unop.arg) & STRIDING;
    case Iex_Binop: return traits_of_binop(survey, e);
    default: return 0;
    }
}

/* A value that was in a register, perhaps plus or minus something. */
typedef struct {
    Int offset; /* in the guest state; 0: not such a value */
    Bool is_moved;
} Origin;

static Origin origin_of_atom(const Origin* origins, const IRExpr* atom) {
    return atom->tag == Iex_RdTmp ? origins[atom->Iex.RdTmp.tmp] : (Origin){0};
}

static Origin origin_of(const Origin* origins, const IRExpr* e) {
    switch (e->tag) {
    case Iex_Get: return (Origin){.offset = e->Iex.Get.offset};
    case Iex_RdTmp: return origin_of_atom(origins, e);
    case Iex_Unop: return origin_of_atom(origins, e->Iex.Unop.arg);
    case Iex_Binop: {
        if (!is_sum(e->Iex.Binop.op))
            return (Origin){0};
        Origin origin = origin_of_atom(origins, e->Iex.Binop.arg1);
        if (origin.offset == 0)
            origin = origin_of_atom(origins, e->Iex.Binop.arg2);
        origin.is_moved = True;
        return origin;
    }
    default: return (Origin){0};
    }
}

static void find_striding(const IRSB* in, Registers striding) {
    Origin* origins = VG_(calloc)("hp.survey.origins", in->tyenv->types_used, sizeof *origins);
    for (Int i = 0; i < in->stmts_used; i++) {
        const IRStmt* st = in->stmts[i];
        if (st->tag == Ist_WrTmp) {
            origins[st->Ist.WrTmp.tmp] = origin_of(origins, st->Ist.WrTmp.data);
        } else if (st->tag == Ist_Put) {
            Origin origin = origin_of_atom(origins, st->Ist.Put.data);
            if (origin.is_moved && origin.offset == st->Ist.Put.offset)
                striding[origin.offset] = True;
        }
    }
    VG_(free)(origins);
}

/*------------------------------------------------------------*/
/*--- Accesses                                              ---*/
/*------------------------------------------------------------*/

/* An address is a temporary, or a temporary plus a constant.  A constant alone has a base of its
   own. */
static void set_address(const Survey* survey, Access* access, const IRSB* in,
                        const IRExpr* address) {
    if (address->tag == Iex_Const) {
        access->base = in->tyenv->types_used;
        access->offset = address->Iex.Const.con->Ico.U64;
        return;
    }
    access->base = address->Iex.RdTmp.tmp;
    const IRExpr* e = survey->value[access->base];
    if (e == NULL || e->tag != Iex_Binop || e->Iex.Binop.arg1->tag != Iex_RdTmp ||
        e->Iex.Binop.arg2->tag != Iex_Const)
        return;
    Long offset = e->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
    if (e->Iex.Binop.op == Iop_Sub64)
        offset = -offset;
    else if (e->Iex.Binop.op != Iop_Add64)
        return;
    access->base = e->Iex.Binop.arg1->Iex.RdTmp.tmp;
    access->offset = offset;
}

/* Accesses that are farther apart are hardly in the same block. */
#define MAX_APART 4096

/* Joins the access of statement i to the group that it belongs to in the
   segment that began at statement `from`. */
static void join_group(Survey* survey, Int from, Int i) {
    Access* access = &survey->accesses[i];
    access->leader = i;
    for (Int k = i - 1; k >= from; k--) {
        Access* other = &survey->accesses[k];
        if (other->base != access->base)
            continue;
        Long apart = access->offset - survey->accesses[other->leader].offset;
        if (apart >= -MAX_APART && apart <= MAX_APART) {
            access->leader = other->leader;
            other->next = i;
        }
        return;
    }
}

static const IRExpr* address_of_access(const IRStmt* st) {
    if (st->tag == Ist_Store)
        return st->Ist.Store.addr;
    if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load)
        return st->Ist.WrTmp.data->Iex.Load.addr;
    return NULL;
}

static void survey_access(Survey* survey, const IRSB* in, Int from, Int i, Addr instruction) {
    const IRStmt* st = in->stmts[i];
    const IRExpr* address = address_of_access(st);
    if (address == NULL || hp_is_near_SP(survey, address))
        return;
    Access* access = &survey->accesses[i];
    set_address(survey, access, in, address);
    access->instruction = instruction;
    access->is_write = st->tag == Ist_Store;
    access->n_bytes = sizeofIRType(access->is_write ? typeOfIRExpr(in->tyenv, st->Ist.Store.data)
                                                    : st->Ist.WrTmp.data->Iex.Load.ty);
    join_group(survey, from, i);
    if (hp_is_striding(survey, address))
        survey->has_striding = True;
}

/* How many sites, at most, does the statement make? */
static UInt max_sites_of(const Survey* survey, const IRStmt* st, Int i) {
    switch (st->tag) {
    case Ist_WrTmp:
    case Ist_Store:
        return survey->accesses[i].base != IRTemp_INVALID && survey->accesses[i].leader == i;
    case Ist_LLSC: return 1;
    case Ist_CAS: return 2;
    case Ist_Dirty: return st->Ist.Dirty.details->mFx == Ifx_None ? 0 : 2;
    default: return 0;
    }
}

static void survey_statement(Survey* survey, const IRSB* in, Int from, Int i, Addr instruction) {
    survey_access(survey, in, from, i, instruction);
    UInt n = max_sites_of(survey, in->stmts[i], i);
    survey->max_sites += n;
    if (n > 0)
        survey->last_site = i;
}

/*------------------------------------------------------------*/
/*--- Groups that are seen to behind their last access      ---*/
/*------------------------------------------------------------*/

static Bool is_division(const IRExpr* e) {
    if (e->tag != Iex_Binop)
        return False;
    switch (e->Iex.Binop.op) {
    case Iop_DivModU64to32:
    case Iop_DivModS64to32:
    case Iop_DivModU128to64:
    case Iop_DivModS128to64: return True;
    default: return False;
    }
}

static Bool can_fault(const IRStmt* st) {
    switch (st->tag) {
    case Ist_NoOp:
    case Ist_AbiHint:
    case Ist_Put: return False;
    case Ist_WrTmp: return st->Ist.WrTmp.data->tag == Iex_Load || is_division(st->Ist.WrTmp.data);
    default: return True;
    }
}

/* Once statement i has been executed, does its instruction end, or the segment,
   without a fault? */
static Bool is_last_to_fault(const IRSB* in, Int i) {
    for (i++; i < in->stmts_used; i++) {
        if (in->stmts[i]->tag == Ist_IMark || in->stmts[i]->tag == Ist_Exit)
            return True;
        if (can_fault(in->stmts[i]))
            return False;
    }
    return in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call || in->jumpkind == Ijk_Ret;
}

static Bool may_set(const IRStmt* st, const IRSB* in, Int offset) {
    switch (st->tag) {
    case Ist_Put: {
        Int to = st->Ist.Put.offset;
        Int size = sizeofIRType(typeOfIRExpr(in->tyenv, st->Ist.Put.data));
        return to < offset + (Int)sizeof(ULong) && offset < to + size;
    }
    case Ist_PutI:
    case Ist_Dirty: return True;
    default: return False;
    }
}

/* The offset in the guest state of what still holds the temporary's value when
   statement i is executed; 0: nothing does for sure. */
static Int register_of(const Survey* survey, const IRSB* in, IRTemp tmp, Int i) {
    if (tmp >= (IRTemp)in->tyenv->types_used || survey->value[tmp] == NULL ||
        survey->value[tmp]->tag != Iex_Get)
        return 0;
    Int offset = survey->value[tmp]->Iex.Get.offset;
    for (i--; i >= 0; i--) {
        const IRStmt* st = in->stmts[i];
        if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == tmp)
            return offset;
        if (may_set(st, in, offset))
            return 0;
    }
    return 0;
}

static void find_place_behind(Survey* survey, const IRSB* in, Int leader) {
    Int last = leader;
    for (Int i = leader; i != 0; i = survey->accesses[i].next) {
        if (survey->accesses[i].is_write)
            return;
        last = i;
    }
    Access* access = &survey->accesses[leader];
    access->base_register = register_of(survey, in, access->base, last);
    if (access->base_register != 0 && is_last_to_fault(in, last))
        access->behind = last;
}

/*------------------------------------------------------------*/
/*--- The whole                                             ---*/
/*------------------------------------------------------------*/

static void alloc(Survey* survey, const IRSB* in) {
    survey->value = VG_(calloc)("hp.survey.value", in->tyenv->types_used, sizeof *survey->value);
    survey->traits = VG_(calloc)("hp.survey.traits", in->tyenv->types_used, sizeof *survey->traits);
    survey->accesses = VG_(calloc)("hp.survey.accesses", in->stmts_used, sizeof *survey->accesses);
    for (Int i = 0; i < in->stmts_used; i++)
        survey->accesses[i].base = IRTemp_INVALID;
}

Survey hp_survey(const IRSB* in, const VexGuestLayout* layout) {
    Survey survey = {.max_segments = 1, .last_site = -1};
    alloc(&survey, in);
    Registers striding = VG_(calloc)("hp.survey.striding", layout->total_sizeB, sizeof *striding);
    find_striding(in, striding);
    Int from = -1; /* where the segment began; -1: it is yet to begin */
    Addr instruction = 0;
    for (Int i = 0; i < in->stmts_used; i++) {
        const IRStmt* st = in->stmts[i];
        if (st->tag == Ist_IMark) {
            instruction = st->Ist.IMark.addr;
            if (from < 0)
                from = i;
        } else if (st->tag == Ist_WrTmp) {
            survey.value[st->Ist.WrTmp.tmp] = st->Ist.WrTmp.data;
            survey.traits[st->Ist.WrTmp.tmp] =
                traits_of_value(&survey, st->Ist.WrTmp.data, layout->offset_SP, striding);
        } else if (st->tag == Ist_Exit) {
            survey.max_segments += 2;
            from = -1;
        }
        if (from >= 0)
            survey_statement(&survey, in, from, i, instruction);
    }
    VG_(free)(striding);
    for (Int i = 0; i < in->stmts_used; i++)
        if (survey.accesses[i].base != IRTemp_INVALID && survey.accesses[i].leader == i)
            find_place_behind(&survey, in, i);
    return survey;
}

void hp_survey_end(Survey* survey) {
    VG_(free)(survey->value);
    VG_(free)(survey->traits);
    VG_(free)(survey->accesses);
}
