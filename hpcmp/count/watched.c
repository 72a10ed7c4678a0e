/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/watched.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/base/marked.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/stack_memory.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/lives.h"
#include "hpcmp/threads/moments.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"
#include "pub_tool_xarray.h"

static const Watcher* g_watcher;

/* Watched instructions that have been translated, and plain loads and stores that have been
   found. */
static VgHashTable* g_told;
typedef struct {
    VgHashNode node; /* key: the instruction */
    UInt n_vain;     /* times that a candidate has looked in vain */
    Bool is_candidate;
    Bool waits;        /* its loop can do nothing else; see can_only_wait */
    Bool is_hopeless;  /* its address cannot be told */
    Bool is_dismissed; /* it is not watched any more */
} Found;
static VgHashTable* g_found;

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

/* A file's code begins and ends with a page.  Instructions are asked about several times. */
static HpLibrary library_of(Addr code) {
    enum { PAGE_BITS = 12, N_RECENT = 256 };
    static struct {
        Addr page;
        UInt epoch;
        HpLibrary library;
    } recent[N_RECENT];
    Addr page = code >> PAGE_BITS;
    UInt epoch = VG_(current_DiEpoch)().n;
    UInt i = page % N_RECENT;
    if (recent[i].page != page || recent[i].epoch != epoch) {
        recent[i].page = page;
        recent[i].epoch = epoch;
        recent[i].library = hp_library_of(code);
    }
    return recent[i].library;
}

static Bool is_programs(Addr code) {
    HpLibrary library = library_of(code);
    return library == HP_NO_LIBRARY || (library == HP_PRELOAD_LIBRARY && hp_is_marked(code));
}

Bool hp_is_watched_code(Addr code) {
    return g_watcher != NULL && hp_clo_sync[HP_PRIM_ATOMIC] && is_programs(code);
}

static Found* found_at(Addr instruction) {
    return VG_(HT_lookup)(g_found, instruction);
}

static Found* add_found(Addr instruction, Bool is_candidate) {
    Found* found = hp_table_add(g_found, instruction, "hp.watched.found", sizeof *found);
    found->is_candidate = is_candidate;
    return found;
}

static Bool is_plain_access(const IRStmt* st) {
    return st->tag == Ist_Store || (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load);
}

static const IRExpr* loaded_from(const IRStmt* st) {
    return st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load
               ? st->Ist.WrTmp.data->Iex.Load.addr
               : NULL;
}

static const IRExpr* value_of(const IRSB* sb, const IRExpr* e) {
    for (Int i = 0; e->tag == Iex_RdTmp && i < sb->stmts_used; i++)
        if (sb->stmts[i]->tag == Ist_WrTmp && sb->stmts[i]->Ist.WrTmp.tmp == e->Iex.RdTmp.tmp)
            return sb->stmts[i]->Ist.WrTmp.data;
    return e;
}

/* The general registers lie first in the guest state. */
enum { LAST_REGISTER = offsetof(VexGuestAMD64State, guest_R15) };

/* Is the register at this offset a part of what the expression is computed from? */
static Bool comes_from(const IRSB* sb, const IRExpr* e, Int offset) {
    const IRExpr* value = value_of(sb, e);
    switch (value->tag) {
    case Iex_Get: return value->Iex.Get.offset == offset;
    case Iex_Unop: return comes_from(sb, value->Iex.Unop.arg, offset);
    case Iex_Binop:
        return comes_from(sb, value->Iex.Binop.arg1, offset) ||
               comes_from(sb, value->Iex.Binop.arg2, offset);
    default: return False;
    }
}

static Bool stays(const IRSB* sb, const IRExpr* e, Bool by_loads);

/* Is this loaded from an address that stays?  Then it stays, too, while the memory does. */
static Bool is_loaded_alike(const IRSB* sb, const IRExpr* e) {
    const IRExpr* value = value_of(sb, e);
    while (value->tag == Iex_Unop)
        value = value_of(sb, value->Iex.Unop.arg);
    return value->tag == Iex_Load && stays(sb, value->Iex.Load.addr, False);
}

