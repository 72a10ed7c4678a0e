/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/channels/io_calls.h"

#include "hpcmp/calls/facts.h"
#include "hpcmp/channels/descriptors.h"
#include "hpcmp/threads/in_library.h"
#include "hpcmp/where/samples.h"

static const Descriptor* descriptor_in(const UWord* args, HpArgument argument) {
    return hp_descriptor(args[argument - 1]);
}

static Bool is_inside(const CallFacts* facts, const UWord* args) {
    if (facts->to != 0 && descriptor_in(args, facts->to)->to != NULL)
        return True;
    const Pipe* from = facts->from == 0 ? NULL : descriptor_in(args, facts->from)->from;
    return from != NULL && !hp_pipe_is_shared(from);
}

void hp_io_calls_after(Thread* t, UInt number, const UWord* args) {
    const CallFacts* facts = hp_call_facts(number);
    if (facts->is_io && !hp_is_in_library(t) && !is_inside(facts, args))
        hp_samples_add_io(t);
}
