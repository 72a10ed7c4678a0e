/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/instrument.h"

#include "hpcmp/base/libraries.h"
#include "hpcmp/base/marked.h"
#include "hpcmp/base/options.h"
#include "hpcmp/count/chase.h"
#include "hpcmp/count/gates.h"
#include "hpcmp/count/repeats.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/survey.h"
#include "hpcmp/count/toggles.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/count/unused.h"
#include "hpcmp/count/watched.h"
#include "hpcmp/threads/lives.h"
#include "hpcmp/threads/waiting.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

/* A site that is seen to behind a statement, and the first access's address. */
typedef struct {
    AccessSite* site;
    IRExpr* addr;
} Behind;

/* A superblock in the making. */
typedef struct {
    const IRSB* in;
    Survey survey;
    IRSB* out;
    IRTemp run;             /* the address of hp_run */
    Superblock* superblock; /* NULL: it can have no access sites */
    IRExpr* here;           /* its address, in a register if possible */
    Segment* segment;       /* the latest one */
    Bool is_in_segment;     /* whose end is still to come */
    Addr instruction;
    Addr told;            /* its accesses are told; 0: none is */
    const IRExpr* looked; /* the load that is told, or NULL */
    Repeat* repeat;       /* of the atomic instruction that the superblock begins with, or NULL */
    IRExpr*
        chain; /* all ones, or, if the chain of superblocks goes on, 0; NULL: that is not said */
    IRTemp stack_lo;      /* the running thread's range of stack, */
    IRTemp stack_size;    /* IRTemp_INVALID until an access needs it */
    const IRExpr* loaded; /* the address of this instruction's last load */
    Behind* behind;       /* by statement; its site is NULL for most */
    Bool is_watched;      /* code whose atomic instructions are */
    Bool says_stored;     /* hp_run.has_stored is set already */
} Translation;

/*------------------------------------------------------------*/
/*--- IR                                                    ---*/
/*------------------------------------------------------------*/

static IRExpr* constant(ULong value) {
    return IRExpr_Const(IRConst_U64(value));
}

static IRExpr* address_of(const void* p) {
    return constant((Addr)p);
}

static IRTemp assign(Translation* tr, IRType type, IRExpr* e) {
    IRTemp tmp = newIRTemp(tr->out->tyenv, type);
    addStmtToIRSB(tr->out, IRStmt_WrTmp(tmp, e));
    return tmp;
}

static IRExpr* plus(Translation* tr, IRTemp base, Long offset) {
    IRTemp sum = assign(tr, Ity_I64, IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(base), constant(offset)));
    return IRExpr_RdTmp(sum);
}

static IRExpr* minus(Translation* tr, IRExpr* e, ULong offset) {
    if (offset == 0)
        return e;
    return IRExpr_RdTmp(assign(tr, Ity_I64, IRExpr_Binop(Iop_Sub64, e, constant(offset))));
}

/* A short offset from hp_run, if possible. */
static IRExpr* near_address_of(Translation* tr, const void* p) {
    Long offset = (Addr)p - (Addr)&hp_run;
    if (offset != (Int)offset)
        return address_of(p);
    return plus(tr, tr->run, offset);
}

static void store(Translation* tr, const void* p, IRExpr* value) {
    addStmtToIRSB(tr->out, IRStmt_Store(Iend_LE, near_address_of(tr, p), value));
}

static IRTemp load(Translation* tr, const void* p) {
    return assign(tr, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, near_address_of(tr, p)));
}

/* The helper gets its n_args arguments in registers. */
static void call_if(Translation* tr, IRExpr* guard, Int n_args, const HChar* name, void* helper,
                    IRExpr** args) {
    IRDirty* call = unsafeIRDirty_0_N(n_args, name, VG_(fnptr_to_fnentry)(helper), args);
    call->guard = guard;
    addStmtToIRSB(tr->out, IRStmt_Dirty(call));
}

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

static void increase(Translation* tr, const ULong* n, ULong by) {
    store(tr, n, plus(tr, load(tr, n), by));
}

static void begin_superblock(Translation* tr) {
    tr->superblock = hp_superblock_new(tr->survey.max_sites, tr->survey.max_segments);
    if (tr->superblock == NULL || tr->survey.max_sites == 0)
        return;
    if (tr->survey.has_striding) {
        IRTemp missed = load(tr, &hp_run.missed_in);
        IRTemp any =
            assign(tr, Ity_I1, IRExpr_Binop(Iop_CmpNE64, IRExpr_RdTmp(missed), constant(0)));
        call_if(tr, IRExpr_RdTmp(any), 0, "hp_sites_see_to_misses", hp_sites_see_to_misses,
                mkIRExprVec_0());
    }
    increase(tr, &tr->superblock->n_entries, 1);
    tr->here = near_address_of(tr, tr->superblock);
}

/* The chain of superblocks from the latest repetition (repeats.h) goes on to the end of this
   segment, if it went on to the superblock. */
static void say_chain(Translation* tr) {
    IRTemp chain =
        assign(tr, Ity_I64, IRExpr_Binop(Iop_Or64, tr->chain, constant(tr->segment->number)));
    store(tr, &hp_run.chain, IRExpr_RdTmp(chain));
}

/* A segment of n instructions begins: counts them, and says that it is the one
   that runs. */
