// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far times and gains may be off, because they are computed from figures that are uncertain:
// the costs of hand-overs, the time that threads wait for I/O, and the time that each function
// takes natively (NativeErrors).
//
// A value is computed again with each of these figures at its 10th and at its 90th percentile,
// while all others keep their usual values. The figures are independent of each other, so the
// squares of what they add to the value sum up, and so do the squares of what they take from it.
// Example: a run takes 100. With slow hand-overs it takes 103, and with a slow function f it takes
// 104. Its 90th percentile is 100 + sqrt(9 + 16) = 105.
//
// Some programs have two stable states, so their time jumps from one value to another one while a
// figure changes only a little. Example: a thread unlocks a mutex, wakes another thread, and wants
// the mutex again 10 us later. If the other thread runs after 9 us, it takes the mutex, and the
// threads wake each other at each unlock. If it runs after 11 us, the mutex is taken again, and the
// first thread goes on without a wait. Then a time between both ends of a range is no likely time.
// So the value is computed at evenly spaced positions between both percentiles of the figure that
// adds most to the range, to find out whether the values fall into two groups.
#ifndef ILMGEN_ANALYSIS_UNCERTAIN_FIGURES_H
#define ILMGEN_ANALYSIS_UNCERTAIN_FIGURES_H

#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/code/native_errors.h"
#include "ilmgen/analysis/said/time_range.h"
#include "ilmgen/analysis/schedule/replay.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ilm {

/// An uncertain figure that does not have its usual value.
struct Deviation {
    std::size_t figure = 0;
    double position = 0; ///< -1: at the 10th percentile, 1: at the 90th, 0: as usual

    auto operator<=>(const Deviation&) const = default;
};

/// The value, such as a time, if one figure deviates.
using ValueIf = std::function<double(const Deviation&)>;

/// The range of a value.
struct Spread {
    double p10 = 0;
    double p90 = 0;
    std::optional<std::size_t> largest; ///< the figure that adds most to the range; none: no figure
                                        ///< adds anything

    TimeRange of_time() const;
    GainRange of_gain() const;
};

/// A change to the run.
struct TriedChange {
    Change change;
    /// The change itself can save this much (limits.h); none: all of the time.
    std::optional<std::uint64_t> most_saved = {};
    /// If the change makes a function faster: by part of NativeErrors, the share of the function's
    /// samples. Else empty, and the change takes the same share of an interval, whatever the code
    /// in it.
    std::vector<double> shares = {};
};

class UncertainFigures {
public:
    /// A null pointer: the run has no such figures.
    UncertainFigures(const Run& run, const HandOvers* hand_overs, const NativeErrors* errors)
        : run_(run), hand_overs_(hand_overs), errors_(errors) {}

    std::size_t size() const { return first_part() + (errors_ == nullptr ? 0 : n_parts()); }
    /// Whether the figure is the time that threads wait for I/O.
    bool is_io(std::size_t figure) const { return has_io() && figure + 1 == first_part(); }
    /// How many looks found a thread waiting for I/O.
    std::uint64_t io_looks() const { return errors_->io_looks(); }
    /// The part of the code whose time is the figure; null: the figure is another one.
    const NativeErrors::Part* part(std::size_t figure) const {
        return figure < first_part() ? nullptr : &errors_->parts()[figure - first_part()];
    }

    Spread spread_of(double usual, const ValueIf& value_if) const;
    /// Sets `range.has_two_states` if the range is wide.
    template <class Range>
    void find_states(Range& range, const Spread& spread, double usual,
                     const ValueIf& value_if) const {
        if (range.is_wide() && spread.largest)
            range.has_two_states = has_two_states(values_of(*spread.largest, usual, value_if));
    }

    /// The time of a replay.
    std::uint64_t time_if(const Deviation& deviation, Machine machine,
                          const TriedChange& tried = {}) const;
    /// The longest chain. Hand-overs cost nothing in it.
    std::uint64_t span_if(const Deviation& deviation, std::uint64_t usual) const;
    /// TriedChange::most_saved.
    std::uint64_t most_saved_if(const Deviation& deviation, const TriedChange& tried) const;
    /// TriedChange::shares.
    std::vector<double> shares_of(const Functions& functions, FunctionIndex function) const;

    /// Whether values fall into two groups. The gap between the groups is more than half of the
    /// whole range, so it is larger than what the values of each group differ by, and each group
    /// has at least two values. Example: 10, 11, 20, 22. `values`: at evenly spaced positions.
    static bool has_two_states(std::vector<double> values);

private:
    /// The cost of hand-overs comes first, then the waits for I/O.
    std::size_t first_part() const { return (hand_overs_ == nullptr ? 0 : 1) + (has_io() ? 1 : 0); }
    bool has_io() const { return errors_ != nullptr && errors_->io_looks() > 0; }
    double io_factor(const Deviation& deviation) const {
        return NativeErrors::time_by(io_looks()).at(deviation.position);
    }
    std::size_t n_parts() const { return errors_->parts().size(); }
    std::vector<double> values_of(std::size_t figure, double usual, const ValueIf& value_if) const;
    LargeVector<std::uint64_t> work_if(const Deviation& deviation, const TriedChange& tried) const;

    const Run& run_;
    const HandOvers* hand_overs_;
    const NativeErrors* errors_;
};

} // namespace ilm

#endif
