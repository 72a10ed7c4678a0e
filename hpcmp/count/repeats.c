/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/repeats.h"

#include "hpcmp/base/readable.h"
#include "hpcmp/base/tables.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/waiting.h"

/* What generated code compares with, or NULL. */
static Repeat* g_open;

/* The instruction that has repeated its change latest. */
static const Repeat* g_latest;

static VgHashTable* g_repeats;

/* Cache lines of code that have such an instruction. */
static VgHashTable* g_lines;

static Addr line_of(Addr code) {
    enum { LINE_BITS = 6 };
    return code >> LINE_BITS;
}

Repeat* hp_repeat_of(Addr instruction) {
    Repeat* repeat = VG_(HT_lookup)(g_repeats, instruction);
    if (repeat != NULL)
        return repeat;
    repeat = hp_run_alloc_near(sizeof *repeat);
    repeat->node.key = instruction;
    repeat->limit = &hp_run.limit;
    VG_(HT_add_node)(g_repeats, repeat);
    hp_table_find_or_add(g_lines, line_of(instruction), "hp.repeats.line", sizeof(VgHashNode));
    return repeat;
}

static Bool is_lock(Addr code) {
    enum { LOCK = 0xf0, OTHER_SIZE = 0x66, LONGEST = 2 };
    const UChar* bytes = (const UChar*)code;
    return hp_is_readable(code, LONGEST) &&
           (bytes[0] == LOCK || (bytes[0] == OTHER_SIZE && bytes[1] == LOCK));
}

static Bool is_near_line(Addr line) {
    return VG_(HT_lookup)(g_lines, line - 1) != NULL ||
               VG_(HT_lookup)(g_lines, line) != NULL || VG_(HT_lookup)(g_lines, line + 1) != NULL;
}

Bool hp_repeats_are_near(Addr begin, Addr end) {
    return is_lock(end) || is_near_line(line_of(begin)) || is_near_line(line_of(end));
}

void hp_repeat_set_superblock(Repeat* repeat, const Segment* last, Bool stays) {
    const Segment* first = last;
    while (first != NULL && first->before != NULL)
        first = first->before;
    if (first == NULL || first->superblock == NULL)
        return;
    repeat->superblock = first->superblock;
    repeat->first = first->number;
    repeat->n = stays ? last->number - first->number + 1 : 0;
}

void hp_repeats_close(void) {
    if (g_open != NULL)
        g_open->at = 0;
    g_open = NULL;
    hp_run.look_key = 0;
    hp_run_end_chain();
}

/* Generated code marks no site.  Those of the superblock's first segment need no mark, because that
   segment runs as often as the superblock; so no other site may hold a block. */
static void open(Repeat* repeat, Addr a) {
    hp_repeats_close();
    if (repeat->n == 0 || !hp_sites_hold_in_first_only(repeat->superblock))
        return;
    g_open = repeat;
    repeat->at = a;
    hp_run.chain_first = repeat->first;
    hp_run.chain_n = repeat->n;
}

void hp_repeat(Addr a, const WatchedAccess* access, ULong former) {
    if (hp_run.missed_in != NULL)
        hp_sites_see_to_misses();
    hp_sites_mark();
    hp_run.repeated = hp_run.progress;
    hp_run.repeated_former = former;
    g_latest = access->repeat;
    open(access->repeat, a);
}

void hp_repeat_may_look(Addr a, UInt n_bytes) {
    if (g_open != NULL)
        hp_run.look_key = HP_LOOK_KEY(a, n_bytes);
}

static void see_to_latest(void) {
    Thread* t = hp_traffic_toucher;
    ULong executed = hp_run.repeated >> HP_SEGMENT_BITS;
    hp_run.repeated = 0;
    hp_sites_count_to_mark(t, g_latest->superblock);
    hp_count_executed(t, executed - hp_run.counted);
    hp_run.counted = executed;
    hp_watched_note_repetition(t);
}

void hp_repeats_init(void) {
    g_repeats = VG_(HT_construct)("hp.repeats");
    g_lines = VG_(HT_construct)("hp.repeats.lines");
    hp_run_see_to_latest_repetition = see_to_latest;
}
