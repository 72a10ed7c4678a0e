/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Segments and access sites. They save time: the tool looks at a place in the code once and counts
 * how often it is executed, instead of looking at every execution.
 *
 * A segment is a stretch of a superblock that is left only at its end (or by a fault). An access
 * site is a load or store in a segment. Several loads and stores whose addresses differ only by
 * constants are one site, too, and are checked together, at the first of them or behind the last.
 * Most sites stay in one block for a long time. Such a site holds the block's range, and generated
 * code compares each address with this range. An address inside the range is a hit. A hit needs no
 * further code, because the number of hits follows from how often the segment has run since. An
 * address outside the range is a miss. A miss needs a call of the tool, or it is noted and handled
 * later, before the next misses are noted. A site that goes from block to block, for example
 * because it follows pointers, roams: it gives up holding ranges for a while. Example: in one turn,
 * a site loads 8 bytes of a block 1,000 times. The first two loads miss. The other 998 are hits,
 * which add 7,984 bytes to the block's traffic at the end of the turn.
 *
 * A site holds a block's range only within one turn of a thread, because in a turn no block begins
 * or ends and no other thread touches one. At the turn's end the hits become traffic
 * (count/traffic.h). Memory outside of all blocks is nobody's, and accesses to it are not counted.
 * So a site holds a range of nobody's memory longer, until a block may have been put there.
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
    ULong n_left;            /* times that the superblock was left at this segment's end
                              */
    struct _Segment* before; /* the segment before, in the same superblock, or NULL */
    Superblock* superblock;
    UInt number;         /* one more than that of the segment before; 0: no superblock */
    UInt n;              /* number of instructions; 0: the rest of an instruction that ... */
    Addr instructions[]; /* ... the segment before has counted */
} Segment;

/* One of a site's loads and stores. */
typedef struct {
    Addr instruction;
    Long offset; /* from the address of the site's first access */
    UInt n_bytes;
    Bool is_write;
} SiteAccess;

typedef struct _AccessSite {
    /* Generated code checks this: if the first access is at a, and a - lo < span, all accesses of
       the site are hits. */
    Addr lo;
    SizeT span;
    Block* block;         /* hits count for this block; NULL: the range is nobody's */
    ULong first_run;      /* the segment's first run that can be a hit */
    ULong marked_run;     /* see hp_sites_mark */
    ULong held_in;        /* the turn in which it held its range last */
    Addr last_miss;       /* the lowest address accessed at the last miss */
    const Block* last;    /* the block of an earlier miss; NULL: nobody's memory */
    ULong last_in;        /* the turn of that earlier miss */
    UInt n_restless;      /* signs that the site does not stay in one block */
    UInt n_roaming_turns; /* how many turns it roamed the last time */
    ULong roams_until;    /* the site roams up to the end of this turn */
    const Segment* segment;
    struct _AccessSite* next_held;    /* in the list of sites that held a range for this turn */
    struct _AccessSite* next_nobodys; /* in the list of sites that hold a range of nobody's memory
                                         after the turn, too */
    /* The accesses lie in a range of `extent` bytes that begins `below` bytes below the address of
       the first access. They read n_read bytes and write n_written bytes. */
    UInt below;
    UInt extent;
    UInt n_read;
    UInt n_written;
    ULong r_and_w; /* n_read and n_written in one number, for hp_traffic_add */
    /* If not 0, the site is checked behind its last access. Then the address of the first access is
       base_offset plus the register at this offset of the guest state. This register does not
       change before the last access. */
    Int base_register;
    Long base_offset;
    Bool is_watched; /* the watcher hears of the access (watched.h), so the site may hold watched
                        memory */
    Bool is_held;
    Bool is_nobodys;
    Bool holds_on; /* it keeps its range when the turn ends */
    UInt n_accesses;
    SiteAccess accesses[];
} AccessSite;

/* Returns NULL if no more segments can get a number. */
Superblock* hp_superblock_new(UInt max_sites, UInt max_segments);
/* Makes the next segment of a superblock. `before` is NULL for the first one. */
Segment* hp_segment_new(Superblock* superblock, Segment* before, UInt n_instructions);
AccessSite* hp_site_new(Segment* segment, UInt max_accesses);
void hp_site_add_access(AccessSite* site, SiteAccess access);

/* Called by generated code: the site has missed. The lowest address of its accesses is `lowest`. */
VG_REGPARM(2) void hp_site_miss(Addr lowest, AccessSite* site);
/* Called by generated code: handles the misses that were noted in hp_run.missed_in. */
VG_REGPARM(0) void hp_sites_see_to_misses(void);

/* While one access of a site is counted by itself, the instruction that makes this access;
   otherwise 0. */
extern Addr hp_site_instruction;

/* The turn is about to end with a fault at ip. Corrects the counts, because the last segment has
   not run to its end. */
void hp_sites_end_by_fault(Thread* t, Addr ip);

/* Sets *addresses to the addresses of the instructions that the last superblock in this turn has
   executed. Returns their number, or 0 if they are unknown. */
UInt hp_last_instructions(const Addr** addresses);

/* hp_sites_mark(), called between two superblocks of a turn, marks the hits so far.
   hp_sites_count_to_mark() turns the marked hits into traffic, but not later hits. Since the mark,
   the superblock `latest` has begun to run once. It may have begun more often if no other
   superblock has run. Then its hits before its latest run count as marked. */
void hp_sites_mark(void);
void hp_sites_count_to_mark(Thread* t, const Superblock* latest);
/* Do all sites of the superblock that hold a block belong to its first segment? */
Bool hp_sites_hold_in_first_only(const Superblock* superblock);

/* Called between two superblocks of a turn. Brings the thread's counts up to date, as the end of
   the turn does. */
void hp_turn_update_counts(Thread* t);

/* When a turn ends, the hits of sites become traffic, and the executed instructions are added to
   the thread's. */

#endif
