/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_instrument.h"

#include "hp_run.h"
#include "hp_sites.h"
#include "hp_threads.h"
#include "hp_traffic.h"
#include "hp_waiting.h"
#include "pub_tool_machine.h"

/* A superblock in the making. */
typedef struct {
   const IRSB* in;
   IRSB* out;
   IRTemp run;             /* the address of hp_run */
   Segment* segment;       /* whose end is still to come, or NULL */
   Addr instruction;
   IRTemp stack_lo;        /* the running thread's range of stack, */
   IRTemp stack_size;      /* IRTemp_INVALID until an access needs it */
   const IRExpr* loaded;   /* the address of this instruction's last load */
   PtrdiffT offset_SP;     /* in the guest state */
   Bool* is_near_SP;       /* by temporary: stack pointer plus a constant */
} Translation;

/*------------------------------------------------------------*/
/*--- IR                                                    ---*/
/*------------------------------------------------------------*/

static IRExpr* constant(ULong value)
{
   return IRExpr_Const(IRConst_U64(value));
}

static IRExpr* address_of(const void* p)
{
   return constant((Addr)p);
}

static IRTemp assign(Translation* tr, IRType type, IRExpr* e)
{
   IRTemp tmp = newIRTemp(tr->out->tyenv, type);
   addStmtToIRSB(tr->out, IRStmt_WrTmp(tmp, e));
   return tmp;
}

static IRExpr* plus(Translation* tr, IRTemp base, Long offset)
{
   IRTemp sum = assign(tr, Ity_I64,
                       IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(base),
                                    constant(offset)));
   return IRExpr_RdTmp(sum);
}

/* A short offset from hp_run, if possible. */
static IRExpr* near_address_of(Translation* tr, const void* p)
{
   Long offset = (Addr)p - (Addr)&hp_run;
   if (offset != (Int)offset)
      return address_of(p);
   return plus(tr, tr->run, offset);
}

static void store(Translation* tr, const void* p, IRExpr* value)
{
   addStmtToIRSB(tr->out, IRStmt_Store(Iend_LE, near_address_of(tr, p), value));
}

static IRTemp load(Translation* tr, const void* p)
{
   return assign(tr, Ity_I64,
                 IRExpr_Load(Iend_LE, Ity_I64, near_address_of(tr, p)));
}

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

/* The instructions from statement i on, up to the next exit or the end. */
static Segment* new_segment(const IRSB* in, Int i)
{
   UInt n = 0;
   for (Int k = i; k < in->stmts_used && in->stmts[k]->tag != Ist_Exit; k++)
      if (in->stmts[k]->tag == Ist_IMark)
         n++;
   Segment* segment = hp_segment_new(n);
   for (UInt found = 0; found < n; i++)
      if (in->stmts[i]->tag == Ist_IMark)
         segment->instructions[found++] = in->stmts[i]->Ist.IMark.addr;
   return segment;
}

/* Counts the segment's instructions, and says that it is the one that runs. */
static void begin_segment(Translation* tr, Int i)
{
   tr->segment = new_segment(tr->in, i);
   IRTemp before = load(tr, &hp_run.progress);
   IRTemp filled = assign(tr, Ity_I64,
                          IRExpr_Binop(Iop_Or64, IRExpr_RdTmp(before),
                                       constant(HP_SEGMENT_MASK)));
   /* One more than the mask clears the former number, and counts one. */
   ULong more = ((ULong)(tr->segment->n - 1) << HP_SEGMENT_BITS)
                + tr->segment->number + 1;
   store(tr, &hp_run.progress, plus(tr, filled, more));
}

static void end_segment(Translation* tr)
{
   if (tr->segment == NULL)
      return;
   ULong* n_runs = &tr->segment->n_runs;
   if (tr->segment->sites != NULL)
      store(tr, n_runs, plus(tr, load(tr, n_runs), 1));
   tr->segment = NULL;
}

/* More of an instruction follows whose segment has ended, and that can still
   fault. */
static void end_segment_amid_instruction(Translation* tr)
{
   end_segment(tr);
   IRTemp progress = load(tr, &hp_run.progress);
   IRTemp no_segment = assign(tr, Ity_I64,
                              IRExpr_Binop(Iop_And64, IRExpr_RdTmp(progress),
                                           constant(~HP_SEGMENT_MASK)));
   store(tr, &hp_run.progress, IRExpr_RdTmp(no_segment));
}

