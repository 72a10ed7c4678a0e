// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far the nanoseconds of a run may be off, because the native run has few samples. The looks
// that find a thread waiting for I/O are samples, too, and all waits together are one figure.
//
// How many samples a function gets is a matter of chance. If n samples are expected, the counts
// have a standard deviation of sqrt(n), as those of Poisson's distribution. So the 10th and the
// 90th percentile of the counts are n - 1.28 sqrt(n) and n + 1.28 sqrt(n), and the function's time
// is uncertain by the same factors. Example: `slow` takes 1600 ns, and has 16 samples. With 10.9
// samples it would take 1090 ns, and with 21.1 samples 2110 ns.
//
// The CPU time of the whole run is not sampled.  So if a function has more samples than expected,
// all other code takes less time.  Example: `slow` takes 1600 of 2200 ns.  With 2110 ns the sum
// would be 2710 ns, so each time is multiplied by 2200 / 2710: `slow` takes 1710 ns, and the rest
// 490.
#ifndef ILMGEN_ANALYSIS_NATIVE_ERRORS_H
#define ILMGEN_ANALYSIS_NATIVE_ERRORS_H

#include "ilmgen/model/machine_costs.h"
#include "ilmgen/run/run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

class NativeErrors {
public:
    /// The percentiles of a time that is known by this many samples, divided by its usual value.
    static Distribution time_by(std::uint64_t samples);
    /// From the mean to the 90th percentile of a normal distribution, in standard deviations.
    static constexpr double to_the_tenth = 1.2816;

    /// Code whose time is known by the same native samples.
    struct Part {
        std::string name;          ///< of the function, or a name for several functions
        std::uint64_t samples = 0; ///< native ones, not 0
    };

    /// The run's work if a part takes another time than usual.
    struct OtherWork {
        LargeVector<std::uint64_t> steps; ///< nanoseconds
        double part = 1;                  ///< the part's time, divided by its usual time
        double rest = 1;                  ///< the same of all other code
    };

    /// Functions, and all of the allocator if it has samples.  `ns_of_life`: the allocator's time
    /// for the beginning or end of a block.
    NativeErrors(std::vector<Part> functions, std::uint64_t samples_of_allocator,
                 double ns_of_life);

    /// Adds a kind of intervals, and returns its number. `shares`: the share of each part in the
    /// time of such an interval; without the allocator.
    std::uint32_t add_kind(std::vector<double> shares);
    /// Says that the next step's interval is of this kind.
    void add_step(std::uint32_t kind) { kinds_.push_back(kind); }

    /// Says to which part samples of this stack belong; to none if there is no such function.
    void add_stack(StackNumber stack, std::size_t part) { parts_of_stacks_[stack] = part; }

    /// How many looks found a thread waiting for I/O; 0: the run has no such waits.
    void set_io_looks(std::uint64_t looks) { io_looks_ = looks; }
    std::uint64_t io_looks() const { return io_looks_; }

    /// The allocator is the last one.
    const std::vector<Part>& parts() const { return parts_; }
    /// `position`: of the part's time, as in Distribution::at().
    OtherWork work_if(const Run& run, std::size_t part, double position) const;
    /// Returns, by part, which share of the samples with these stacks it has.
    std::vector<double> shares_of(const Run& run,
                                  const std::function<bool(StackNumber)>& counts) const;

private:
    LargeVector<double> allocating(const Run& run) const;

    std::vector<Part> parts_;
    std::size_t functions_; ///< parts that are functions
    double ns_of_life_;
    std::uint64_t io_looks_ = 0;
    std::vector<std::vector<double>> shares_; ///< by kind, then by part
    LargeVector<std::uint32_t> kinds_;        ///< by step
    std::unordered_map<StackNumber, std::size_t> parts_of_stacks_;
};

} // namespace ilm

#endif
