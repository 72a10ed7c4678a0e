/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/toggles.h"

#include "hpcmp/base/core.h"
#include "hpcmp/base/options.h"
#include "hpcmp/base/readable.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/count/gates.h"
#include "hpcmp/count/run.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/recording.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_machine.h"
#include "pub_tool_seqmatch.h"

enum { FROM = 1, TO = 2, ONLY = 4, RETURN = 8 };

/* The state of a thread. */
typedef struct {
    Addr passes; /* the superblock at which it has ended its turn, and which it passes next; or 0 */
    Addr inside; /* SP at the entry of the function of --hpcmp-only; 0: it is not inside */
} Passage;

HP_THREAD_SLOT(Passage, passage)

static Bool g_has_begun; /* --hpcmp-from has been reached, and not --hpcmp-to since */
static Bool g_is_stopped;
static Bool g_is_main_inside; /* the main thread, in the function of --hpcmp-only */
static UWord g_reached;       /* which functions have ever been entered */

/* Addresses to which functions of --hpcmp-only return: nodes without data. */
static VgHashTable* g_returns;
/* One of them whose superblock may have been translated before; or 0. */
static Addr g_new_return;

static Bool is_wanted(void) {
    return hp_clo_from != NULL || hp_clo_to != NULL || hp_clo_only != NULL;
}

static Bool is_inside(const Thread* t) {
    return passage_of(t) != NULL && passage_of(t)->inside != 0;
}

static Bool is_on(const Thread* t) {
    return g_has_begun && !g_is_stopped &&
           (hp_clo_only == NULL || g_is_main_inside || is_inside(t));
}

/*------------------------------------------------------------*/
/*--- Where                                                 ---*/
/*------------------------------------------------------------*/

enum { LONGEST_NAME = 1000 };

/* The pattern fits the name, or the name without parameters: "solve" fits "solve(int)". */
static Bool fits(const HChar* pattern, const HChar* name) {
    HChar plain[LONGEST_NAME];
    if (pattern == NULL)
        return False;
    if (VG_(string_match)(pattern, name))
        return True;
    const HChar* end = VG_(strchr)(name, '(');
    const SizeT length = end == NULL ? 0 : (SizeT)(end - name);
    if (length == 0 || length >= sizeof plain)
        return False;
    VG_(memcpy)(plain, name, length);
    plain[length] = '\0';
    return VG_(string_match)(pattern, plain);
}

static UWord what_at(Addr a) {
    const HChar* name;
    UWord what = g_returns != NULL && VG_(HT_lookup)(g_returns, a) != NULL ? RETURN : 0;
    if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), a, &name))
        return what;
    return what | (fits(hp_clo_from, name) ? FROM : 0) | (fits(hp_clo_to, name) ? TO : 0) |
           (fits(hp_clo_only, name) ? ONLY : 0);
}

Toggle hp_toggle_of(const IRSB* sb, Addr nraddr) {
    UInt n = 0;
    if (!is_wanted())
        return (Toggle){0, 0};
    for (Int i = 0; i < sb->stmts_used; i++)
        if (sb->stmts[i]->tag == Ist_IMark && n++ > 0 && what_at(sb->stmts[i]->Ist.IMark.addr) != 0)
            return (Toggle){0, n - 1};
    return (Toggle){what_at(nraddr), 0};
}

/*------------------------------------------------------------*/
/*--- In the program                                        ---*/
/*------------------------------------------------------------*/

/* The superblock that begins there asks, too, from its next execution on.  That cannot be in the
   turn that is about to end. */
static void watch_return(Addr a) {
    if (g_returns == NULL)
        g_returns = VG_(HT_construct)("hp.toggles.returns");
    if (VG_(HT_lookup)(g_returns, a) != NULL)
        return;
    hp_table_add(g_returns, a, "hp.toggles.return", sizeof(VgHashNode));
    g_new_return = a;
}

static void set_inside(Thread* t, Addr sp) {
    passage_of(t)->inside = sp;
    if (t->thid == 1)
        g_is_main_inside = sp != 0;
}

static void enter(Thread* t, Addr sp) {
    if (is_inside(t) && sp <= passage_of(t)->inside)
        return; /* it calls itself */
    set_inside(t, sp);
    if (hp_is_readable(sp, sizeof(Addr)))
        watch_return(*(const Addr*)sp);
}

static void pass(Thread* t, UWord what, Addr sp) {
    g_reached |= what;
    if ((what & FROM) != 0)
        g_has_begun = True;
    if ((what & TO) != 0)
        g_has_begun = False;
    if ((what & RETURN) != 0 && is_inside(t) && sp > passage_of(t)->inside)
        set_inside(t, 0);
    if ((what & ONLY) != 0)
        enter(t, sp);
}

VG_REGPARM(2) void hp_toggle_reached(UWord what, Addr here) {
    Thread* t = hp_thread(VG_(get_running_tid)());
    Passage* passage = HP_THREAD_DATA(t, passage);
    const Bool was_on = is_on(t);
    const Addr was_inside = passage->inside;
    if (passage->passes == here) {
        passage->passes = 0;
        return;
    }
    pass(t, what, VG_(get_SP)(t->tid));
    if (is_on(t) == was_on && passage->inside == was_inside)
        return;
    passage->passes = here;
    hp_gate_reached();
}

/*------------------------------------------------------------*/
/*--- Moments                                               ---*/
/*------------------------------------------------------------*/

void hp_toggles_begin(void) {
    g_has_begun = hp_clo_from == NULL && !hp_clo_begins_stopped;
}

Bool hp_toggle_has_been_reached(const HChar* function) {
    return (function == hp_clo_from && (g_reached & FROM) != 0) ||
           (function == hp_clo_to && (g_reached & TO) != 0) ||
           (function == hp_clo_only && (g_reached & ONLY) != 0);
}

void hp_toggle_set(Bool is_on) {
    g_is_stopped = !is_on;
    if (is_on)
        g_has_begun = True;
}

/* The turn has ended behind hp_toggle_reached, at an exit that the core does not patch.  So no
   translation is in use. */
void hp_toggles_turn_ends(Thread* unused) {
    if (g_new_return != 0)
        VG_(discard_translations)(g_new_return, 1, "hpcmp");
    g_new_return = 0;
}

void hp_toggles_turn_begins(Thread* t) {
    t->is_off = !is_on(t);
}

void hp_toggles_exits(Thread* t) {
    if (is_inside(t))
        set_inside(t, 0);
}

/* This thread is the main thread of the child. */
void hp_toggles_in_child(Thread* t) {
    g_is_main_inside = is_inside(t);
    hp_recording_left_out = 0;
}
