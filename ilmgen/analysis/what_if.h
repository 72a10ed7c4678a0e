// SPDX-License-Identifier: GPL-2.0-or-later
//
// What the run would gain if a function were faster, or an object not in the
// way: what causal profilers need a run for, each.
#ifndef ILMGEN_ANALYSIS_WHAT_IF_H
#define ILMGEN_ANALYSIS_WHAT_IF_H

#include "ilmgen/analysis/cores.h"
#include "ilmgen/analysis/critical_path.h"
#include "ilmgen/analysis/functions.h"
#include "ilmgen/analysis/table.h"
#include "ilmgen/analysis/waits.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// The time of the changed run on a machine.
struct Outcome {
    std::string what;   ///< a function or an object
    std::string change; ///< what becomes of it
    std::uint32_t processors = 0;
    std::uint64_t time = 0;
    double gain = 0;         ///< part of the time before that is saved
    double error = 0;        ///< of the gain: its standard error, where it rests on samples
    bool can_be_said = true; ///< on the first screen: there are samples enough
};

class WhatIf {
public:
    WhatIf(const Run& run, const Functions& functions, const CriticalPath& path, const Waits& waits,
           const Cores& cores, const Doing& doing);

    /// The largest gain first.
    const std::vector<Outcome>& outcomes() const { return outcomes_; }
    Section section() const;
    /// Of the function that is best made faster, and the lock that is best split; empty text if
    /// nothing is worth it.
    Finding finding() const;
    /// Of what costs most; if nothing does, of what is waited for longest; empty text if nobody
    /// waits.
    Finding finding(const Waits& waits) const;

private:
    void try_function(FunctionIndex function, double rest, const char* change);
    void try_without(const ObjectWaits& object);
    void try_split(const ObjectWaits& object);
    void choose_machines(const Cores& cores);
    void replay_with(const Change& change, const Outcome& kind);
    /// That can be said.
    const Outcome* best(const char* change) const;

    const Run& run_;
    const Functions& functions_;
    const Doing& doing_;
    std::vector<const OnCores*> machines_; ///< that are tried; the last one has processors enough
    std::vector<Outcome> outcomes_;
};

} // namespace ilm

#endif
