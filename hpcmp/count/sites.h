/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Segments and access sites: to save time, a place in the code is looked at once and its executions
 * are counted, instead of looking at every execution.
 *
 * A segment is a stretch of a superblock that is left only at its end (or by a fault). An access
 * site is a load or store in a segment, or several whose addresses differ only by constants; these
 * are checked together, at the first of them or behind the last. Most sites stay in one block for a
 * long time. Such a site holds the block's range, and generated code compares addresses with it. As
 * long as the address is inside, there is nothing to do, because the site has accessed the block as
 * often as its segment has run since. Only an address outside is a miss. It needs a call, or is
 * noted and handled later, before that superblock or another one can note more. A site that goes
 * from block to block, for example because it follows pointers, roams: it gives up holding ranges
 * for a while.  Example: in one turn, a site loads 8 bytes of a block 1,000 times.  The first two
 * loads miss.  The other 998 are hits, which add 7,984 bytes to the block's traffic at the end of
 * the turn.
 *
 * A site holds a block's range only within one turn of a thread, because in a turn no block begins
 * or ends and no other thread touches one.  At the turn's end the hits become traffic
 * (count/traffic.h). Memory outside of all blocks is nobody's, and nothing is counted there. So a
 * site holds such a range until a block may have come into it.
 */
#ifndef HP_SITES_H
#define HP_SITES_H

#include "hpcmp/blocks/block.h"
#include "hpcmp/threads/threads.h"

struct _AccessSite;

typedef struct _Superblock {
    ULong n_entries;
    UInt n_sites;
    struct _AccessSite** sites;
} Superblock;

typedef struct _Segment {
    ULong n_left;            /* superblocks left by the exit at its end */
    struct _Segment* before; /* in the same superblock, or NULL */
    Superblock* superblock;
    UInt number;         /* one more than the one before; 0: no superblock */
    UInt n;              /* of instructions; 0: the rest of one that ... */
    Addr instructions[]; /* ... the segment before has counted */
} Segment;

/* One of a site's loads and stores. */
typedef struct {
    Addr instruction;
    Long offset; /* from the first one's address */
    UInt n_bytes;
    Bool is_write;
} SiteAccess;

typedef struct _AccessSite {
    /* Generated code: if the first access is at a, all are hits if a - lo < span. */
    Addr lo;
    SizeT span;
    Block* block;         /* hits are its traffic; NULL: nobody's */
    ULong first_run;      /* the segment's first run that can be a hit */
    ULong marked_run;     /* see hp_sites_mark */
    ULong held_in;        /* the turn in which it held its range last */
    Addr last_miss;       /* the lowest address accessed then */
    const Block* last;    /* where that was, NULL: in no block, ... */
    ULong last_in;        /* ... and in which turn */
    UInt n_restless;      /* signs that it does not stay anywhere */
    UInt n_roaming_turns; /* for how long it did not try to, the last time */
    ULong roams_until;    /* that turn's end: it does not try to */
    const Segment* segment;
    struct _AccessSite* next_held;    /* of all that held a range for this turn */
    struct _AccessSite* next_nobodys; /* of all that held one, of nobody's, on */
    /* The accesses lie in a range of `extent` bytes that begins `below` bytes below the address of
       the first access. They read n_read bytes and write n_written bytes. */
    UInt below;
    UInt extent;
    UInt n_read;
    UInt n_written;
    ULong r_and_w; /* the same, for hp_traffic_add */
    /* If not 0, the site is checked behind its last access. The first access's address is then
       base_offset plus the value at this offset of the guest state, which stays up to the last
       access. */
    Int base_register;
    Long base_offset;
    Bool is_watched; /* the access is told (watched.h), so that watched memory can be held */
    Bool is_held;
    Bool is_nobodys;
    Bool holds_on; /* to its range, when the turn ends */
    UInt n_accesses;
    SiteAccess accesses[];
} AccessSite;

/* NULL once there are as many segments as can have a number. */
Superblock* hp_superblock_new(UInt max_sites, UInt max_segments);
/* The next segment of a superblock; before is NULL for its first. */
Segment* hp_segment_new(Superblock* superblock, Segment* before, UInt n_instructions);
AccessSite* hp_site_new(Segment* segment, UInt max_accesses);
void hp_site_add_access(AccessSite* site, SiteAccess access);

/* Called by generated code: the site's accesses, the lowest of which is at `lowest`, are not
   hits. */
VG_REGPARM(2) void hp_site_miss(Addr lowest, AccessSite* site);
/* Called by generated code: handles the misses that were noted in hp_run.missed_in. */
VG_REGPARM(0) void hp_sites_see_to_misses(void);

/* The instruction that makes an access, while this access of a site is counted by itself; otherwise
 * 0. */
extern Addr hp_site_instruction;

/* The turn is about to end with a fault at ip. Corrects the counts, because the last run of its
   last segment is incomplete. */
void hp_sites_end_by_fault(Thread* t, Addr ip);

/* Gives the addresses of the instructions that the last superblock in this turn has executed.
   Returns how many there are, 0 if they are not known. */
UInt hp_last_instructions(const Addr** addresses);

/* hp_sites_mark, between two superblocks of a turn, marks the hits so far. hp_sites_count_to_mark
   turns the marked hits into traffic, but not later ones. Since the mark, `latest` has begun to run
   once. If it has begun more often and nothing else has run, the mark counts as set before its
   latest run. */
void hp_sites_mark(void);
void hp_sites_count_to_mark(Thread* t, const Superblock* latest);
/* Do all sites of the superblock that hold a block belong to its first segment? */
Bool hp_sites_hold_in_first_only(const Superblock* superblock);

/* Between two superblocks of a turn: brings the thread's counts up to date, as the end of the turn
   does. */
void hp_turn_update_counts(Thread* t);

/* When a turn ends, the hits of sites become traffic, and the executed instructions are added to
   the thread's. */

#endif