/* Does the address come from the same registers as at the beginning of the superblock, and does the
   superblock not change them, or, if by_loads, only load them from places that stay?  Example of
   such a load: a thread waits for the node that a variable points to. */
static Bool stays(const IRSB* sb, const IRExpr* e, Bool by_loads) {
    if (e->tag != Iex_RdTmp)
        return True;
    const IRExpr* value = value_of(sb, e);
    if (value->tag == Iex_Unop)
        return stays(sb, value->Iex.Unop.arg, by_loads);
    if (value->tag == Iex_Binop)
        return stays(sb, value->Iex.Binop.arg1, by_loads) &&
               stays(sb, value->Iex.Binop.arg2, by_loads);
    if (value->tag == Iex_Load)
        return by_loads && is_loaded_alike(sb, value);
    if (value->tag != Iex_Get)
        return value->tag == Iex_Const;
    for (Int i = 0; i < sb->stmts_used; i++)
        if (sb->stmts[i]->tag == Ist_Put && sb->stmts[i]->Ist.Put.offset == value->Iex.Get.offset &&
            !(by_loads && is_loaded_alike(sb, sb->stmts[i]->Ist.Put.data)))
            return False;
    return True;
}

/* Loops that wait are that short. */
enum { LONGEST_LOOP = 256 };

/* The length of the instruction at `code` if it is one that loops have which do nothing but look:
   pause, nops, moves between registers; else 0. */
static UInt length_of_idle(const UChar* code) {
    UInt prefix = (code[0] & 0xf0) == 0x40 || code[0] == 0x66;
    const UChar* at = code + prefix;
    if (code[0] == 0xf3 && code[1] == 0x90)
        return 2;
    if (at[0] == 0x90)
        return prefix + 1;
    if ((at[0] == 0x89 || at[0] == 0x8b || at[0] == 0x31 || at[0] == 0x33) && at[1] >= 0xc0)
        return prefix + 2;
    return 0;
}

/* The superblock goes on here.  Behind instructions that do nothing, there may be the jump that
   closes the loop, as in `while (is_taken) pause();`. */
static Addr jumps_on_to(Addr next) {
    enum { LONGEST = 7 };
    const UChar* code = (const UChar*)next;
    UInt length;
    while (hp_is_readable((Addr)code, LONGEST) && (length = length_of_idle(code)) > 0)
        code += length;
    if (!hp_is_readable((Addr)code, LONGEST))
        return next;
    if (code[0] == 0xeb)
        return (Addr)code + 2 + *(const Char*)&code[1];
    Int distance;
    VG_(memcpy)(&distance, &code[1], sizeof distance);
    return code[0] == 0xe9 ? (Addr)code + 5 + distance : next;
}

/* Where the superblock jumps back to behind statement i, if that is this instruction or a place a
   little before it; else 0. */
static Addr jumps_back_to(const IRSB* sb, Int i, Addr instruction) {
    const Addr from = instruction - LONGEST_LOOP;
    for (i++; i < sb->stmts_used; i++) {
        const IRStmt* st = sb->stmts[i];
        if (st->tag == Ist_Exit && st->Ist.Exit.dst->Ico.U64 - from <= LONGEST_LOOP)
            return st->Ist.Exit.dst->Ico.U64;
    }
    if (sb->next->tag != Iex_Const || (sb->jumpkind != Ijk_Boring && sb->jumpkind != Ijk_Yield))
        return 0;
    Addr to = jumps_on_to(sb->next->Iex.Const.con->Ico.U64);
    return to - from <= LONGEST_LOOP ? to : 0;
}