static void begin_segment(Translation* tr, UInt n) {
    Segment* before = tr->segment;
    tr->segment = hp_segment_new(tr->superblock, before, n);
    tr->is_in_segment = True;
    if (tr->chain != NULL && tr->superblock != NULL)
        say_chain(tr);
    IRTemp progress = load(tr, &hp_run.progress);
    Long counted = (Long)n << HP_SEGMENT_BITS;
    if (before != NULL) {
        Long step = (Long)tr->segment->number - before->number;
        store(tr, &hp_run.progress, plus(tr, progress, counted + step));
        return;
    }
    const Long one = 1L << HP_SEGMENT_BITS;
    IRTemp filled = assign(
        tr, Ity_I64, IRExpr_Binop(Iop_Or64, IRExpr_RdTmp(progress), constant(HP_SEGMENT_MASK)));
    /* One more than the mask clears the former number, and counts one. */
    store(tr, &hp_run.progress, plus(tr, filled, counted - one + tr->segment->number + 1));
}

/* From statement i on, up to the next exit or the end. */
static UInt n_instructions_from(const IRSB* in, Int i) {
    UInt n = 0;
    for (; i < in->stmts_used && in->stmts[i]->tag != Ist_Exit; i++)
        if (in->stmts[i]->tag == Ist_IMark)
            n++;
    return n;
}

static void begin_segment_at(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    UInt n = n_instructions_from(in, i);
    begin_segment(tr, n);
    for (UInt found = 0; found < n; i++)
        if (in->stmts[i]->tag == Ist_IMark)
            tr->segment->instructions[found++] = in->stmts[i]->Ist.IMark.addr;
}

/* A copy of the comparison that an exit's guard comes from: used once, its
   result need not be kept in a register. */
static IRExpr* copy_comparison(Translation* tr, IRExpr* e) {
    if (e->tag != Iex_RdTmp)
        return e;
    IRTemp tmp = e->Iex.RdTmp.tmp;
    IRExpr* value = tr->survey.value[tmp];
    if (value != NULL && value->tag == Iex_Unop)
        value = IRExpr_Unop(value->Iex.Unop.op, copy_comparison(tr, value->Iex.Unop.arg));
    else if (value != NULL && value->tag == Iex_Binop)
        value = deepCopyIRExpr(value);
    else
        return e;
    return IRExpr_RdTmp(assign(tr, typeOfIRTemp(tr->in->tyenv, tmp), value));
}

/* Counts how often the superblock is left here, if sites follow. */
static void count_exit(Translation* tr, Int i) {
    if (i > tr->survey.last_site || tr->superblock == NULL)
        return;
    IRExpr* guard = copy_comparison(tr, tr->in->stmts[i]->Ist.Exit.guard);
    const ULong* n_left = &tr->segment->n_left;
    IRExpr* more = plus(tr, load(tr, n_left), 1);
    addStmtToIRSB(tr->out, IRStmt_StoreG(Iend_LE, near_address_of(tr, n_left), more, guard));
}

static Bool is_own(Addr code) {
    return hp_library_of(code) == HP_PRELOAD_LIBRARY && !hp_is_marked(code);
}

static void on_signal(ThreadId tid, Int signal, Bool on_alt_stack) {
    /* Only a fault of the program's own interrupts its turn.  One in our code, at an
       object that the program has given it, interrupts no segment. */
    Addr ip = VG_(get_IP)(tid);
    if (hp_is_turn() && !is_own(ip))
        hp_sites_end_by_fault(hp_thread(tid), ip);
    hp_waiting_handler_begin(hp_thread(tid));
}

void hp_instrument_init(void) {
    VG_(track_pre_deliver_signal)(on_signal);
}

/*------------------------------------------------------------*/
/*--- Accesses                                              ---*/
/*------------------------------------------------------------*/

/* addr - lo >= span, as a temporary of type I1. */
static IRExpr* is_outside(Translation* tr, IRExpr* addr, IRTemp lo, IRTemp span) {
    IRTemp offset = assign(tr, Ity_I64, IRExpr_Binop(Iop_Sub64, addr, IRExpr_RdTmp(lo)));
    IRTemp outside =
        assign(tr, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, IRExpr_RdTmp(span), IRExpr_RdTmp(offset)));
    return IRExpr_RdTmp(outside);
}

/* No heap block is in the thread's stack. */
static IRExpr* is_not_on_stack(Translation* tr, IRExpr* addr) {
    if (tr->stack_lo == IRTemp_INVALID) {
        tr->stack_lo = load(tr, &hp_run.stack_lo);
        tr->stack_size = load(tr, &hp_run.stack_size);
    }
    return is_outside(tr, addr, tr->stack_lo, tr->stack_size);
}

typedef enum { LOAD, STORE } Direction;

/* An access that takes place only if guard is true. */
static void report_guarded(Translation* tr, Direction direction, IRExpr* addr, SizeT size,
                           IRExpr* guard) {
    IRExpr** args = mkIRExprVec_2(addr, constant(size));
    if (direction == LOAD)
        call_if(tr, guard, 2, "hp_traffic_load", hp_traffic_load, args);
    else
        call_if(tr, guard, 2, "hp_traffic_store", hp_traffic_store, args);
}

/* offset >= site->span; by comparing with what is in memory, in a temporary to be
   used once. */
static IRExpr* is_miss(Translation* tr, IRTemp offset, const AccessSite* site) {
    IRTemp hit = assign(
        tr, Ity_I1,
        IRExpr_Binop(Iop_CmpLT64U, IRExpr_RdTmp(offset), IRExpr_RdTmp(load(tr, &site->span))));
    IRTemp miss = assign(tr, Ity_I1, IRExpr_Unop(Iop_Not1, IRExpr_RdTmp(hit)));
    return IRExpr_RdTmp(miss);
}

