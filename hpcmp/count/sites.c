/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/sites.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/traffic.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/recording.h"
#include "hpcmp/threads/waiting.h"
#include "pub_tool_machine.h"

/* By number; 0 is none's. */
static Segment** g_segments;
static UInt g_n_segments = 1;

static AccessSite* g_held;
static AccessSite* g_nobodys;
static ULong g_turn = 1;

Addr hp_site_instruction;

Superblock* hp_superblock_new(UInt max_sites, UInt max_segments) {
    if (g_n_segments + max_segments > HP_SEGMENT_MASK)
        return NULL;
    Superblock* superblock = hp_run_alloc_near(sizeof *superblock);
    superblock->sites = hp_run_alloc_near(max_sites * sizeof *superblock->sites);
    return superblock;
}

static UInt add_to_segments(Segment* segment) {
    if ((g_n_segments & (g_n_segments - 1)) == 0)
        g_segments =
            VG_(realloc)("hp.sites.segments", g_segments, 2 * g_n_segments * sizeof *g_segments);
    g_segments[g_n_segments] = segment;
    return g_n_segments++;
}

Segment* hp_segment_new(Superblock* superblock, Segment* before, UInt n_instructions) {
    Segment* segment = hp_run_alloc_near(sizeof *segment + n_instructions * sizeof(Addr));
    segment->superblock = superblock;
    segment->before = before;
    segment->n = n_instructions;
    if (superblock != NULL)
        segment->number = add_to_segments(segment);
    return segment;
}

AccessSite* hp_site_new(Segment* segment, UInt max_accesses) {
    AccessSite* site = hp_run_alloc_near(sizeof *site + max_accesses * sizeof *site->accesses);
    site->segment = segment;
    Superblock* superblock = segment->superblock;
    superblock->sites[superblock->n_sites++] = site;
    return site;
}

void hp_site_add_access(AccessSite* site, SiteAccess access) {
    site->accesses[site->n_accesses++] = access;
    if (-access.offset > (Long)site->below) {
        site->extent += -access.offset - site->below;
        site->below = -access.offset;
    }
    UInt end = access.offset + site->below + access.n_bytes;
    if (end > site->extent)
        site->extent = end;
    *(access.is_write ? &site->n_written : &site->n_read) += access.n_bytes;
    site->r_and_w = hp_r_and_w(site->n_read, site->n_written);
}

/*------------------------------------------------------------*/
/*--- Holding a range                                       ---*/
/*------------------------------------------------------------*/

/* A range that few accesses hit costs more than it saves. */
#define FEW_HITS 16

/* How often the segment has begun to run. */
static ULong n_runs(const Segment* segment) {
    ULong n = segment->superblock->n_entries;
    for (segment = segment->before; segment != NULL; segment = segment->before)
        n -= segment->n_left;
    return n;
}

/* The site's n hits become traffic; it holds nothing any more. */
static void let_go(Thread* t, AccessSite* site, ULong n) {
    if (site->block != NULL && n > 0)
        hp_traffic_charge(t, site->block, n * site->n_read, n * site->n_written);
    if (n >= FEW_HITS) {
        site->n_restless = 0;
        site->n_roaming_turns = 0;
    }
    site->span = 0;
}

#define MAX_RESTLESS 64
#define MAX_RESTLESS_AGAIN 8
#define MIN_ROAMING_TURNS 16
#define MAX_ROAMING_TURNS 4096

/* A site that roams for the first time does so briefly; it goes on for ever longer if
   it then shows no sign of having changed. */
static void grow_restless(AccessSite* site) {
    if (site->is_watched || ++site->n_restless < MAX_RESTLESS)
        return;
    site->n_restless = MAX_RESTLESS - MAX_RESTLESS_AGAIN;
    if (site->n_roaming_turns == 0)
        site->n_roaming_turns = MIN_ROAMING_TURNS;
    else if (site->n_roaming_turns < MAX_ROAMING_TURNS)
        site->n_roaming_turns *= 2;
    site->roams_until = g_turn + site->n_roaming_turns;
}

/* From its segment's next run on, accesses that lie all in [lo, lo + size) are
   hits.  Does it hold that? */
static Bool hold(AccessSite* site, Block* b, Addr lo, SizeT size) {
    if (size < site->extent)
        return False;
    site->lo = lo + site->below;
    site->span = size - site->extent + 1;
    site->block = b;
    site->first_run = n_runs(site->segment);
    site->holds_on = False;
    return True;
}

