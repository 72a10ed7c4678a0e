/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_instrument.h"

#include "hp_threads.h"
#include "hp_traffic.h"
#include "pub_tool_machine.h"

/* A superblock is left at its end or at one of its exits.  What lies between
   two of these is a segment: it runs as a whole, so its instructions are
   counted at once, at its end.  Unless an instruction in it faults: then
   g_segment still leads to the addresses of those that ran before. */
typedef struct {
   UInt n;
   Addr instructions[];
} Segment;

static const Segment* g_segment;

/* A superblock in the making. */
typedef struct {
   const IRSB* in;
   IRSB* out;
   const Segment* segment; /* whose end is still to come, or NULL */
   IRTemp stack_lo;        /* the running thread's range of stack, */
   IRTemp stack_size;      /* IRTemp_INVALID until an access needs it */
   const IRExpr* loaded;   /* the address of this instruction's last load */
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

static void store(Translation* tr, const void* p, IRExpr* value)
{
   addStmtToIRSB(tr->out, IRStmt_Store(Iend_LE, address_of(p), value));
}

static IRTemp load(Translation* tr, const void* p)
{
   return assign(tr, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, address_of(p)));
}

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

/* The instructions from statement i on, up to the next exit or the end. */
static const Segment* new_segment(const IRSB* in, Int i)
{
   UInt n = 0;
   for (Int k = i; k < in->stmts_used && in->stmts[k]->tag != Ist_Exit; k++)
      if (in->stmts[k]->tag == Ist_IMark)
         n++;
   Segment* segment = VG_(malloc)("hp.instrument.segment",
                                  sizeof *segment + n * sizeof(Addr));
   segment->n = n;
   for (UInt found = 0; found < n; i++)
      if (in->stmts[i]->tag == Ist_IMark)
         segment->instructions[found++] = in->stmts[i]->Ist.IMark.addr;
   return segment;
}

static void begin_segment(Translation* tr, Int i)
{
   tr->segment = new_segment(tr->in, i);
   store(tr, &g_segment, address_of(tr->segment));
}

/* in_the_middle: more of the superblock follows; an instruction that has been
   counted here can still fault there. */
static void end_segment(Translation* tr, Bool in_the_middle)
{
   if (tr->segment == NULL)
      return;
   IRTemp before = load(tr, &hp_threads_icnt);
   IRTemp after = assign(tr, Ity_I64,
                         IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(before),
                                      constant(tr->segment->n)));
   store(tr, &hp_threads_icnt, IRExpr_RdTmp(after));
   if (in_the_middle)
      store(tr, &g_segment, constant(0));
   tr->segment = NULL;
}

/* The faulting instruction counts as executed. */
static void count_up_to_fault(ThreadId tid)
{
   Addr ip = VG_(get_IP)(tid);
   for (UInt i = 0; i < g_segment->n; i++) {
      if (g_segment->instructions[i] == ip) {
         hp_threads_add_instructions(hp_thread(tid), i + 1);
         return;
      }
   }
}

static void on_signal(ThreadId tid, Int signal, Bool on_alt_stack)
{
   Bool by_an_instruction = signal == VKI_SIGSEGV || signal == VKI_SIGBUS
                            || signal == VKI_SIGFPE || signal == VKI_SIGILL
                            || signal == VKI_SIGTRAP;
   if (by_an_instruction && g_segment != NULL)
      count_up_to_fault(tid);
}

void hp_instrument_init(void)
{
   VG_(track_pre_deliver_signal)(on_signal);
}

/*------------------------------------------------------------*/
/*--- Accesses                                              ---*/
/*------------------------------------------------------------*/

/* Most accesses go to the thread's own stack, where no heap block is. */
static IRExpr* is_not_on_stack(Translation* tr, IRExpr* addr)
{
   if (tr->stack_lo == IRTemp_INVALID) {
      tr->stack_lo = load(tr, &hp_threads_stack_lo);
      tr->stack_size = load(tr, &hp_threads_stack_size);
   }
   IRTemp offset = assign(tr, Ity_I64,
                          IRExpr_Binop(Iop_Sub64, addr,
                                       IRExpr_RdTmp(tr->stack_lo)));
   IRTemp outside = assign(tr, Ity_I1,
                           IRExpr_Binop(Iop_CmpLE64U,
                                        IRExpr_RdTmp(tr->stack_size),
                                        IRExpr_RdTmp(offset)));
   return IRExpr_RdTmp(outside);
}

typedef enum { LOAD, STORE } Access;

/* guard: the access takes place only if it is true; NULL for always. */
static void report(Translation* tr, Access access, IRExpr* addr, SizeT size,
                   IRExpr* guard)
{
   IRExpr** args = mkIRExprVec_2(addr, constant(size));
   IRDirty* call =
      access == LOAD
         ? unsafeIRDirty_0_N(2, "hp_traffic_load",
                             VG_(fnptr_to_fnentry)(hp_traffic_load), args)
         : unsafeIRDirty_0_N(2, "hp_traffic_store",
                             VG_(fnptr_to_fnentry)(hp_traffic_store), args);
   call->guard = guard != NULL ? guard : is_not_on_stack(tr, addr);
   addStmtToIRSB(tr->out, IRStmt_Dirty(call));
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
      break;
   case Ist_WrTmp: {
      const IRExpr* e = st->Ist.WrTmp.data;
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

IRSB* hp_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout* layout, const VexGuestExtents* vge,
                    const VexArchInfo* archinfo_host, IRType gWordTy,
                    IRType hWordTy)
{
   Translation tr = {.in = in,
                     .out = deepCopyIRSBExceptStmts(in),
                     .stack_lo = IRTemp_INVALID,
                     .stack_size = IRTemp_INVALID};
   Int i = 0;
   for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
      addStmtToIRSB(tr.out, in->stmts[i]);
   for (; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_IMark && tr.segment == NULL)
         begin_segment(&tr, i);
      if (st->tag == Ist_Exit)
         end_segment(&tr, True);
      else
         report_accesses(&tr, st);
      addStmtToIRSB(tr.out, in->stmts[i]);
   }
   end_segment(&tr, False);
   return tr.out;
}