static void store_if(Translation* tr, IRExpr* guard, const void* p, IRExpr* value) {
    addStmtToIRSB(tr->out, IRStmt_StoreG(Iend_LE, near_address_of(tr, p), value, guard));
}

/* An access that goes through an array probably does not miss. */
static Bool is_likely_to_miss(const Translation* tr, const IRExpr* addr) {
    return !tr->survey.has_striding || !hp_is_striding(&tr->survey, addr);
}

/* The site's accesses take place, the first of them at addr.

   A miss is put down, which costs less than a call where there is none: no
   register has to be saved.  Where misses are likely it is the other way round. */
static void look_at_site(Translation* tr, AccessSite* site, UInt number, IRExpr* addr) {
    IRTemp offset =
        assign(tr, Ity_I64, IRExpr_Binop(Iop_Sub64, addr, IRExpr_RdTmp(load(tr, &site->lo))));
    IRExpr* guard = is_miss(tr, offset, site);
    if (is_likely_to_miss(tr, addr)) {
        call_if(tr, guard, 2, "hp_site_miss", hp_site_miss,
                mkIRExprVec_2(minus(tr, addr, site->below), address_of(site)));
        return;
    }
    store_if(tr, guard, &hp_run.misses[number], addr);
    store_if(tr, is_miss(tr, offset, site), &hp_run.missed_in, tr->here);
}

static Bool can_have_site(const Translation* tr) {
    return tr->superblock != NULL && tr->superblock->n_sites < HP_MAX_SITES && tr->segment->n > 0;
}

/* guard: the access takes place only if it is true; NULL for always. */
static void report(Translation* tr, Direction direction, IRExpr* addr, SizeT size, IRExpr* guard) {
    if (guard != NULL) {
        report_guarded(tr, direction, addr, size, guard);
    } else if (hp_is_near_SP(&tr->survey, addr) || !can_have_site(tr)) {
        report_guarded(tr, direction, addr, size, is_not_on_stack(tr, addr));
    } else {
        UInt number = tr->superblock->n_sites;
        AccessSite* site = hp_site_new(tr->segment, 1);
        site->is_watched = tr->instruction == tr->told;
        hp_site_add_access(site, (SiteAccess){.instruction = tr->instruction,
                                              .n_bytes = size,
                                              .is_write = direction == STORE});
        look_at_site(tr, site, number, addr);
    }
}

/* A site for the access of statement i and all of the group that it leads. */
static void report_group(Translation* tr, Int i, IRExpr* addr) {
    Access* leader = &tr->survey.accesses[i];
    UInt n = 1;
    for (const Access* a = leader; a->next != 0; a = &tr->survey.accesses[a->next])
        n++;
    UInt number = tr->superblock->n_sites;
    AccessSite* site = hp_site_new(tr->segment, n);
    site->is_watched = n == 1 && tr->instruction == tr->told;
    for (Access* a = leader; n > 0; n--, a = &tr->survey.accesses[a->next]) {
        hp_site_add_access(site, (SiteAccess){.instruction = a->instruction,
                                              .offset = a->offset - leader->offset,
                                              .n_bytes = a->n_bytes,
                                              .is_write = a->is_write});
        a->is_seen_to = True;
    }
    if (leader->behind != 0 && is_likely_to_miss(tr, addr)) {
        site->base_register = leader->base_register;
        site->base_offset = leader->offset;
        tr->behind[leader->behind] = (Behind){site, addr};
    } else {
        look_at_site(tr, site, number, addr);
    }
}

/* The load or store that statement i is. */
static void report_plain(Translation* tr, Int i, Direction direction, IRExpr* addr, SizeT size) {
    const Access* access = &tr->survey.accesses[i];
    if (access->is_seen_to)
        return;
    if (access->base != IRTemp_INVALID && access->leader == i && can_have_site(tr))
        report_group(tr, i, addr);
    else
        report_guarded(tr, direction, addr, size, is_not_on_stack(tr, addr));
}

static SizeT size_of(const Translation* tr, const IRExpr* e) {
    return sizeofIRType(typeOfIRExpr(tr->in->tyenv, e));
}

/* An instruction like `lock add` becomes a load and a compare-and-swap that
   sees whether it still holds; the program reads once. */
static void report_cas(Translation* tr, const IRCAS* cas) {
    SizeT size = size_of(tr, cas->dataLo);
    if (cas->dataHi != NULL)
        size *= 2;
    if (tr->loaded == NULL || !eqIRAtom(tr->loaded, cas->addr))
        report(tr, LOAD, cas->addr, size, NULL);
    report(tr, STORE, cas->addr, size, NULL);
}

static void report_dirty(Translation* tr, const IRDirty* d) {
    if (d->mFx == Ifx_None)
        return;
    IRExpr* guard = d->guard->tag == Iex_Const ? NULL : d->guard;
    if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
        report(tr, LOAD, d->mAddr, d->mSize, guard);
    if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
        report(tr, STORE, d->mAddr, d->mSize, guard);
}

static void report_guarded_load(Translation* tr, const IRLoadG* lg) {
    IRType wide, loaded;
    typeOfIRLoadGOp(lg->cvt, &wide, &loaded);
    report(tr, LOAD, lg->addr, sizeofIRType(loaded), lg->guard);
}