/* Is there nothing else from `from` up to `to`? */
static Bool is_idle(Addr from, Addr to) {
    UInt length = 1;
    while (from < to && length > 0 && hp_is_readable(from, sizeof(UInt))) {
        length = length_of_idle((const UChar*)from);
        from += length;
    }
    return from == to;
}

/* From statement i on. */
static Bool stores(const IRSB* sb, Int i) {
    for (; i < sb->stmts_used; i++)
        if (sb->stmts[i]->tag == Ist_Store || sb->stmts[i]->tag == Ist_StoreG)
            return True;
    return False;
}

static Addr beginning_of(const IRSB* sb) {
    Int i = 0;
    while (sb->stmts[i]->tag != Ist_IMark)
        i++;
    return sb->stmts[i]->Ist.IMark.addr;
}

/* Does the load of the instruction that begins at statement i look like that of a loop which waits?
   It is in a short loop that stores nothing, at an address that stays.  A superblock that has other
   instructions before the loop shows its first round only, in which registers may be constants. */
static Bool seems_to_wait(const IRSB* sb, Int i) {
    Addr instruction = sb->stmts[i]->Ist.IMark.addr;
    if (jumps_back_to(sb, i, instruction) > beginning_of(sb))
        return False;
    const IRExpr* addr = NULL;
    for (Int k = i + 1; k < sb->stmts_used && sb->stmts[k]->tag != Ist_IMark && addr == NULL; k++)
        addr = loaded_from(sb->stmts[k]);
    return addr != NULL && jumps_back_to(sb, i, instruction) != 0 && !stores(sb, 0) &&
           stays(sb, addr, True);
}

/* Is all of the loop in this superblock, but for what does nothing, and is no register changed by
   what that register was before?  Then the loop ends only when the memory changes. */
static Bool can_only_wait(const IRSB* sb, Int k) {
    Addr instruction = sb->stmts[k]->Ist.IMark.addr;
    if (!is_idle(jumps_back_to(sb, k, instruction), instruction))
        return False;
    for (Int i = 0; i < sb->stmts_used; i++) {
        const IRStmt* st = sb->stmts[i];
        if (st->tag == Ist_Put && st->Ist.Put.offset <= LAST_REGISTER &&
            comes_from(sb, st->Ist.Put.data, st->Ist.Put.offset))
            return False;
    }
    return True;
}

Bool hp_begins_loop(const IRSB* sb, Int i) {
    Addr instruction = sb->stmts[i]->Ist.IMark.addr;
    if (instruction == beginning_of(sb)) /* a further round, because the loop is unrolled */
        return False;
    Addr to = hp_is_watched_code(instruction) ? jumps_back_to(sb, i, instruction) : 0;
    return to != 0 && is_idle(to, instruction) && !stores(sb, i);
}

static Bool is_plain_watched(const IRSB* sb, Int i) {
    Addr instruction = sb->stmts[i]->Ist.IMark.addr;
    const Found* found = found_at(instruction);
    if (found == NULL && hp_is_watched_code(instruction) && seems_to_wait(sb, i)) {
        Found* new = add_found(instruction, True);
        new->waits = can_only_wait(sb, i);
        new->is_candidate = !new->waits;
        found = new;
    }
    return found != NULL ? !found->is_dismissed : g_watcher->is_watched(instruction);
}

/* A static variable has its address in the instruction. */
static Bool is_at_watched_memory(const IRSB* sb, const IRStmt* st) {
    Bool is_store = st->tag == Ist_Store;
    const IRExpr* a = is_store ? st->Ist.Store.addr : st->Ist.WrTmp.data->Iex.Load.addr;
    const IRExpr* value = is_store ? st->Ist.Store.data : st->Ist.WrTmp.data;
    return g_watcher != NULL && a->tag == Iex_Const &&
           g_watcher->is_watched_memory(a->Iex.Const.con->Ico.U64,
                                        sizeofIRType(typeOfIRExpr(sb->tyenv, value)));
}

