// SPDX-License-Identifier: GPL-2.0-or-later
//
// Computes the gain of the run if a function were faster, or if an object were
// not in the way.  Causal profilers need a run of the program for each of these
// questions.
#ifndef ILMGEN_ANALYSIS_WHAT_IF_H
#define ILMGEN_ANALYSIS_WHAT_IF_H

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/waiting/waits.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ilm {

/// The time of the changed run on a machine.
struct Outcome {
    std::string what;   ///< a function or an object
    std::string change; ///< how it is changed
    std::uint32_t processors = 0;
    std::uint64_t time = 0;
    double gain = 0;         ///< the saved part of the unchanged run's time
    double error = 0;        ///< the gain's standard error, if the gain depends on samples
    bool can_be_said = true; ///< on the first screen, because there are enough samples
    /// None if no figure is uncertain, or if the first screen does not say the outcome.
    std::optional<ChangedRange> range = {};
    std::function<TriedChange()> tried = {}; ///< the change
};

class WhatIf {
public:
    /// `all_machines`: if false, only the machine with enough processors is tried, because the
    /// findings are about that one.
    WhatIf(const Run& run, const Functions& functions, const CriticalPath& path, const Waits& waits,
           const Cores& cores, bool all_machines, const Doing& doing);

    std::vector<Table> tables() const;
    /// Names the function and the lock for which a change gains most: a faster function, a split
    /// lock. The text is empty if nothing is worth it.
    Finding finding() const;

private:
    TriedChange faster(FunctionIndex function, double rest) const;
    void try_function(FunctionIndex function, double rest, const char* change);
    void try_without(const ObjectWaits& object);
    void try_split(const ObjectWaits& object);
    void choose_machines(bool all);
    void replay_with(const Outcome& kind);
    void find_ranges();
    /// The indices of the outcomes that the first screen says: the best of each kind of change.
    std::vector<std::size_t> said() const;

    const Run& run_;
    const Functions& functions_;
    const Cores& cores_;
    const Doing& doing_;
    std::vector<const MachineRun*>
        machines_;                  ///< that are tried; the last one has enough processors
    std::vector<Outcome> outcomes_; ///< the largest gain first
};

} // namespace ilm

#endif
