/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/watched.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/libraries.h"
#include "hpcmp/blocks/map.h"
#include "hpcmp/count/gates.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/sites.h"
#include "hpcmp/count/stacks.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/lives.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_machine.h"
#include "pub_tool_xarray.h"

static const Watcher* g_watcher;

/* Watched instructions that have been translated, and plain loads and stores that have been
   found. */
static VgHashTable* g_told;
typedef struct {
    VgHashNode node; /* key: the instruction */
    UInt n_vain;     /* times that a candidate has looked in vain; */
    Bool is_candidate;
} Found;
static VgHashTable* g_found;

/*------------------------------------------------------------*/
/*--- Instructions                                          ---*/
/*------------------------------------------------------------*/

Bool hp_is_watched_code(Addr code) {
    return g_watcher != NULL && hp_library_of(code) == HP_NO_LIBRARY;
}

static Bool is_plain_access(const IRStmt* st) {
    return st->tag == Ist_Store ||
           (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load);
}

Bool hp_is_watched(const IRSB* sb, Int i) {
    Addr instruction = sb->stmts[i]->Ist.IMark.addr;
    Bool is_plain = False;
    for (i++; i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark; i++) {
        if (sb->stmts[i]->tag == Ist_CAS || sb->stmts[i]->tag == Ist_LLSC)
            return True;
        is_plain |= is_plain_access(sb->stmts[i]);
    }
    return is_plain && g_watcher != NULL &&
           (VG_(HT_lookup)(g_found, instruction) != NULL || g_watcher->is_watched(instruction));
}

const WatchedAccess* hp_watched_access(Addr instruction, UInt n_bytes) {
    if (VG_(HT_lookup)(g_told, instruction) == NULL) {
        VgHashNode* node = VG_(malloc)("hp.watched.told", sizeof *node);
        node->key = instruction;
        VG_(HT_add_node)(g_told, node);
    }
    WatchedAccess* access = hp_run_alloc_near(sizeof *access);
    access->instruction = instruction;
    access->n_bytes = n_bytes;
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

static void add_found(Addr instruction, Bool is_candidate) {
    Found* found = VG_(HT_lookup)(g_found, instruction);
    if (found == NULL) {
        found = VG_(calloc)("hp.watched.found", 1, sizeof *found);
        found->node.key = instruction;
        found->is_candidate = is_candidate;
        VG_(HT_add_node)(g_found, found);
        translate_anew(instruction);
    }
    found->is_candidate &= is_candidate;
}

void hp_watch_instruction(Addr instruction) {
    add_found(instruction, False);
}

void hp_watch_candidate(Addr instruction) {
    add_found(instruction, True);
}

void hp_watch_no_more(Addr instruction) {
    Found* found = VG_(HT_remove)(g_found, instruction);
    if (found == NULL)
        return;
    VG_(free)(found);
    translate_anew(instruction);
}

/* A loop that goes through data finds something else each time. */
enum { MOST_IN_VAIN = 64 };

Bool hp_is_candidate(Addr instruction) {
    Found* found = VG_(HT_lookup)(g_found, instruction);
    if (found == NULL || !found->is_candidate)
        return False;
    if (++found->n_vain <= MOST_IN_VAIN)
        return True;
    hp_watch_no_more(instruction);
    return False;
}

VG_REGPARM(3) void hp_watched_look(Addr a, const WatchedAccess* access, UWord value) {
    g_watcher->look(hp_traffic_toucher, a, access, value);
}

VG_REGPARM(2) void hp_watched_store(Addr a, const WatchedAccess* access) {
    g_watcher->store(hp_traffic_toucher, a, access);
}

VG_REGPARM(3) void hp_watched_change(Addr a, const WatchedAccess* access, UWord changes) {
    if (changes)
        g_watcher->change(hp_traffic_toucher, a, access);
    else
        g_watcher->look(hp_traffic_toucher, a, access, 0);
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
        hp_stacks_leave_out(lo);
    } else {
        hp_block_extra(b)->outer = outer;
        if (!outer->is_crowded)
            hp_traffic_crowd(outer);
    }
    hp_blockmap_add(b);
}

void hp_watch_end(Block* b) {
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

/* The access takes place in the middle of a superblock. */
static void on_word(Thread* t, Addr a, SizeT n, Bool is_write) {
    Addr instruction =
        hp_site_instruction != 0 ? hp_site_instruction : VG_(get_IP)(t->tid);
    if (g_n_touches == MOST_TOUCHES || !g_watcher->knows(a, n) || !hp_is_turn() || !hp_is_watched_code(instruction) ||
        VG_(HT_lookup)(g_found, instruction) != NULL ||
        VG_(HT_lookup)(g_told, instruction) != NULL)
        return;
    g_touches[g_n_touches++] = (Touch){a, is_write, {.instruction = instruction, .n_bytes = n}};
    hp_turn_must_end();
}

void hp_watched_turn_ends(Thread* t) {
    UInt n = g_n_touches;
    g_n_touches = 0;
    for (UInt i = 0; i < n; i++)
        g_watcher->touch(t, g_touches[i].a, &g_touches[i].access, g_touches[i].is_write);
    drop_outdated();
}

void hp_watch(const Watcher* watcher) {
    g_watcher = watcher;
    g_told = VG_(HT_construct)("hp.watched.told");
    g_found = VG_(HT_construct)("hp.watched.found");
    g_outdated =
        VG_(newXA)(VG_(malloc), "hp.watched.outdated", VG_(free), sizeof(Addr));
    hp_traffic_on_word = on_word;
}