static void report_accesses(Translation* tr, Int i) {
    const IRStmt* st = tr->in->stmts[i];
    switch (st->tag) {
    case Ist_IMark:
        tr->loaded = NULL;
        tr->instruction = st->Ist.IMark.addr;
        break;
    case Ist_WrTmp: {
        const IRExpr* e = st->Ist.WrTmp.data;
        if (e->tag != Iex_Load)
            break;
        report_plain(tr, i, LOAD, e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty));
        tr->loaded = e->Iex.Load.addr;
        break;
    }
    case Ist_Store:
        report_plain(tr, i, STORE, st->Ist.Store.addr, size_of(tr, st->Ist.Store.data));
        break;
    case Ist_LoadG: report_guarded_load(tr, st->Ist.LoadG.details); break;
    case Ist_StoreG: {
        const IRStoreG* sg = st->Ist.StoreG.details;
        report(tr, STORE, sg->addr, size_of(tr, sg->data), sg->guard);
        break;
    }
    case Ist_CAS: report_cas(tr, st->Ist.CAS.details); break;
    case Ist_LLSC:
        if (st->Ist.LLSC.storedata == NULL)
            report(tr, LOAD, st->Ist.LLSC.addr,
                   sizeofIRType(typeOfIRTemp(tr->in->tyenv, st->Ist.LLSC.result)), NULL);
        else
            report(tr, STORE, st->Ist.LLSC.addr, size_of(tr, st->Ist.LLSC.storedata), NULL);
        break;
    case Ist_Dirty: report_dirty(tr, st->Ist.Dirty.details); break;
    default: break;
    }
}

/*------------------------------------------------------------*/
/*--- The tool's own code in the program                    ---*/
/*------------------------------------------------------------*/

/* The instructions of the tool's own code are counted apart.  Its accesses are not counted,
   because they are not the program's. */
static void pass_own(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    Bool is_counted = False;
    for (; i < in->stmts_used; i++) {
        if (in->stmts[i]->tag == Ist_IMark && !is_counted)
            increase(tr, &hp_run.own, n_instructions_from(in, i));
        is_counted =
            in->stmts[i]->tag != Ist_Exit && (is_counted || in->stmts[i]->tag == Ist_IMark);
        addStmtToIRSB(tr->out, in->stmts[i]);
    }
}

/*------------------------------------------------------------*/
/*--- Gates                                                 ---*/
/*------------------------------------------------------------*/

static void* const g_reached[] = {[HP_GATE] = hp_gate_reached,
                                  [HP_GATE_OF_UNSEEN] = hp_gate_reached,
                                  [HP_GATE_OF_SYSCALL] = hp_gate_of_syscall_reached,
                                  [HP_GATE_OF_UNLOCK] = hp_gate_of_unlock_reached,
                                  [HP_GATE_OF_POST] = hp_gate_of_post_reached,
                                  [HP_GATE_OF_TAKING] = hp_gate_of_taking_reached,
                                  [HP_GATE_OF_PLAN] = hp_gate_of_plan_reached};

/* While a plan is followed, each operation that takes something is looked at. */
static const ULong* limit_of(Gate gate) {
    static const ULong always;
    switch (gate.kind) {
    case HP_GATE_OF_UNLOCK:
    case HP_GATE_OF_POST: return &hp_run.exact_limit;
    case HP_GATE_OF_PLAN: return &hp_run.plan_limit;
    case HP_GATE_OF_TAKING: return hp_clo_plan != NULL ? &always : &hp_run.limit;
    default: return &hp_run.limit;
    }
}

/* The watcher chooses the limit each time that the instruction changes a word. */
static IRTemp load_unseen_limit(Translation* tr, Addr instruction) {
    IRTemp limit = load(tr, &hp_repeat_of(instruction)->limit);
    return assign(tr, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, IRExpr_RdTmp(limit)));
}

static void leave_if_over(Translation* tr, Addr here, const VexGuestLayout* layout) {
    IRTemp leaves = load(tr, &hp_run.leaves);
    IRTemp is_over =
        assign(tr, Ity_I1, IRExpr_Binop(Iop_CmpNE64, IRExpr_RdTmp(leaves), constant(0)));
    addStmtToIRSB(tr->out, IRStmt_Exit(IRExpr_RdTmp(is_over), Ijk_Yield, IRConst_U64(here),
                                       layout->offset_IP));
}

/* The gate stands before all other code of the superblock.  A closed gate leaves the superblock
   for its own beginning, `here`. */
static void pass_gate(Translation* tr, Gate gate, Addr here, const VexGuestLayout* layout) {
    if (gate.kind == HP_NO_GATE)
        return;
    IRTemp progress = load(tr, &hp_run.progress);
    IRTemp limit =
        gate.kind == HP_GATE_OF_UNSEEN ? load_unseen_limit(tr, here) : load(tr, limit_of(gate));
    IRTemp is_reached =
        assign(tr, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, IRExpr_RdTmp(limit), IRExpr_RdTmp(progress)));
    Bool has_argument = gate.kind == HP_GATE_OF_TAKING;
    call_if(tr, IRExpr_RdTmp(is_reached), has_argument, "hp_gate_reached", g_reached[gate.kind],
            has_argument ? mkIRExprVec_1(constant(gate.taken)) : mkIRExprVec_0());
    leave_if_over(tr, here, layout);
}

