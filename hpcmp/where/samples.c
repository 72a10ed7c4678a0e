/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In the k-th stretch of N instructions, a hash chooses the instruction that is sampled. With a
 * fixed distance, all samples in a loop would be at the same place if N is a multiple of the loop's
 * length. The choice depends only on the thread and on k, so that a repeated run gives the same
 * samples.
 */

#include "hpcmp/where/samples.h"

#include "hpcmp/base/options.h"
#include "hpcmp/count/chase.h"
#include "hpcmp/count/run.h"
#include "hpcmp/count/steps.h"
#include "hpcmp/threads/moments.h"
#include "hpcmp/threads/recording.h"
#include "hpcmp/threads/waiting.h"

typedef struct {
    ULong n_taken;
    ULong next; /* the number of the instruction that is the next one */
    UInt n;     /* of stacks */
    UInt room;
    Sample* stacks;
} Samples;

HP_THREAD_SLOT(Samples, samples)

UInt hp_n_samples(const Thread* t) {
    return samples_of(t) == NULL ? 0 : samples_of(t)->n;
}

const Sample* hp_sample(const Thread* t, UInt i) {
    return &samples_of(t)->stacks[i];
}

void hp_samples_clear(Thread* t) {
    if (samples_of(t) != NULL)
        samples_of(t)->n = 0;
}

void hp_samples_drop(Thread* t, const Sample* former, UInt n) {
    Samples* samples = samples_of(t);
    if (samples == NULL)
        return;
    UInt n_left = 0;
    for (UInt i = 0; i < samples->n; i++) {
        Sample sample = samples->stacks[i];
        sample.n -= i < n ? former[i].n : 0;
        sample.n_io -= i < n ? former[i].n_io : 0;
        if (sample.n > 0 || sample.n_io > 0)
            samples->stacks[n_left++] = sample;
    }
    samples->n = n_left;
}

/* The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static ULong hash(ULong x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9UL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebUL;
    return x ^ (x >> 31);
}

/* The instruction that is sampled in the thread's k-th stretch.  Stretches are numbered from 0
   on, instructions from 1 on. */
static ULong instruction_of(ULong thid, ULong k) {
    ULong length = hp_clo_sample;
    return k * length + 1 + hash((thid << 40) + k + 1) % length;
}

static ULong n_before(const Thread* t) {
    if (hp_is_left_out(t) || hp_is_waiting(t))
        return ~0UL;
    ULong next = samples_of(t)->next;
    return next <= t->worked ? 0 : next - t->worked;
}

static void add(Samples* samples, StackNumber stack, UInt n, UInt n_io) {
    for (UInt i = 0; i < samples->n; i++)
        if (samples->stacks[i].stack == stack) {
            samples->stacks[i].n += n;
            samples->stacks[i].n_io += n_io;
            return;
        }
    if (samples->n == samples->room) {
        samples->room = 2 * samples->room + 4;
        samples->stacks = VG_(realloc)("hp.samples.stacks", samples->stacks,
                                       samples->room * sizeof *samples->stacks);
    }
    samples->stacks[samples->n++] = (Sample){stack, n, n_io};
    hp_stack_keep_names(stack);
}

/* A superblock may go on into a function that it calls. */
static void enter(Frames* frames) {
    UInt most = HP_MOST_FRAMES - 1;
    UInt n = frames->n < most ? frames->n : most;
    for (UInt i = n; i > 0; i--)
        frames->ip[i] = frames->ip[i - 1];
    frames->n = n + 1;
}

static StackNumber stack_in(const Thread* t, const ReachedBlock* block) {
    static Frames frames;
    Registers registers = {block->ip, block->sp, block->fp};
    frames = *hp_unwind(t, registers, hp_frames_to_unwind());
    for (UInt i = 0; i < block->n; i++) {
        if (i > 0 && hp_is_chased_call(block->instructions[i - 1], block->instructions[i]))
            enter(&frames);
        frames.ip[0] = block->instructions[i];
    }
    return hp_stack_of_instructions(&frames);
}

static void on_reached(Thread* t, const ReachedBlock* block) {
    hp_run_see_to_repetition();
    Samples* samples = samples_of(t);
    ULong executed = t->worked + hp_run_uncounted();
    UInt n = 0;
    for (; samples->next <= executed; n++)
        samples->next = instruction_of(t->thid, ++samples->n_taken);
    add(samples, stack_in(t, block), n, 0);
}

/* Calls of the dynamic linker, and others that no code of the program asks for, do not count. */
void hp_samples_add_io(Thread* t) {
    if (samples_of(t) == NULL || hp_is_left_out(t) || hp_is_waiting(t))
        return;
    StackNumber stack = hp_stack_of(t);
    if (stack != 0 && !hp_stack_place(stack)->is_inside)
        add(samples_of(t), stack, 0, 1);
}

void hp_samples_gone(Thread* t) {
    if (samples_of(t) != NULL)
        VG_(free)(samples_of(t)->stacks);
}

static void begin(Thread* t, ULong thid) {
    Samples* samples = HP_THREAD_DATA(t, samples);
    samples->n = samples->n_taken = 0;
    samples->next = instruction_of(thid, 0);
}

/* The thread's number is about to become 1. */
void hp_samples_in_child(Thread* t) {
    if (hp_takes_samples())
        begin(t, 1);
}

void hp_samples_begins(Thread* t) {
    if (!hp_takes_samples())
        return;
    begin(t, t->thid);
    hp_steps_set_callbacks(n_before, on_reached);
}
