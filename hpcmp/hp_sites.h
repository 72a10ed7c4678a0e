/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Segments and access sites: what is counted at a place in the code instead of
 * at every execution.
 *
 * A segment is a stretch of a superblock that is left only at its end (or by a
 * fault).  An access site is a load or store in it.  Most sites stay in one
 * block for a long time; such a site holds the block's range, generated code
 * compares with it, and as long as the address is inside nothing is to be done:
 * the site has accessed the block as often as its segment has run since.  Only
 * an address outside calls for help.  A site that goes from block to block, as
 * when it follows pointers, roams: it gives up holding ranges for a while.
 *
 * What sites hold is valid within one turn of a thread, in which no block begins
 * or ends and nobody else touches one; at the turn's end it becomes traffic
 * (hp_traffic.h).
 */
#ifndef HP_SITES_H
#define HP_SITES_H

#include "hp_threads.h"

typedef struct _AccessSite {
   /* Generated code: an access at a is a hit if a - lo < span. */
   Addr lo;
   SizeT span;
   Block* block;         /* hits are its traffic; NULL: nobody's */
   ULong first_run;      /* the segment's first run that can be a hit */
   ULong held_in;        /* the turn in which it held its range last */
   const Block* last;    /* where its last miss was, NULL: in no block, ... */
   ULong last_in;        /* ... and in which turn */
   UInt n_restless;      /* signs that it does not stay anywhere */
   UInt roaming;         /* so many accesses more it does not try to */
   const ULong* n_runs;  /* of its segment */
   struct _AccessSite* next_held;       /* of all sites that hold a range */
   struct _AccessSite* next_in_segment;
   Addr instruction;
   UInt n_bytes;
   Bool is_write;
   Bool is_held;
} AccessSite;

typedef struct {
   ULong n_runs;   /* complete ones */
   UInt number;    /* 1, 2, ..., below 1 << HP_SEGMENT_BITS; 0: no more of them */
   UInt n;         /* of instructions */
   AccessSite* sites;
   Addr instructions[];
} Segment;

Segment* hp_segment_new(UInt n_instructions);
AccessSite* hp_site_new(Segment* segment, Addr instruction, UInt n_bytes,
                        Bool is_write);

/* Called by generated code: the running thread's access is not a hit. */
VG_REGPARM(2) void hp_site_load_miss(Addr a, AccessSite* site);
VG_REGPARM(2) void hp_site_store_miss(Addr a, AccessSite* site);

/* The turn ends: what the sites hold becomes the thread's traffic. */
void hp_sites_end_turn(Thread* t);
/* The turn that has just ended did so with a fault at ip: accounts for what the
   incomplete run of its last segment did, and did not do. */
void hp_sites_end_by_fault(Thread* t, Addr ip);

#endif