Bool hp_is_watched(const IRSB* sb, Int i) {
    Bool is_plain = False;
    for (Int k = i + 1; k < sb->stmts_used && sb->stmts[k]->tag != Ist_IMark; k++) {
        if (sb->stmts[k]->tag == Ist_CAS || sb->stmts[k]->tag == Ist_LLSC)
            return True;
        if (!is_plain_access(sb->stmts[k]))
            continue;
        if (is_at_watched_memory(sb, sb->stmts[k]))
            return hp_is_watched_code(sb->stmts[i]->Ist.IMark.addr);
        is_plain = True;
    }
    return is_plain && g_watcher != NULL && is_plain_watched(sb, i);
}

WatchedAccess* hp_watched_access(Addr instruction, UInt n_bytes, Bool is_unused) {
    hp_table_find_or_add(g_told, instruction, "hp.watched.told", sizeof(VgHashNode));
    WatchedAccess* access = hp_run_alloc_near(sizeof *access);
    access->instruction = instruction;
    access->n_bytes = n_bytes;
    access->is_unused = is_unused;
    access->is_marked = hp_is_marked(instruction);
    return access;
}

/* Instructions whose translations are to be dropped when the turn ends. */
static XArray* g_outdated;

static void translate_anew(Addr instruction) {
    VG_(addToXA)(g_outdated, &instruction);
}

static void drop_outdated(void) {
    for (Word i = 0; i < VG_(sizeXA)(g_outdated); i++)
        VG_(discard_translations)(*(Addr*)VG_(indexXA)(g_outdated, i), 1, HP_NAME);
    VG_(dropTailXA)(g_outdated, VG_(sizeXA)(g_outdated));
}

static void find(Addr instruction, Bool is_candidate) {
    Found* found = found_at(instruction);
    if (found != NULL && found->is_hopeless)
        return;
    if (found == NULL || found->is_dismissed)
        translate_anew(instruction);
    if (found == NULL)
        found = add_found(instruction, is_candidate);
    found->is_candidate &= is_candidate;
    found->is_dismissed = False;
}

void hp_watch_instruction(Addr instruction) {
    find(instruction, False);
}

void hp_watch_candidate(Addr instruction) {
    if (found_at(instruction) == NULL)
        find(instruction, True);
}

void hp_watch_give_up(Addr instruction) {
    Found* found = found_at(instruction);
    if (found == NULL || found->is_hopeless)
        return;
    found->is_hopeless = True;
    hp_watch_end_instruction(instruction);
}

void hp_watch_end_instruction(Addr instruction) {
    Found* found = found_at(instruction);
    if (found == NULL || found->is_dismissed)
        return;
    found->is_dismissed = True;
    translate_anew(instruction);
}

Bool hp_waits_by_code(Addr instruction) {
    const Found* found = found_at(instruction);
    return found != NULL && found->waits;
}

/* A loop that goes through data finds something else each time. */
enum { MOST_IN_VAIN = 64 };

Bool hp_watch_count_in_vain(Addr instruction) {
    Found* found = found_at(instruction);
    if (found == NULL || !found->is_candidate || found->is_dismissed)
        return False;
    if (++found->n_vain <= MOST_IN_VAIN)
        return True;
    hp_watch_end_instruction(instruction);
    return False;
}

VG_REGPARM(3) void hp_watched_look(Addr a, const WatchedAccess* access, UWord value) {
    g_watcher->look(hp_traffic_toucher, a, access, value);
}

VG_REGPARM(2) void hp_watched_expect(Addr a, UWord n) {
    g_watcher->expect(hp_traffic_toucher, a, n);
}

VG_REGPARM(2) void hp_watched_store(Addr a, const WatchedAccess* access) {
    g_watcher->store(hp_traffic_toucher, a, access);
}

void hp_watched_note_repetition(Thread* t) {
    g_watcher->repeated(t);
}

