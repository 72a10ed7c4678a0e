/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/count/traffic.h"

#include "hpcmp/blocks/map.h"
#include "hpcmp/count/run.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/recording.h"
#include "pub_tool_poolalloc.h"

/* The blocks with pending counts of a thread, each once. */
typedef struct {
    Ref* blocks;
    UInt n;
    UInt capacity;
    VgHashTable* spills; /* NULL until there was one */
} Touches;

HP_THREAD_SLOT(Touches, touches)

Thread* hp_traffic_toucher;
ULong hp_traffic_toucher_bits;

void (*hp_traffic_on_word)(Thread* t, Addr a, SizeT n, Bool is_write);

/* No thread that touches blocks has this ThreadId. */
#define NOBODY HP_MAX_TOUCHER

static PoolAlloc* g_spill_pool;

/*------------------------------------------------------------*/
/*--- A thread's list of touched blocks                     ---*/
/*------------------------------------------------------------*/

Spill* hp_traffic_spills(const Block* b) {
    const BlockExtra* extra = hp_block_extra_if_any(b);
    return extra == NULL ? NULL : extra->spills;
}

/*------------------------------------------------------------*/
/*--- The pending counts of a block's toucher               ---*/
/*------------------------------------------------------------*/

static Bool is_toucher(const Thread* t, const Block* b) {
    return b->toucher == t->tid && t->tid != VG_INVALID_THREADID;
}

static Traffic traffic_of_toucher(const Block* b) {
    Traffic traffic = {b->r, b->w};
    const BlockExtra* extra = hp_block_extra_if_any(b);
    if (extra != NULL) {
        traffic.r += extra->carried.r;
        traffic.w += extra->carried.w;
    }
    return traffic;
}

static void set_traffic_of_toucher(Block* b, Traffic traffic) {
    const ULong limit = 1UL << 31;
    Bool is_small = traffic.r < limit && traffic.w < limit;
    b->r_and_w = is_small ? hp_r_and_w(traffic.r, traffic.w) : 0;
    if (!is_small || b->has_extra)
        hp_block_extra(b)->carried = is_small ? (Traffic){0, 0} : traffic;
}

void hp_traffic_carry(Block* b) {
    Traffic traffic = traffic_of_toucher(b);
    b->r_and_w = 0;
    hp_block_extra(b)->carried = traffic;
}

static Spill* spill_of(const Thread* t, const Block* b) {
    if (hp_traffic_spills(b) == NULL || touches_of(t) == NULL || touches_of(t)->spills == NULL)
        return NULL;
    return VG_(HT_lookup)(touches_of(t)->spills, (UWord)b);
}

/* Where the block remembers its place in t's list. */
static UInt* touch_index_of(const Thread* t, Block* b) {
    return is_toucher(t, b) ? &b->touch_index : &spill_of(t, b)->touch_index;
}

static UInt touch_list_add(Thread* t, Block* b) {
    Touches* touches = HP_THREAD_DATA(t, touches);
    if (touches->n == touches->capacity) {
        touches->capacity = touches->capacity == 0 ? 64 : 2 * touches->capacity;
        touches->blocks = VG_(realloc)("hp.traffic.touched", touches->blocks,
                                       touches->capacity * sizeof *touches->blocks);
    }
    touches->blocks[touches->n] = hp_ref(b);
    return touches->n++;
}

static void touch_list_remove(Thread* t, UInt index) {
    Touches* touches = touches_of(t);
    tl_assert(index < touches->n);
    Ref last = touches->blocks[--touches->n];
    if (index == touches->n)
        return;
    touches->blocks[index] = last;
    *touch_index_of(t, hp_at(last)) = index;
}

/*------------------------------------------------------------*/
/*--- Changing a block's toucher                            ---*/
/*------------------------------------------------------------*/

static Spill* add_spill(Thread* t, Block* b, Traffic traffic, UInt touch_index) {
    BlockExtra* extra = hp_block_extra(b);
    Spill* s = VG_(allocEltPA)(g_spill_pool);
    s->node.key = (UWord)b;
    s->thread = t;
    s->traffic = traffic;
    s->touch_index = touch_index;
    s->prev = NULL;
    s->next = extra->spills;
    if (s->next != NULL)
        s->next->prev = s;
    extra->spills = s;
    Touches* touches = HP_THREAD_DATA(t, touches);
    if (touches->spills == NULL)
        touches->spills = VG_(HT_construct)("hp.traffic.spill_table");
    VG_(HT_add_node)(touches->spills, s);
    return s;
}

/* Sets the toucher's counts aside. */
static void spill(Block* b) {
    if (b->toucher != 0)
        add_spill(hp_thread(b->toucher), b, traffic_of_toucher(b), b->touch_index);
    b->toucher = 0;
}

void hp_traffic_crowd(Block* b) {
    spill(b);
    b->is_crowded = True;
}

static void drop_spill(Block* b, Spill* s) {
    if (s->prev != NULL)
        s->prev->next = s->next;
    else
        hp_block_extra(b)->spills = s->next;
    if (s->next != NULL)
        s->next->prev = s->prev;
    VG_(HT_remove)(touches_of(s->thread)->spills, s->node.key);
    VG_(freeEltPA)(g_spill_pool, s);
}

static void take_over(Thread* t, Block* b) {
    Spill* own = spill_of(t, b);
    spill(b);
    b->toucher = t->tid;
    if (own != NULL) {
        set_traffic_of_toucher(b, own->traffic);
        b->touch_index = own->touch_index;
        drop_spill(b, own);
    } else {
        set_traffic_of_toucher(b, (Traffic){0, 0});
        b->touch_index = touch_list_add(t, b);
    }
}