/* Behind the gate, because a thread passes that once. */
static void pass_toggle(Translation* tr, UWord what, Addr here, const VexGuestLayout* layout) {
    if (what == 0)
        return;
    addStmtToIRSB(tr->out, IRStmt_Dirty(unsafeIRDirty_0_N(
                               2, "hp_toggle_reached",
                               VG_(fnptr_to_fnentry)(hp_toggle_reached),
                                   mkIRExprVec_2(constant(what), constant(here)))));
    leave_if_over(tr, here, layout);
}

/*------------------------------------------------------------*/
/*--- Watched instructions                                  ---*/
/*------------------------------------------------------------*/

/* Is e the frame pointer plus constants and registers, with `offset` added to the constants?  The
   local variables are below the frame pointer.  Optimised code has any pointer in this register,
   and members of what it points to are at or above it. */
static Bool is_below_frame_pointer(const Translation* tr, const IRExpr* e, Long offset) {
    const IRExpr* value = e->tag == Iex_RdTmp ? tr->survey.value[e->Iex.RdTmp.tmp] : NULL;
    if (value != NULL && value->tag == Iex_Binop && value->Iex.Binop.op == Iop_Add64) {
        const IRExpr* added = value->Iex.Binop.arg2;
        if (added->tag == Iex_Const)
            offset += (Long)added->Iex.Const.con->Ico.U64;
        return is_below_frame_pointer(tr, value->Iex.Binop.arg1, offset);
    }
    return value != NULL && value->tag == Iex_Get && offset < 0 &&
           value->Iex.Get.offset == offsetof(VexGuestAMD64State, guest_RBP);
}

static Bool is_in_frame(const Translation* tr, const IRExpr* e) {
    return is_below_frame_pointer(tr, e, 0);
}

/* A variable of the function's own, at an address that is known when it is compiled. */
static Bool is_local(const Translation* tr, const IRExpr* addr) {
    return hp_is_near_SP(&tr->survey, addr) || is_in_frame(tr, addr);
}

/* The value of an expression of the superblock's first instruction, computed before it; NULL: that
   cannot be done. */
static IRExpr* computed_before(Translation* tr, IRExpr* e) {
    switch (e->tag) {
    case Iex_Const: return e;
    case Iex_RdTmp: {
        IRExpr* value = tr->survey.value[e->Iex.RdTmp.tmp];
        return value == NULL ? NULL : computed_before(tr, value);
    }
    case Iex_Get: break;
    case Iex_Unop: {
        IRExpr* arg = computed_before(tr, e->Iex.Unop.arg);
        if (arg == NULL)
            return NULL;
        e = IRExpr_Unop(e->Iex.Unop.op, arg);
        break;
    }
    case Iex_Binop: {
        IRExpr* arg1 = computed_before(tr, e->Iex.Binop.arg1);
        IRExpr* arg2 = computed_before(tr, e->Iex.Binop.arg2);
        if (arg1 == NULL || arg2 == NULL)
            return NULL;
        e = IRExpr_Binop(e->Iex.Binop.op, arg1, arg2);
        break;
    }
    case Iex_Load: {
        IRExpr* addr = computed_before(tr, e->Iex.Load.addr);
        if (addr == NULL)
            return NULL;
        e = IRExpr_Load(e->Iex.Load.end, e->Iex.Load.ty, addr);
        break;
    }
    default: return NULL;
    }
    return IRExpr_RdTmp(assign(tr, typeOfIRExpr(tr->out->tyenv, e), e));
}

/* As a number of 64 bits; of a larger value or another type, 0. */
static IRExpr* as_number(Translation* tr, IRExpr* e) {
    IRType type = typeOfIRExpr(tr->out->tyenv, e);
    IROp widens = type == Ity_I8    ? Iop_8Uto64
                  : type == Ity_I16 ? Iop_16Uto64
                  : type == Ity_I32 ? Iop_32Uto64
                  : type == Ity_I1  ? Iop_1Uto64
                                    : Iop_INVALID;
    if (type == Ity_I64)
        return e;
    if (widens == Iop_INVALID)
        return constant(0);
    return IRExpr_RdTmp(assign(tr, Ity_I64, IRExpr_Unop(widens, e)));
}

/* 1 if two numbers of 64 bits are equal, else 0. */
static IRExpr* are_equal(Translation* tr, IRExpr* a, IRExpr* b) {
    IRTemp equal = assign(tr, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, a, b));
    return as_number(tr, IRExpr_RdTmp(equal));
}

/* What an atomic instruction does to its word. */
typedef struct {
    IRExpr* changes; /* 1 or 0 */
    IRExpr* former;  /* NULL if they are not known */
    IRExpr* now;
} Change;

/* Will the instruction, which compares and swaps (`lock add` does, too), change the word?  It does
   not if the comparison fails, or if the new value is the old one: a lock that is taken stays so.
 */
static Change will_change(Translation* tr, const IRCAS* cas, IRExpr* addr) {
    IRExpr* expected = computed_before(tr, cas->expdLo);
    IRExpr* new = computed_before(tr, cas->dataLo);
    if (expected == NULL || new == NULL)
        return (Change){.changes = constant(1)};
    IRType type = typeOfIRExpr(tr->in->tyenv, cas->dataLo);
    IRExpr* old = as_number(tr, IRExpr_RdTmp(assign(tr, type, IRExpr_Load(cas->end, type, addr))));
    IRExpr* succeeds = are_equal(tr, old, as_number(tr, expected));
    if (cas->dataHi != NULL)
        return (Change){.changes = succeeds};
    IRExpr* now = as_number(tr, new);
    store(tr, &hp_run.former_value, old);
    store(tr, &hp_run.value, now);
    IRExpr* stays = are_equal(tr, old, now);
    IRTemp change = assign(tr, Ity_I64, IRExpr_Unop(Iop_Not64, stays));
    IRTemp both = assign(tr, Ity_I64, IRExpr_Binop(Iop_And64, succeeds, IRExpr_RdTmp(change)));
    return (Change){.changes = IRExpr_RdTmp(both), .former = old, .now = now};
}

