// SPDX-License-Identifier: GPL-2.0-or-later
//
// Turns a run that was counted in instructions into one that is counted in nanoseconds.
//
// Functions differ in how long their instructions take.  A run without Valgrind says how long each
// function computes (Native), and the samples of the trace say how many instructions each one
// executes.  Nanoseconds divided by instructions are the function's rate.  The time of an interval
// is the sum, over all functions, of the function's instructions in the interval (by WorkMixes)
// times its rate.
//
// Example: natively `slow` takes 900 ns and `fast` 100 ns.  In the trace each of the two has 100
// instructions, so an instruction of `slow` takes 9 ns, and one of `fast` 1 ns.  An interval of 10
// instructions with all of its samples in `slow` takes 90 ns.
//
// A function with few native samples has no rate of its own.  The time of all such functions,
// divided by their instructions, is the rate of each of them.  The allocator's time is divided by
// the number of blocks that begin or end, because a trace counts no instructions of malloc.
// Finally all times are scaled so that their sum is the CPU time of the native run, to the
// nanosecond.
#ifndef ILMGEN_ANALYSIS_NANOSECONDS_H
#define ILMGEN_ANALYSIS_NANOSECONDS_H

#include "ilmgen/analysis/code/native_errors.h"
#include "ilmgen/analysis/schedule/slowdown.h"
#include "ilmgen/model/native.h"
#include "ilmgen/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// The results of a conversion to nanoseconds.
struct Converted {
    /// How long the native runs take, and what makes the nanoseconds doubtful: functions that only
    /// one of the two runs has, another number of threads, another program, few samples.
    std::vector<std::string> sentences;
    NativeErrors errors;
    /// Empty if there is no native run on several processors, or if no function takes another time
    /// in it.
    std::optional<Slowdown> slowdown;
};

/// Turns work of steps, threads and the run, and offsets of lives, from instructions into
/// nanoseconds. `costs`: what hand-overs cost in replays of the run. They are left out of the work,
/// so that they count once; null: they cost nothing. Throws Error if nothing can be converted,
/// because the trace has no work, or the two runs have no function in common.
Converted convert_to_nanoseconds(Run& run, const Native& native, const MachineCosts* costs);

} // namespace ilm

#endif