static void on_signal(ThreadId tid, Int signal, Bool on_alt_stack)
{
   Bool by_an_instruction = signal == VKI_SIGSEGV || signal == VKI_SIGBUS
                            || signal == VKI_SIGFPE || signal == VKI_SIGILL
                            || signal == VKI_SIGTRAP;
   if (by_an_instruction)
      hp_sites_end_by_fault(hp_thread(tid), VG_(get_IP)(tid));
   hp_waiting_handler_begins(hp_thread(tid));
}

void hp_instrument_init(void)
{
   VG_(track_pre_deliver_signal)(on_signal);
}

/*------------------------------------------------------------*/
/*--- Accesses                                              ---*/
/*------------------------------------------------------------*/

/* Is it the stack pointer, perhaps plus or minus a constant?  Then it is in the
   thread's own stack nearly always. */
static Bool is_near_SP(const Translation* tr, const IRExpr* e)
{
   return e->tag == Iex_RdTmp && tr->is_near_SP[e->Iex.RdTmp.tmp];
}

static void follow_SP(Translation* tr, IRTemp tmp, const IRExpr* e)
{
   if (e->tag == Iex_Get)
      tr->is_near_SP[tmp] = e->Iex.Get.offset == tr->offset_SP;
   else if (e->tag == Iex_RdTmp)
      tr->is_near_SP[tmp] = is_near_SP(tr, e);
   else if (e->tag == Iex_Binop
            && (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64))
      tr->is_near_SP[tmp] = is_near_SP(tr, e->Iex.Binop.arg1)
                            && e->Iex.Binop.arg2->tag == Iex_Const;
}

/* addr - lo >= span, as a temporary of type I1. */
static IRExpr* is_outside(Translation* tr, IRExpr* addr, IRTemp lo, IRTemp span)
{
   IRTemp offset = assign(tr, Ity_I64,
                          IRExpr_Binop(Iop_Sub64, addr, IRExpr_RdTmp(lo)));
   IRTemp outside = assign(tr, Ity_I1,
                           IRExpr_Binop(Iop_CmpLE64U, IRExpr_RdTmp(span),
                                        IRExpr_RdTmp(offset)));
   return IRExpr_RdTmp(outside);
}

/* No heap block is in the thread's stack. */
static IRExpr* is_not_on_stack(Translation* tr, IRExpr* addr)
{
   if (tr->stack_lo == IRTemp_INVALID) {
      tr->stack_lo = load(tr, &hp_run.stack_lo);
      tr->stack_size = load(tr, &hp_run.stack_size);
   }
   return is_outside(tr, addr, tr->stack_lo, tr->stack_size);
}

typedef enum { LOAD, STORE } Access;

static void call_if(Translation* tr, IRExpr* guard, const HChar* name,
                    void* helper, IRExpr** args)
{
   IRDirty* call =
      unsafeIRDirty_0_N(2, name, VG_(fnptr_to_fnentry)(helper), args);
   call->guard = guard;
   addStmtToIRSB(tr->out, IRStmt_Dirty(call));
}

/* An access that takes place only if guard is true. */
static void report_guarded(Translation* tr, Access access, IRExpr* addr,
                           SizeT size, IRExpr* guard)
{
   IRExpr** args = mkIRExprVec_2(addr, constant(size));
   if (access == LOAD)
      call_if(tr, guard, "hp_traffic_load", hp_traffic_load, args);
   else
      call_if(tr, guard, "hp_traffic_store", hp_traffic_store, args);
}

static void report_at_site(Translation* tr, Access access, IRExpr* addr,
                           SizeT size)
{
   AccessSite* site =
      hp_site_new(tr->segment, tr->instruction, size, access == STORE);
   IRTemp lo = load(tr, &site->lo);
   IRTemp span = load(tr, &site->span);
   IRExpr* guard = is_outside(tr, addr, lo, span);
   IRExpr** args = mkIRExprVec_2(addr, address_of(site));
   if (access == LOAD)
      call_if(tr, guard, "hp_site_load_miss", hp_site_load_miss, args);
   else
      call_if(tr, guard, "hp_site_store_miss", hp_site_store_miss, args);
}

/* guard: the access takes place only if it is true; NULL for always.  What
   comes after an exit in the middle of an instruction has no segment. */
static void report(Translation* tr, Access access, IRExpr* addr, SizeT size,
                   IRExpr* guard)
{
   if (guard != NULL)
      report_guarded(tr, access, addr, size, guard);
   else if (is_near_SP(tr, addr) || tr->segment == NULL)
      report_guarded(tr, access, addr, size, is_not_on_stack(tr, addr));
   else
      report_at_site(tr, access, addr, size);
}

static SizeT size_of(const Translation* tr, const IRExpr* e)
{
   return sizeofIRType(typeOfIRExpr(tr->in->tyenv, e));
}