static IRExpr* binop(Translation* tr, IROp op, IRExpr* a, IRExpr* b) {
    return IRExpr_RdTmp(
        assign(tr, typeOfIRExpr(tr->out->tyenv, IRExpr_Binop(op, a, b)), IRExpr_Binop(op, a, b)));
}

/* The number of the segment that has run before the superblock. */
static IRExpr* last_segment(Translation* tr, IRExpr* progress) {
    return binop(tr, Iop_And64, progress, constant(HP_SEGMENT_MASK));
}

/* 1 if a call may have been between the latest repetition and the end of that segment, else 0. */
static IRExpr* is_out_of_chain(Translation* tr, IRExpr* last) {
    IRExpr* offset = binop(tr, Iop_Sub64, last, IRExpr_RdTmp(load(tr, &hp_run.chain_first)));
    IRExpr* is_of_other =
        as_number(tr, binop(tr, Iop_CmpLE64U, IRExpr_RdTmp(load(tr, &hp_run.chain_n)), offset));
    IRExpr* is_end = binop(tr, Iop_CmpEQ64, last, IRExpr_RdTmp(load(tr, &hp_run.chain)));
    return IRExpr_RdTmp(assign(tr, Ity_I64, IRExpr_ITE(is_end, constant(0), is_of_other)));
}

/* Puts the change down if it is a repetition and the stack is the same (repeats.h).  The word must
   not get the value that it had before the latest one, because that is how a lock is given. Returns
   whether it is not put down, as a value of type I1. */
static IRExpr* put_repetition_down(Translation* tr, const Repeat* repeat, IRExpr* addr,
                                   Change change) {
    IRExpr* progress = IRExpr_RdTmp(load(tr, &hp_run.progress));
    IRExpr* last = last_segment(tr, progress);
    IRExpr* elsewhere = binop(tr, Iop_Xor64, addr, IRExpr_RdTmp(load(tr, &repeat->at)));
    IRExpr* stays = binop(tr, Iop_Xor64, change.changes, constant(1));
    IRExpr* returns = are_equal(tr, change.now, IRExpr_RdTmp(load(tr, &hp_run.repeated_former)));
    IRExpr* any = binop(tr, Iop_Or64, elsewhere, IRExpr_RdTmp(load(tr, &hp_run.missed_in)));
    any = binop(tr, Iop_Or64, any, binop(tr, Iop_Or64, stays, returns));
    any = binop(tr, Iop_Or64, any, is_out_of_chain(tr, last));
    IRExpr* is_put_down = binop(tr, Iop_CmpEQ64, any, constant(0));
    store_if(tr, is_put_down, &hp_run.repeated, progress);
    store_if(tr, is_put_down, &hp_run.repeated_former, change.former);
    store_if(tr, is_put_down, &hp_run.looked, constant(0));
    return binop(tr, Iop_CmpNE64, any, constant(0));
}

/* The first instruction, which begins at statement i, compares and swaps. */
static void tell_change(Translation* tr, Int i, const IRCAS* cas) {
    SizeT size = size_of(tr, cas->dataLo) * (cas->dataHi == NULL ? 1 : 2);
    IRExpr* addr = computed_before(tr, cas->addr);
    if (addr == NULL)
        return;
    tr->told = tr->in->stmts[i]->Ist.IMark.addr;
    WatchedAccess* access = hp_watched_access(tr->told, size, hp_is_result_unused(tr->in, i));
    access->repeat = tr->repeat = hp_repeat_of(tr->told);
    Change change = will_change(tr, cas, addr);
    IRExpr* is_told = change.former == NULL ? IRExpr_Const(IRConst_U1(True))
                                            : put_repetition_down(tr, tr->repeat, addr, change);
    call_if(tr, is_told, 3, "hp_watched_change", hp_watched_change,
            mkIRExprVec_3(addr, address_of(access), change.changes));
}

/* Notes the look if it is at the word of the latest repetition, and the first one since that
   (atomics/looks.h). Returns whether it is not noted, as a value of type I1. */
static IRExpr* put_look_down(Translation* tr, const WatchedAccess* access, IRExpr* addr,
                             IRExpr* found) {
    IRExpr* key = binop(tr, Iop_Xor64, addr, constant(HP_LOOK_KEY(0, access->n_bytes)));
    IRExpr* elsewhere = binop(tr, Iop_Xor64, key, IRExpr_RdTmp(load(tr, &hp_run.look_key)));
    IRExpr* any = binop(tr, Iop_Or64, elsewhere, IRExpr_RdTmp(load(tr, &hp_run.looked)));
    any = binop(tr, Iop_Or64, any,
                are_equal(tr, IRExpr_RdTmp(load(tr, &hp_run.repeated)), constant(0)));
    IRExpr* is_put_down = binop(tr, Iop_CmpEQ64, any, constant(0));
    IRExpr* had_stored = binop(tr, Iop_Or64, IRExpr_RdTmp(load(tr, &hp_run.had_stored)),
                               IRExpr_RdTmp(load(tr, &hp_run.has_stored)));
    store_if(tr, is_put_down, &hp_run.looked, address_of(access));
    store_if(tr, is_put_down, &hp_run.looked_at, addr);
    store_if(tr, is_put_down, &hp_run.looked_value, found);
    store_if(tr, is_put_down, &hp_run.looked_progress, IRExpr_RdTmp(load(tr, &hp_run.progress)));
    store_if(tr, is_put_down, &hp_run.had_stored, had_stored);
    store_if(tr, is_put_down, &hp_run.has_stored, constant(0));
    return binop(tr, Iop_CmpNE64, any, constant(0));
}

