/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Unwinding a stack takes some microseconds, and most stacks are the same as a recent one. So
 * recent stacks are kept, each with the words of memory from which it was unwound. If these words
 * have not changed, the stack is the same and need not be unwound again.
 */

#include "hpcmp/where/call_stacks.h"

#include "hpcmp/base/options.h"
#include "hpcmp/threads/moments.h"
#include "pub_tool_options.h"

/* 16 bytes: there may be many. */
typedef struct {
    CodePlace* place;
    UInt caller : 31;
    UInt is_told : 1;
    UInt next; /* of the same hash; 0: none */
} Stack;

/* By number; 0 is none's. */
static Stack* g_stacks;
static UInt g_n_stacks = 1;
static UInt* g_chains;
static UInt g_n_chains;

/*------------------------------------------------------------*/
/*--- By place and caller                                   ---*/
/*------------------------------------------------------------*/

static UWord mix_hash(UWord hash, UWord value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15UL;
    return hash ^ (hash >> 29);
}

static UInt* chain_of(const CodePlace* place, StackNumber caller) {
    return &g_chains[mix_hash((UWord)place, ((UWord)place->number << 32) | caller) &
                     (g_n_chains - 1)];
}

/* There are as many chains as there is room for stacks. */
static void grow(void) {
    g_n_chains = g_n_chains == 0 ? 1024 : 2 * g_n_chains;
    g_stacks = VG_(realloc)("hp.stacks", g_stacks, g_n_chains * sizeof *g_stacks);
    VG_(free)(g_chains);
    g_chains = VG_(calloc)("hp.stacks.chains", g_n_chains, sizeof *g_chains);
    for (UInt i = 1; i < g_n_stacks; i++) {
        UInt* chain = chain_of(g_stacks[i].place, g_stacks[i].caller);
        g_stacks[i].next = *chain;
        *chain = i;
    }
}

static StackNumber stack_at(CodePlace* place, StackNumber caller) {
    if (g_n_stacks >= g_n_chains)
        grow();
    UInt* chain = chain_of(place, caller);
    for (UInt i = *chain; i != 0; i = g_stacks[i].next)
        if (g_stacks[i].place == place && g_stacks[i].caller == caller)
            return i;
    g_stacks[g_n_stacks] = (Stack){.place = place, .caller = caller, .next = *chain};
    *chain = g_n_stacks;
    return g_n_stacks++;
}

CodePlace* hp_stack_place(StackNumber stack) {
    return g_stacks[stack].place;
}

StackNumber hp_stack_caller(StackNumber stack) {
    return g_stacks[stack].caller;
}

Bool hp_stack_is_told(StackNumber stack) {
    return g_stacks[stack].is_told;
}

void hp_stack_set_told(StackNumber stack, Bool is_told) {
    g_stacks[stack].is_told = is_told;
}

void hp_stack_keep_names(StackNumber stack) {
    for (; stack != 0 && !g_stacks[stack].is_told; stack = g_stacks[stack].caller)
        if (!g_stacks[stack].place->is_told)
            hp_code_names(g_stacks[stack].place);
}

/*------------------------------------------------------------*/
/*--- By frames                                             ---*/
/*------------------------------------------------------------*/

static CodePlace* g_frames[HP_MOST_FRAMES];

/* Without what lies around the program's own: from [*begin, *end). */
static void leave_out_insides(UInt* begin, UInt* end) {
    UInt n = *end;
    while (*begin < n && g_frames[*begin]->is_inside)
        (*begin)++;
    if (*begin == n)
        for (*begin = 0; *begin + 1 < n && g_frames[*begin]->is_ours;)
            (*begin)++;
}

/* Behind what begins the program unwinding may have gone on to nowhere.  *n: of frames
   that say so.  Returns False if no frame is what begins the program. */
static Bool leave_out_beginning(UInt begin, UInt* end, UInt* n) {
    Bool is_found = False;
    for (UInt i = *end - 1; i > begin; i--)
        if (g_frames[i]->is_below_main) {
            *end = i;
            *n = i + 1;
            is_found = True;
        }
    while (*end > begin + 1 && g_frames[*end - 1]->is_inside)
        (*end)--;
    return is_found;
}

static UInt most_frames(void) {
    return VG_(clo_backtrace_size);
}

/* Our own frames and those of the libraries' insides, which are left out, are seldom more than
   this. */