static void report_load(Translation* tr, IRExpr* addr, SizeT size)
{
   report(tr, LOAD, addr, size, NULL);
   tr->loaded = addr;
}

/* An instruction like `lock add` becomes a load and a compare-and-swap that
   sees whether it still holds; the program reads once. */
static void report_cas(Translation* tr, const IRCAS* cas)
{
   SizeT size = size_of(tr, cas->dataLo);
   if (cas->dataHi != NULL)
      size *= 2;
   if (tr->loaded == NULL || !eqIRAtom(tr->loaded, cas->addr))
      report_load(tr, cas->addr, size);
   report(tr, STORE, cas->addr, size, NULL);
}

static void report_dirty(Translation* tr, const IRDirty* d)
{
   if (d->mFx == Ifx_None)
      return;
   IRExpr* guard = d->guard->tag == Iex_Const ? NULL : d->guard;
   if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
      report(tr, LOAD, d->mAddr, d->mSize, guard);
   if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
      report(tr, STORE, d->mAddr, d->mSize, guard);
}

static void report_guarded_load(Translation* tr, const IRLoadG* lg)
{
   IRType wide, loaded;
   typeOfIRLoadGOp(lg->cvt, &wide, &loaded);
   report(tr, LOAD, lg->addr, sizeofIRType(loaded), lg->guard);
}

static void report_accesses(Translation* tr, const IRStmt* st)
{
   switch (st->tag) {
   case Ist_IMark:
      tr->loaded = NULL;
      tr->instruction = st->Ist.IMark.addr;
      break;
   case Ist_WrTmp: {
      const IRExpr* e = st->Ist.WrTmp.data;
      follow_SP(tr, st->Ist.WrTmp.tmp, e);
      if (e->tag == Iex_Load)
         report_load(tr, e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty));
      break;
   }
   case Ist_Store:
      report(tr, STORE, st->Ist.Store.addr, size_of(tr, st->Ist.Store.data),
             NULL);
      break;
   case Ist_LoadG:
      report_guarded_load(tr, st->Ist.LoadG.details);
      break;
   case Ist_StoreG: {
      const IRStoreG* sg = st->Ist.StoreG.details;
      report(tr, STORE, sg->addr, size_of(tr, sg->data), sg->guard);
      break;
   }
   case Ist_CAS:
      report_cas(tr, st->Ist.CAS.details);
      break;
   case Ist_LLSC:
      if (st->Ist.LLSC.storedata == NULL)
         report(tr, LOAD, st->Ist.LLSC.addr,
                sizeofIRType(typeOfIRTemp(tr->in->tyenv, st->Ist.LLSC.result)),
                NULL);
      else
         report(tr, STORE, st->Ist.LLSC.addr,
                size_of(tr, st->Ist.LLSC.storedata), NULL);
      break;
   case Ist_Dirty:
      report_dirty(tr, st->Ist.Dirty.details);
      break;
   default:
      break;
   }
}

/*------------------------------------------------------------*/
/*--- A superblock                                          ---*/
/*------------------------------------------------------------*/

/* Does the rest of an instruction follow statement i? */
static Bool is_amid_instruction(const IRSB* in, Int i)
{
   return i + 1 < in->stmts_used && in->stmts[i + 1]->tag != Ist_IMark;
}

IRSB* hp_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout* layout, const VexGuestExtents* vge,
                    const VexArchInfo* archinfo_host, IRType gWordTy,
                    IRType hWordTy)
{
   Translation tr = {.in = in,
                     .out = deepCopyIRSBExceptStmts(in),
                     .stack_lo = IRTemp_INVALID,
                     .stack_size = IRTemp_INVALID,
                     .offset_SP = layout->offset_SP};
   tr.is_near_SP = VG_(calloc)("hp.instrument.sp", in->tyenv->types_used,
                               sizeof *tr.is_near_SP);
   Int i = 0;
   for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
      addStmtToIRSB(tr.out, in->stmts[i]);
   tr.run = assign(&tr, Ity_I64, IRExpr_Get(hp_run_offset(layout), Ity_I64));
   for (; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_IMark && tr.segment == NULL)
         begin_segment(&tr, i);
      if (st->tag != Ist_Exit)
         report_accesses(&tr, st);
      else if (is_amid_instruction(in, i))
         end_segment_amid_instruction(&tr);
      else
         end_segment(&tr);
      addStmtToIRSB(tr.out, in->stmts[i]);
   }
   end_segment(&tr);
   VG_(free)(tr.is_near_SP);
   return tr.out;
}