static Bool tell_look(Translation* tr, Addr instruction, IRExpr* load) {
    IRExpr* addr = computed_before(tr, load->Iex.Load.addr);
    IRExpr* value = computed_before(tr, load);
    if (addr == NULL || value == NULL)
        return False;
    tr->told = instruction;
    tr->looked = load;
    const WatchedAccess* access = hp_watched_access(instruction, size_of(tr, load), False);
    IRExpr* found = as_number(tr, value);
    IRExpr* is_told =
        access->is_marked ? IRExpr_Const(IRConst_U1(True)) : put_look_down(tr, access, addr, found);
    call_if(tr, is_told, 3, "hp_watched_look", hp_watched_look,
            mkIRExprVec_3(addr, address_of(access), found));
    return True;
}

static Bool tell_store(Translation* tr, Addr instruction, const IRStmt* st) {
    IRExpr* addr = computed_before(tr, st->Ist.Store.addr);
    if (addr == NULL)
        return False;
    const WatchedAccess* access =
        hp_watched_access(instruction, size_of(tr, st->Ist.Store.data), False);
    IRExpr* value = computed_before(tr, st->Ist.Store.data);
    store(tr, &hp_run.value, value == NULL ? constant(HP_UNKNOWN_VALUE) : as_number(tr, value));
    call_if(tr, IRExpr_Const(IRConst_U1(True)), 2, "hp_watched_store", hp_watched_store,
            mkIRExprVec_2(addr, address_of(access)));
    return True;
}

/* Is that the address of a local variable, which no other thread uses?  A loop that can only wait
   looks at a word which another thread stores, even if the word is on the stack.  Example: the node
   that a thread has in the queue of an MCS lock. */
static Bool is_unshared(const Translation* tr, Addr instruction, const IRExpr* addr) {
    return hp_is_near_SP(&tr->survey, addr) ? !hp_waits_by_code(instruction)
                                            : is_in_frame(tr, addr);
}

/* A loop is going to wait for a word.  That is told before its gate, because others may store it
   before the gate opens. */
static void expect_word(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    const Addr instruction = i == in->stmts_used ? 0 : in->stmts[i]->Ist.IMark.addr;
    if (i == in->stmts_used || !hp_waits_by_code(instruction))
        return;
    for (i++; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++) {
        const IRStmt* st = in->stmts[i];
        if (st->tag != Ist_WrTmp || st->Ist.WrTmp.data->tag != Iex_Load)
            continue;
        IRExpr* addr = computed_before(tr, st->Ist.WrTmp.data->Iex.Load.addr);
        if (addr != NULL && !is_unshared(tr, instruction, st->Ist.WrTmp.data->Iex.Load.addr))
            call_if(tr, IRExpr_Const(IRConst_U1(True)), 2, "hp_watched_expect", hp_watched_expect,
                    mkIRExprVec_2(addr, constant(size_of(tr, st->Ist.WrTmp.data))));
    }
}

static const IRCAS* cas_of_instruction(const IRSB* in, Int i) {
    for (i++; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
        if (in->stmts[i]->tag == Ist_CAS)
            return in->stmts[i]->Ist.CAS.details;
    return NULL;
}

/* It loads the caller's frame pointer, from where its own points to. */
static Bool is_leave(Addr instruction) {
    enum { LEAVE = 0xc9 };
    return *(const UChar*)instruction == LEAVE;
}

/* Tells the accesses of the first instruction, which begins at statement i, if it is watched. */
static void tell_accesses(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    if (i == in->stmts_used || !hp_is_watched(in, i))
        return;
    Addr instruction = in->stmts[i]->Ist.IMark.addr;
    const IRCAS* cas = cas_of_instruction(in, i);
    if (cas != NULL) {
        tell_change(tr, i, cas);
        return;
    }
    Bool any = False;
    Bool is_none = is_leave(instruction);
    for (i++; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark && !is_none; i++) {
        const IRStmt* st = in->stmts[i];
        if (st->tag == Ist_Exit)
            break;
        if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load &&
            !is_unshared(tr, instruction, st->Ist.WrTmp.data->Iex.Load.addr))
            any |= tell_look(tr, instruction, st->Ist.WrTmp.data);
        else if (st->tag == Ist_Store && !is_local(tr, st->Ist.Store.addr))
            any |= tell_store(tr, instruction, st);
    }
    if (!any)
        hp_watch_give_up(instruction);
}

/*------------------------------------------------------------*/
/*--- A superblock                                          ---*/
/*------------------------------------------------------------*/