static void hold_for_this_turn(AccessSite* site, Block* b, Addr lo, SizeT size) {
    if (!hold(site, b, lo, size))
        return;
    site->held_in = g_turn;
    if (site->is_held)
        return;
    site->is_held = True;
    site->next_held = g_held;
    g_held = site;
    if (b != NULL)
        hp_run_end_chain();
}

/* If there is no heap block in the page or region around this address, the site holds that range,
   after this turn, too.  Returns whether it does. */
static Bool hold_nobodys(AccessSite* site, Addr lowest) {
    Addr start;
    SizeT size = hp_blockmap_empty_around(lowest, &start);
    if (size == 0 || lowest - start + site->extent > size || !hold(site, NULL, start, size))
        return False;
    site->holds_on = True;
    if (!site->is_nobodys) {
        site->is_nobodys = True;
        site->next_nobodys = g_nobodys;
        g_nobodys = site;
    }
    return True;
}

/* A second miss in a turn at the same place makes it worth to hold a range:
   short turns have few. */
static Bool is_second_miss(AccessSite* site, const Block* b) {
    if (site->last == b && site->last_in == g_turn)
        return True;
    site->last = b;
    site->last_in = g_turn;
    grow_restless(site);
    return False;
}

static void end_hold_by_miss(Thread* t, AccessSite* site) {
    ULong n_hits = n_runs(site->segment) - 1 - site->first_run;
    if (n_hits < FEW_HITS)
        grow_restless(site);
    let_go(t, site, n_hits);
    site->held_in = 0;
}

/* Counts each access by itself, because not all of them are in one block. */
static void charge_each(Addr lowest, const AccessSite* site) {
    for (UInt i = 0; i < site->n_accesses; i++) {
        const SiteAccess* access = &site->accesses[i];
        hp_site_instruction = access->instruction;
        hp_traffic_count_range(hp_traffic_toucher, lowest + site->below + access->offset,
                               access->n_bytes, access->is_write);
    }
    hp_site_instruction = 0;
}

/* Memory of nobody's is held like a block if it is in the thread's stack or has blocks around. */
static void miss_nobodys(Addr lowest, AccessSite* site) {
    Bool is_second = is_second_miss(site, NULL);
    SizeT same;
    if (is_second && lowest - hp_run.stack_lo < hp_run.stack_size)
        hold_for_this_turn(site, NULL, hp_run.stack_lo, hp_run.stack_size);
    else if (!hold_nobodys(site, lowest) && is_second &&
             hp_blockmap_extent(lowest, ~(SizeT)0 - lowest, &same) == NULL)
        hold_for_this_turn(site, NULL, lowest, same);
}

/* Watched memory is held like the memory that it lies in if the access is told: nothing else is to
   be done at it. */
static void miss_word(Addr lowest, AccessSite* site, Block* word) {
    charge_each(lowest, site);
    if (site->is_watched && hp_is_all_inside(word, lowest, site->extent) &&
        is_second_miss(site, word))
        hold_for_this_turn(site, hp_block_outer(word), word->addr, word->size);
}

static __attribute__((noinline)) void miss(Addr lowest, AccessSite* site) {
    Thread* t = hp_traffic_toucher;
    if (site->span > 0)
        end_hold_by_miss(t, site);
    if (UNLIKELY(hp_is_left_out(t)))
        return;
    Block* b = hp_blockmap_lookup(lowest);
    if (b == NULL && hp_is_nobodys(lowest, site->extent)) {
        miss_nobodys(lowest, site);
    } else if (b != NULL && hp_is_all_inside(b, lowest, site->extent) && !b->is_crowded) {
        hp_traffic_charge(t, b, site->n_read, site->n_written);
        if (is_second_miss(site, b))
            hold_for_this_turn(site, b, b->addr, b->size);
    } else if (b != NULL && b->is_word) {
        miss_word(lowest, site, b);
    } else {
        charge_each(lowest, site);
    }
}

static __attribute__((noinline)) void roam_far(Addr lowest, AccessSite* site) {
    if (!hp_traffic_add(lowest, site->extent, site->r_and_w))
        charge_each(lowest, site);
}

/* The rare cases are calls with the same arguments that do not return here, so that no register
   has to be kept. */
