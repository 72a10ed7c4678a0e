/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_sites.h"

#include "hp_blockmap.h"
#include "hp_run.h"
#include "hp_traffic.h"
#include "pub_tool_xarray.h"

/* By number. */
static XArray* g_segments; /* of const Segment* */

static AccessSite* g_held;
static ULong g_turn = 1;

static UInt new_number(const Segment* segment)
{
   if (g_segments == NULL) {
      const Segment* none = NULL;
      g_segments = VG_(newXA)(VG_(malloc), "hp.sites.segments", VG_(free),
                              sizeof segment);
      VG_(addToXA)(g_segments, &none);
   }
   if (VG_(sizeXA)(g_segments) > (Word)HP_SEGMENT_MASK)
      return 0;
   return VG_(addToXA)(g_segments, &segment);
}

Segment* hp_segment_new(UInt n_instructions)
{
   Segment* segment =
      hp_run_alloc_near(sizeof *segment + n_instructions * sizeof(Addr));
   segment->number = new_number(segment);
   segment->n = n_instructions;
   return segment;
}

AccessSite* hp_site_new(Segment* segment, Addr instruction, UInt n_bytes,
                        Bool is_write)
{
   AccessSite* site = hp_run_alloc_near(sizeof *site);
   site->n_runs = &segment->n_runs;
   site->instruction = instruction;
   site->n_bytes = n_bytes;
   site->is_write = is_write;
   site->next_in_segment = segment->sites;
   segment->sites = site;
   return site;
}

/*------------------------------------------------------------*/
/*--- Holding a range                                       ---*/
/*------------------------------------------------------------*/

/* A range that few accesses hit costs more than it saves. */
#define FEW_HITS 16

static ULong n_hits(const AccessSite* site)
{
   ULong n_runs = *site->n_runs;
   return n_runs > site->first_run ? n_runs - site->first_run : 0;
}

/* The site's hits become traffic; it holds nothing any more. */
static void let_go(Thread* t, AccessSite* site)
{
   if (site->span == 0)
      return;
   ULong n = n_hits(site);
   if (site->block != NULL && n > 0)
      hp_traffic_charge(t, site->block, n * site->n_bytes, site->is_write);
   if (n >= FEW_HITS)
      site->n_restless = 0;
   site->span = 0;
}

#define MAX_RESTLESS 64
#define ROAMING_ACCESSES 8192

static void grow_restless(AccessSite* site)
{
   if (++site->n_restless < MAX_RESTLESS)
      return;
   site->n_restless = 0;
   site->roaming = ROAMING_ACCESSES;
}

/* From its segment's next run on, what lies in [lo, lo + size) is a hit. */
static void hold(AccessSite* site, Block* b, Addr lo, SizeT size)
{
   if (size < site->n_bytes)
      return;
   site->lo = lo;
   site->span = size - site->n_bytes + 1;
   site->block = b;
   site->first_run = *site->n_runs + 1;
   site->held_in = g_turn;
   if (!site->is_held) {
      site->is_held = True;
      site->next_held = g_held;
      g_held = site;
   }
}

/* No heap block is here; nor are any around it in the same cell, or in the
   thread's stack. */
static void hold_nobodys(AccessSite* site, Addr a)
{
   if (a - hp_run.stack_lo < hp_run.stack_size) {
      hold(site, NULL, hp_run.stack_lo, hp_run.stack_size);
      return;
   }
   SizeT same;
   if (hp_blockmap_extent(a, ~(SizeT)0 - a, &same) == NULL)
      hold(site, NULL, a, same);
}

/* A second miss in a turn at the same place makes it worth to hold a range:
   short turns have few. */
static Bool is_second_miss(AccessSite* site, const Block* b)
{
   if (site->last == b && site->last_in == g_turn)
      return True;
   site->last = b;
   site->last_in = g_turn;
   grow_restless(site);
   return False;
}

static __attribute__((noinline)) void miss(Addr a, AccessSite* site)
{
   Thread* t = hp_traffic_toucher;
   if (site->span > 0) {
      if (n_hits(site) < FEW_HITS)
         grow_restless(site);
      let_go(t, site);
      site->held_in = 0;
   }
   if (UNLIKELY(t->n_paused > 0))
      return;
   UInt n = site->n_bytes;
   Block* b = hp_blockmap_lookup(a);
   if (b == NULL && !hp_reaches_next_granule(a, n)) {
      if (is_second_miss(site, NULL))
         hold_nobodys(site, a);
   } else if (b != NULL && hp_is_all_inside(b, a, n) && !b->is_crowded) {
      hp_traffic_charge(t, b, n, site->is_write);
      if (is_second_miss(site, b))
         hold(site, b, b->addr, b->size);
   } else {
      hp_traffic_range(t, a, n, site->is_write);
   }
}

VG_REGPARM(2) void hp_site_load_miss(Addr a, AccessSite* site)
{
   if (site->roaming == 0) {
      miss(a, site);
      return;
   }
   site->roaming--;
   hp_traffic_load(a, site->n_bytes);
}

VG_REGPARM(2) void hp_site_store_miss(Addr a, AccessSite* site)
{
   if (site->roaming == 0) {
      miss(a, site);
      return;
   }
   site->roaming--;
   hp_traffic_store(a, site->n_bytes);
}

/*------------------------------------------------------------*/
/*--- The end of a turn                                     ---*/
/*------------------------------------------------------------*/

void hp_sites_end_turn(Thread* t)
{
   while (g_held != NULL) {
      AccessSite* site = g_held;
      g_held = site->next_held;
      let_go(t, site);
      site->is_held = False;
   }
   g_turn++;
}

static UInt n_instructions_up_to(const Segment* segment, Addr ip)
{
   for (UInt i = 0; i < segment->n; i++)
      if (segment->instructions[i] == ip)
         return i + 1;
   return 0;
}

/* Did the site hold a range in the turn before this one, and so hit it in the
   incomplete run if it came before the fault? */
static Bool hit_in_last_run(const AccessSite* site)
{
   return site->held_in + 1 == g_turn && site->block != NULL
          && *site->n_runs >= site->first_run;
}

/* NULL: none that can be incomplete. */
static const Segment* last_segment(void)
{
   UWord number = hp_run.progress & HP_SEGMENT_MASK;
   if (number == 0)
      return NULL;
   return *(const Segment**)VG_(indexXA)(g_segments, number);
}

void hp_sites_end_by_fault(Thread* t, Addr ip)
{
   const Segment* segment = last_segment();
   UInt n = segment == NULL ? 0 : n_instructions_up_to(segment, ip);
   if (n == 0)
      return;
   hp_threads_take_back_instructions(t, segment->n - n);
   if (t->n_paused > 0)
      return;
   for (AccessSite* site = segment->sites; site != NULL;
        site = site->next_in_segment) {
      UInt at = n_instructions_up_to(segment, site->instruction);
      if (at < n && hit_in_last_run(site))
         hp_traffic_charge(t, site->block, site->n_bytes, site->is_write);
   }
}