/*------------------------------------------------------------*/
/*--- Accesses                                              ---*/
/*------------------------------------------------------------*/

void hp_traffic_charge(Thread* t, Block* b, Long n_read, Long n_written) {
    if (b->is_crowded) {
        Spill* s = spill_of(t, b);
        if (s == NULL)
            s = add_spill(t, b, (Traffic){0, 0}, touch_list_add(t, b));
        s->traffic.r += n_read;
        s->traffic.w += n_written;
        return;
    }
    if (!is_toucher(t, b))
        take_over(t, b);
    Traffic traffic = traffic_of_toucher(b);
    traffic.r += n_read;
    traffic.w += n_written;
    set_traffic_of_toucher(b, traffic);
}

/* Splits the range at the borders of blocks; each byte counts for `sign`. */
static void charge_range(Thread* t, Addr a, SizeT n, Bool is_write, Long sign) {
    if (hp_is_left_out(t) || a + n < a)
        return;
    while (n > 0) {
        SizeT same;
        Block* b = hp_blockmap_extent(a, n, &same);
        if (b != NULL && b->is_word) {
            if (sign > 0)
                hp_traffic_on_word(t, a, same, is_write);
            b = hp_block_outer(b);
        }
        if (b != NULL && is_write)
            hp_traffic_charge(t, b, 0, sign * (Long)same);
        else if (b != NULL)
            hp_traffic_charge(t, b, sign * (Long)same, 0);
        a += same;
        n -= same;
    }
}

void hp_traffic_count_range(Thread* t, Addr a, SizeT n, Bool is_write) {
    charge_range(t, a, n, is_write, 1);
}

void hp_traffic_take_back(Thread* t, Addr a, SizeT n, Bool is_write) {
    charge_range(t, a, n, is_write, -1);
}

VG_REGPARM(2) void hp_traffic_load(Addr a, SizeT n) {
    hp_run_see_to_repetition();
    if (!hp_traffic_add(a, n, hp_r_and_w(n, 0)))
        hp_traffic_count_range(hp_traffic_toucher, a, n, False);
}

VG_REGPARM(2) void hp_traffic_store(Addr a, SizeT n) {
    hp_run_see_to_repetition();
    if (!hp_traffic_add(a, n, hp_r_and_w(0, n)))
        hp_traffic_count_range(hp_traffic_toucher, a, n, True);
}

/*------------------------------------------------------------*/
/*--- Counts become events                                  ---*/
/*------------------------------------------------------------*/

Traffic hp_traffic_pending(const Thread* t, const Block* b) {
    if (is_toucher(t, b))
        return traffic_of_toucher(b);
    const Spill* s = spill_of(t, b);
    return s == NULL ? (Traffic){0, 0} : s->traffic;
}

/* Pending counts of t at b end, its place in the list of touched blocks too,
   unless the whole list is about to go. */
static void forget(Thread* t, Block* b, Bool whole_list_goes) {
    Spill* s = NULL;
    if (!is_toucher(t, b) && (s = spill_of(t, b)) == NULL)
        return;
    if (!whole_list_goes)
        touch_list_remove(t, *touch_index_of(t, b));
    if (s != NULL)
        drop_spill(b, s);
    else
        b->toucher = 0;
}

Traffic hp_traffic_take(Thread* t, Block* b) {
    Traffic pending = hp_traffic_pending(t, b);
    forget(t, b, False);
    return pending;
}

UInt hp_traffic_n_touched(const Thread* t) {
    return touches_of(t) == NULL ? 0 : touches_of(t)->n;
}

const Block* hp_traffic_touched(const Thread* t, UInt i) {
    return hp_at(touches_of(t)->blocks[i]);
}

/* A block that is removed from the list leaves its place to the last one. */
void hp_traffic_drop(Thread* t, const Traffic* counts, UInt n) {
    while (n-- > 0) {
        Block* b = hp_at(touches_of(t)->blocks[n]);
        Traffic pending = hp_traffic_pending(t, b);
        if (pending.r == counts[n].r && pending.w == counts[n].w) {
            forget(t, b, False);
            hp_block_release(b);
        } else {
            hp_traffic_charge(t, b, -(Long)counts[n].r, -(Long)counts[n].w);
        }
    }
}

void hp_traffic_clear(Thread* t) {
    Touches* touches = touches_of(t);
    if (touches == NULL)
        return;
    for (UInt i = 0; i < touches->n; i++) {
        Block* b = hp_at(touches->blocks[i]);
        forget(t, b, True);
        hp_block_release(b);
    }
    touches->n = 0;
}

/*------------------------------------------------------------*/
/*--- Moments                                               ---*/
/*------------------------------------------------------------*/

void hp_traffic_turn_begins(Thread* t) {
    hp_traffic_toucher = t;
    hp_traffic_toucher_bits = (ULong)(hp_is_left_out(t) ? NOBODY : t->tid) << HP_ADDRESS_BITS;
}

/* The child drops the pending counts of the parent's threads, because they belong to the
   parent. */
void hp_traffic_in_child(Thread* unused) {
    HP_FOR_EACH_THREAD (t)
        hp_traffic_clear(t);
}

void hp_traffic_gone(Thread* t) {
    if (touches_of(t) == NULL)
        return;
    VG_(free)(touches_of(t)->blocks);
    if (touches_of(t)->spills == NULL)
        return;
    /* Its last event has taken all that was pending. */
    tl_assert(VG_(HT_count_nodes)(touches_of(t)->spills) == 0);
    VG_(HT_destruct)(touches_of(t)->spills, VG_(free));
}

void hp_traffic_init(void) {
    g_spill_pool = VG_(newPA)(sizeof(Spill), 1000, VG_(malloc), "hp.traffic.spills", VG_(free));
}