enum { INSIDES = 8 };

UInt hp_frames_to_unwind(void) {
    return most_frames() + INSIDES;
}

/* Without our wrappers in between.  A stack that has further callers, which are not recorded,
   has the place that says so as its outermost one: with --num-callers=2, main -> f -> g -> h
   becomes (stack cut off) -> g -> h.  *n: how many of the frames had to be looked at. */
static StackNumber number_stack(const Frames* frames, Bool with_insides, UInt* n) {
    UInt begin = 0, end = frames->n;
    *n = end;
    for (UInt i = 0; i < end; i++)
        g_frames[i] = hp_code_at(frames->ip[i]);
    if (!with_insides)
        leave_out_insides(&begin, &end);
    Bool is_cut = !leave_out_beginning(begin, &end, n) && frames->is_cut;
    if (end > begin + most_frames()) {
        end = begin + most_frames();
        is_cut = True;
    }
    StackNumber root = is_cut ? stack_at(hp_code_cut_off(), 0) : 0;
    StackNumber stack = root;
    while (end > begin)
        if (!g_frames[--end]->is_ours || (end == begin && stack == root))
            stack = stack_at(g_frames[end], stack);
    return stack;
}

StackNumber hp_stack_of_instructions(const Frames* frames) {
    UInt n;
    return number_stack(frames, True, &n);
}

/*------------------------------------------------------------*/
/*--- The latest ones                                       ---*/
/*------------------------------------------------------------*/

typedef struct {
    Registers registers;
    StackNumber stack; /* 0: none */
    Bool is_fp_needed;
    UInt n_words;
    UInt room;
    Word8* words;
} Recent;

/* Calls from the same function have the same registers, so there is room for some. */
enum { N_SETS = 1 << 8, N_WAYS = 8 };

typedef struct {
    Recent ways[N_WAYS];
    UInt oldest;
} RecentSet;

static RecentSet* g_recent;

static RecentSet* set_of(Registers now) {
    return &g_recent[mix_hash(mix_hash(0, now.ip), now.sp) & (N_SETS - 1)];
}

static void forget_recent(void) {
    for (UInt set = 0; set < N_SETS; set++)
        for (UInt way = 0; way < N_WAYS; way++)
            g_recent[set].ways[way].stack = 0;
}

/* Each word is where unwinding would look, as long as those before are the same; so it can
   be read. */
static Bool is_same(const Recent* recent, Registers now) {
    if (recent->stack == 0 || recent->registers.ip != now.ip || recent->registers.sp != now.sp ||
        (recent->is_fp_needed && recent->registers.fp != now.fp))
        return False;
    for (UInt i = 0; i < recent->n_words; i++)
        if (*(const Addr*)recent->words[i].at != recent->words[i].value)
            return False;
    return True;
}

static void remember(Recent* recent, Registers now, const Unwound* from, StackNumber stack) {
    UInt n = from->n_words;
    recent->stack = from->is_known ? stack : 0;
    recent->registers = now;
    recent->is_fp_needed = from->is_fp_needed;
    recent->n_words = n;
    if (n > recent->room) {
        recent->room = 2 * n;
        recent->words = VG_(realloc)("hp.stacks.words", recent->words, 2 * n * sizeof(Word8));
    }
    VG_(memcpy)(recent->words, from->words, n * sizeof(Word8));
}

StackNumber hp_stack_of(const Thread* t) {
    if (!hp_clo_stacks)
        return 0;
    if (hp_code_has_changed())
        forget_recent();
    Registers now = hp_registers_of(t);
    RecentSet* set = set_of(now);
    for (UInt way = 0; way < N_WAYS; way++)
        if (is_same(&set->ways[way], now))
            return set->ways[way].stack;
    const Frames* frames = hp_unwind(t, now, hp_frames_to_unwind());
    UInt n;
    StackNumber stack = number_stack(frames, False, &n);
    remember(&set->ways[set->oldest++ % N_WAYS], now, hp_unwound_from(frames, n), stack);
    return stack;
}

void hp_call_stacks_untold(Thread* t) {
    for (UInt i = 1; i < g_n_stacks; i++)
        g_stacks[i].is_told = False;
}

void hp_call_stacks_init(void) {
    g_recent = VG_(calloc)("hp.stacks.recent", N_SETS, sizeof *g_recent);
}