/* Is the expression what the superblock's watched load has found, perhaps narrowed or widened? */
static Bool is_looked(const Translation* tr, const IRExpr* e) {
    while (e != NULL && e != tr->looked && (e->tag == Iex_RdTmp || e->tag == Iex_Unop))
        e = e->tag == Iex_Unop ? e->Iex.Unop.arg : tr->survey.value[e->Iex.RdTmp.tmp];
    return e != NULL && e == tr->looked;
}

/* Is it stored to a local variable, perhaps?  Code that is not optimised has its local variables at
   the frame pointer.  A function that looks at a word for its caller stores what it finds through
   the caller's pointer: `*place = next.load()`. */
static Bool is_local_perhaps(const Translation* tr, const IRStmt* store) {
    return is_in_frame(tr, store->Ist.Store.addr) || is_looked(tr, store->Ist.Store.data);
}

/* Says once in a superblock that it stores beyond the stack. */
static void say_stored(Translation* tr, const IRStmt* st) {
    if (!tr->is_watched || tr->says_stored || st->tag != Ist_Store ||
        hp_is_near_SP(&tr->survey, st->Ist.Store.addr))
        return;
    if (is_local_perhaps(tr, st)) {
        store_if(tr, is_not_on_stack(tr, st->Ist.Store.addr), &hp_run.has_stored, constant(1));
    } else {
        store(tr, &hp_run.has_stored, constant(1));
        tr->says_stored = True;
    }
}

/* The superblock may be left here. */
static void pass_exit(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    count_exit(tr, i);
    addStmtToIRSB(tr->out, in->stmts[i]);
    tr->is_in_segment = False;
    Bool is_amid_instruction = i + 1 < in->stmts_used && in->stmts[i + 1]->tag != Ist_IMark;
    if (is_amid_instruction)
        begin_segment(tr, 0);
}

static void pass(Translation* tr, Int i) {
    IRStmt* st = tr->in->stmts[i];
    if (st->tag == Ist_Exit) {
        pass_exit(tr, i);
        return;
    }
    if (st->tag == Ist_IMark && (!tr->is_in_segment || tr->segment->n == 0))
        begin_segment_at(tr, i);
    report_accesses(tr, i);
    say_stored(tr, st);
    addStmtToIRSB(tr->out, st);
    if (tr->behind[i].site != NULL)
        look_at_site(tr, tr->behind[i].site, 0, tr->behind[i].addr);
}

/* Does the superblock call nothing, and does it not return? */
static Bool stays(const IRSB* in) {
    for (Int i = 0; i < in->stmts_used; i++)
        if (in->stmts[i]->tag == Ist_AbiHint)
            return False;
    return in->jumpkind == Ijk_Boring;
}

/* May the superblock be one of a loop around an atomic instruction?  Statement i is its first
   instruction. */
static Bool is_in_chain(const Translation* tr, Int i) {
    const IRSB* in = tr->in;
    return tr->is_watched && tr->repeat == NULL && i < in->stmts_used &&
           in->next->tag == Iex_Const && stays(in) &&
           hp_repeats_are_near(in->stmts[i]->Ist.IMark.addr, in->next->Iex.Const.con->Ico.U64);
}

static IRExpr* chain_so_far(Translation* tr) {
    IRExpr* last = last_segment(tr, IRExpr_RdTmp(load(tr, &hp_run.progress)));
    return binop(tr, Iop_Sub64, constant(0), is_out_of_chain(tr, last));
}

static void pass_program(Translation* tr, Int i) {
    const IRSB* in = tr->in;
    tr->behind = VG_(calloc)("hp.instrument.behind", in->stmts_used, sizeof(Behind));
    if (tr->is_watched)
        tell_accesses(tr, i);
    begin_superblock(tr);
    if (is_in_chain(tr, i))
        tr->chain = chain_so_far(tr);
    for (; i < in->stmts_used; i++)
        pass(tr, i);
    if (tr->repeat != NULL)
        hp_repeat_set_superblock(tr->repeat, tr->segment, stays(in));
    VG_(free)(tr->behind);
}

IRSB* hp_instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                    const VexGuestExtents* vge, const VexArchInfo* archinfo_host, IRType gWordTy,
                    IRType hWordTy) {
    Gate gate = hp_gate_of(in, closure->nraddr, closure->readdr);
    Toggle toggle = hp_toggle_of(in, closure->nraddr);
    UInt cut = gate.cut == 0 || (toggle.cut > 0 && toggle.cut < gate.cut) ? toggle.cut : gate.cut;
    if (cut > 0) {
        hp_chase_cut(cut);
        return in;
    }
    if (hp_takes_samples())
        hp_chase_count_calls(in);
    Translation tr = {.in = in,
                      .out = deepCopyIRSBExceptStmts(in),
                      .is_watched = hp_is_watched_code(closure->readdr),
                      .stack_lo = IRTemp_INVALID,
                      .stack_size = IRTemp_INVALID};
    Int i = 0;
    for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
        addStmtToIRSB(tr.out, in->stmts[i]);
    tr.run = assign(&tr, Ity_I64, IRExpr_Get(hp_run_offset(layout), Ity_I64));
    tr.survey = hp_survey(in, layout);
    if (tr.is_watched)
        expect_word(&tr, i);
    pass_gate(&tr, gate, closure->nraddr, layout);
    pass_toggle(&tr, toggle.what, closure->nraddr, layout);
    if (is_own(closure->readdr))
        pass_own(&tr, i);
    else
        pass_program(&tr, i);
    hp_survey_end(&tr.survey);
    return tr.out;
}