VG_REGPARM(2) void hp_site_miss(Addr lowest, AccessSite* site) {
    hp_run_see_to_repetition();
    site->last_miss = lowest;
    if (site->roams_until < g_turn) {
        miss(lowest, site);
        return;
    }
    Block* b = hp_blockmap_lookup(lowest);
    if (b != NULL && hp_traffic_is_in(b, lowest, site->extent))
        hp_traffic_add_at(b, site->r_and_w);
    else
        roam_far(lowest, site);
}

VG_REGPARM(0) void hp_sites_see_to_misses(void) {
    const Superblock* superblock = hp_run.missed_in;
    hp_run.missed_in = NULL;
    for (UInt i = 0; i < superblock->n_sites; i++) {
        Addr a = hp_run.misses[i];
        if (a == 0)
            continue;
        hp_run.misses[i] = 0;
        hp_site_miss(a - superblock->sites[i]->below, superblock->sites[i]);
    }
}

/*------------------------------------------------------------*/
/*--- Beginning and end of a turn                           ---*/
/*------------------------------------------------------------*/

static void let_go_of_nobodys(void) {
    while (g_nobodys != NULL) {
        AccessSite* site = g_nobodys;
        g_nobodys = site->next_nobodys;
        if (site->holds_on)
            site->span = 0;
        site->is_nobodys = False;
    }
}

void hp_sites_turn_begins(Thread* t) {
    hp_run.progress = 0;
    hp_run.counted = 0;
    hp_run.own = 0;
    if (!hp_blockmap_has_spread)
        return;
    hp_blockmap_forget_empty();
    let_go_of_nobodys();
}

static void let_go_of_all(Thread* t) {
    if (hp_run.missed_in != NULL)
        hp_sites_see_to_misses();
    while (g_held != NULL) {
        AccessSite* site = g_held;
        g_held = site->next_held;
        if (site->span > 0 && !site->holds_on)
            let_go(t, site, n_runs(site->segment) - site->first_run);
        site->is_held = False;
    }
    g_turn++;
}

void hp_sites_mark(void) {
    for (AccessSite* site = g_held; site != NULL; site = site->next_held)
        if (site->block != NULL)
            site->marked_run = n_runs(site->segment);
}

static Bool is_of_first_segment(const AccessSite* site, const Superblock* superblock) {
    return site->segment->superblock == superblock && site->segment->before == NULL;
}

void hp_sites_count_to_mark(Thread* t, const Superblock* latest) {
    for (AccessSite* site = g_held; site != NULL; site = site->next_held) {
        if (site->block == NULL || site->span == 0 || site->holds_on)
            continue;
        ULong run = is_of_first_segment(site, latest) ? latest->n_entries - 1 : site->marked_run;
        Long n = run - site->first_run;
        if (n <= 0)
            continue;
        hp_traffic_charge(t, site->block, n * site->n_read, n * site->n_written);
        site->first_run = run;
    }
}

Bool hp_sites_hold_in_first_only(const Superblock* superblock) {
    for (const AccessSite* site = g_held; site != NULL; site = site->next_held)
        if (site->span > 0 && site->block != NULL && !is_of_first_segment(site, superblock))
            return False;
    return True;
}

void hp_sites_turn_ends(Thread* t) {
    hp_turn_update_counts(t);
    t->own += hp_run.own;
}

void hp_turn_update_counts(Thread* t) {
    hp_run_see_to_repetition();
    let_go_of_all(t);
    hp_count_executed(t, hp_run_uncounted());
    hp_run.counted = hp_run_executed();
}

static UInt n_instructions_up_to(const Segment* segment, Addr ip) {
    for (UInt i = 0; i < segment->n; i++)
        if (segment->instructions[i] == ip)
            return i + 1;
    return 0;
}

/* Has the superblock's incomplete run, in the turn before this one, been taken
   for a hit? */
static Bool is_taken_for_hit(const AccessSite* site) {
    return site->held_in + 1 == g_turn && site->block != NULL &&
           n_runs(site->segment) > site->first_run;
}

/* Takes back the traffic of an access that did not happen, although it has been counted. */
static void take_back(Thread* t, const AccessSite* site, const SiteAccess* access) {
    Long n = access->n_bytes;
    if (is_taken_for_hit(site))
        hp_traffic_charge(t, site->block, access->is_write ? 0 : -n, access->is_write ? -n : 0);
    else
        hp_traffic_take_back(t, site->last_miss + site->below + access->offset, n,
                             access->is_write);
}