VG_REGPARM(3) void hp_watched_change(Addr a, const WatchedAccess* access, UWord changes) {
    if (changes)
        g_watcher->change(hp_traffic_toucher, a, access);
    else
        g_watcher->look(hp_traffic_toucher, a, access, HP_UNKNOWN_VALUE);
}

/*------------------------------------------------------------*/
/*--- Memory                                                ---*/
/*------------------------------------------------------------*/

enum { GRANULE = 1 << HP_GRANULE_SHIFT };

void hp_watch_memory(Addr a) {
    SizeT same;
    Block* outer = hp_blockmap_extent(a, 1, &same);
    if ((a >> HP_ADDRESS_BITS) != 0 || (outer != NULL && outer->is_word))
        return;
    Addr lo = a;
    Addr end = a + 1;
    while (lo % GRANULE != 0 && hp_blockmap_extent(lo - 1, 1, &same) == outer)
        lo--;
    while (end % GRANULE != 0 && hp_blockmap_extent(end, 1, &same) == outer)
        end++;
    Block* b = hp_block_pool_alloc();
    b->addr = lo;
    b->size = end - lo;
    b->is_word = b->is_crowded = True;
    if (outer == NULL) {
        hp_stack_memory_cut(lo);
    } else {
        hp_block_extra(b)->outer = outer;
        if (!outer->is_crowded)
            hp_traffic_crowd(outer);
    }
    hp_blockmap_add(b);
}

void hp_watch_end_memory(Block* b) {
    hp_blockmap_remove(b);
    b->is_dead = True;
    hp_block_release(b);
}

/* Accesses that have reached watched memory in this turn. */
typedef struct {
    Addr a;
    Bool is_write;
    WatchedAccess access;
} Touch;
enum { MOST_TOUCHES = 16 };
static Touch g_touches[MOST_TOUCHES];
static UInt g_n_touches;

/* Does generated code tell the accesses of this instruction, or can it not? */
static Bool is_told(Addr instruction) {
    const Found* found = found_at(instruction);
    if (found != NULL && (found->is_hopeless || found->is_dismissed))
        return found->is_hopeless;
    return VG_(HT_lookup)(g_told, instruction) != NULL;
}

/* The latest instruction that is_told, or 0. */
static Addr g_latest_told;

/* Words on t's own stack are left out: their frames end without a call, and other frames then have
   their local variables there.

   The access takes place in the middle of a superblock.  If its site has put the miss down, this
   may be called when the turn has ended already: just before hp_watched_turn_ends. */
static void on_word(Thread* t, Addr a, SizeT n, Bool is_write) {
    Addr instruction = hp_site_instruction != 0 ? hp_site_instruction : VG_(get_IP)(t->tid);
    if (instruction == g_latest_told || g_n_touches == MOST_TOUCHES || !g_watcher->knows(a, n) ||
        hp_is_on_own_stack(t, a) || (!hp_is_turn() && hp_site_instruction == 0) ||
        !hp_is_watched_code(instruction))
        return;
    if (is_told(instruction)) {
        g_latest_told = instruction;
        return;
    }
    g_touches[g_n_touches++] = (Touch){a, is_write, {.instruction = instruction, .n_bytes = n}};
    if (hp_is_turn())
        hp_turn_end_soon();
}

void hp_watched_turn_ends(Thread* t) {
    g_latest_told = 0;
    UInt n = g_n_touches;
    g_n_touches = 0;
    for (UInt i = 0; i < n; i++)
        g_watcher->touch(t, g_touches[i].a, &g_touches[i].access, g_touches[i].is_write);
    drop_outdated();
}

void hp_watch_begin(const Watcher* watcher) {
    g_watcher = watcher;
    g_told = VG_(HT_construct)("hp.watched.told");
    g_found = VG_(HT_construct)("hp.watched.found");
    g_outdated = VG_(newXA)(VG_(malloc), "hp.watched.outdated", VG_(free), sizeof(Addr));
    hp_traffic_on_word = on_word;
}