/* Did the run that ended in the segment's n-th instruction get to the site's
   first access?  Of several sites in that instruction, only the first did for
   sure. */
static Bool is_reached(const Segment* segment, UInt n, const AccessSite* site,
                       const AccessSite* site_before) {
    Addr instruction = site->accesses[0].instruction;
    if (site->segment != segment || n_instructions_up_to(segment, instruction) > n)
        return False;
    return n_instructions_up_to(segment, instruction) < n || site_before == NULL ||
           site_before->segment != segment || site_before->accesses[0].instruction != instruction;
}

/* The n-th instruction of the segment faulted, and runs again if at all.  Misses before the fault
   have been counted.  Hits have been counted as if the superblock had run to its end. */
static void end_site_by_fault(Thread* t, const Segment* segment, UInt n, const AccessSite* site,
                              Bool is_reached) {
    if (!is_reached && !is_taken_for_hit(site))
        return;
    for (UInt i = 0; i < site->n_accesses; i++) {
        const SiteAccess* access = &site->accesses[i];
        Bool has_happened = is_reached && n_instructions_up_to(segment, access->instruction) < n;
        if (!has_happened)
            take_back(t, site, access);
    }
}

/* The same for a site whose check stands behind the fault.  If the site held a block, its run has
   been taken for a hit, although it may have accessed another place. */
static void end_unseen_by_fault(Thread* t, const Segment* segment, UInt n, const AccessSite* site) {
    if (is_taken_for_hit(site))
        hp_traffic_charge(t, site->block, -(Long)site->n_read, -(Long)site->n_written);
    Addr base;
    VG_(get_shadow_regs_area)(t->tid, (UChar*)&base, 0, site->base_register, sizeof base);
    for (UInt i = 0; i < site->n_accesses; i++) {
        const SiteAccess* access = &site->accesses[i];
        if (n_instructions_up_to(segment, access->instruction) < n)
            hp_traffic_count_range(t, base + site->base_offset + access->offset, access->n_bytes,
                                   access->is_write);
    }
}

static Bool is_unseen(const Segment* segment, UInt n, const AccessSite* site) {
    const SiteAccess* last = &site->accesses[site->n_accesses - 1];
    return site->base_register != 0 && site->segment == segment &&
           n_instructions_up_to(segment, last->instruction) >= n;
}

/* NULL: none that has a number. */
static const Segment* last_segment(void) {
    UWord number = hp_run.progress & HP_SEGMENT_MASK;
    return number == 0 ? NULL : g_segments[number];
}

UInt hp_last_instructions(const Addr** addresses) {
    enum { MOST = 1024 };
    static Addr all[MOST];
    UInt begin = MOST;
    for (const Segment* segment = last_segment(); segment != NULL; segment = segment->before) {
        if (segment->n > begin)
            return 0;
        begin -= segment->n;
        VG_(memcpy)(&all[begin], segment->instructions, segment->n * sizeof *all);
    }
    *addresses = &all[begin];
    return MOST - begin;
}

/* The segment's instruction at ip faulted: how many is that from its start?  VEX
   does not set the instruction pointer between the rounds of a loop that it
   unrolls; it is still at the branch that ends the round before, which cannot
   fault itself. */
static UInt n_instructions_to_fault(const Segment* segment, Addr ip) {
    const Segment* before = segment->before;
    if (before != NULL && before->n > 0 && ip == before->instructions[before->n - 1])
        return 1;
    return n_instructions_up_to(segment, ip);
}

void hp_sites_end_by_fault(Thread* t, Addr ip) {
    hp_run_see_to_repetition();
    let_go_of_all(t);
    const Segment* segment = last_segment();
    if (segment == NULL)
        return;
    UInt n = n_instructions_to_fault(segment, ip);
    if (n == 0 && segment->n > 0)
        return;
    if (n > 0)
        hp_count_executed(t, -(Long)(segment->n - n));
    if (hp_is_left_out(t))
        return;
    const AccessSite* before = NULL;
    for (UInt i = 0; i < segment->superblock->n_sites; i++) {
        const AccessSite* site = segment->superblock->sites[i];
        if (is_unseen(segment, n, site))
            end_unseen_by_fault(t, segment, n, site);
        else if (site->segment->number >= segment->number)
            end_site_by_fault(t, segment, n, site, is_reached(segment, n, site, before));
        before = site;
    }
}
