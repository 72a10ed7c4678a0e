// SPDX-License-Identifier: GPL-2.0-or-later
//
// How fast the run is on 1, 2, 4, ... processors if memory limits it.
//
// These times are one end of a range. The times of Cores are the other end: there, memory costs no
// more than in the recorded run, and nothing if instructions were counted.
//
// If there is a native run on several processors, there is no such range, because Cores has
// compared the times with that run. Otherwise the limit comes from the best source that there is.
// If the machine's memory has been measured, steps take as long as their bytes need (Roofline). If
// not, memory limits functions that move more than a byte an instruction from and to blocks of 32
// MiB or more. These are assumed to be no faster on several processors than on one (SharedMemory).
// That is the worst that memory can do, so the run is no slower than that. Example: at 3
// instructions in a nanosecond, a byte an instruction is 3 GB/s, and nine processors need more than
// the 25.6 GB/s of a channel of DDR4-3200. A function with fewer bytes is not named, because caches
// usually serve it, and a false alarm is worse than none.
#ifndef ILMGEN_ANALYSIS_MEMORY_BOUND_H
#define ILMGEN_ANALYSIS_MEMORY_BOUND_H

#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/faster/measured.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/roofline.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ilm {

class MemoryBound {
public:
    /// `cost`: the run's unit. `unit`: its nanoseconds, if the machine is known.
    MemoryBound(const Run& run, const Functions& functions, const Cores& cores,
                const Measured& measured, const std::string& cost, double unit, const Doing& doing);

    /// Whether finding() says all about memory, because the limit is known, or no doubts are to be
    /// reported.
    bool is_settled() const { return is_known_ || !doubts_; }
    /// None if memory does not limit the run.
    std::vector<Table> tables() const;
    /// Empty if memory does not limit the run by much.
    Finding finding() const;

private:
    /// The run on a machine whose memory gets all bytes that caches cannot hold.
    struct Limited {
        std::uint32_t processors = 1;
        std::uint64_t time = 0;
        double speedup = 1;       ///< compared with one processor that has this limit, too
        double without_limit = 1; ///< the speedup of Cores
        bool is_told = false;     ///< the finding contains it
    };
    /// A rule for how memory slows steps down.
    struct Rule {
        /// How much of a processor the step counts for in the number at work.
        std::function<double(StepIndex)> share;
        std::function<std::uint64_t(StepIndex, double)> time; ///< while this number is at work
    };
    /// A function that moves more from and to blocks that no cache holds may be limited by memory.
    struct ManyBytes {
        double in_a_unit; ///< of the run's cost
        const char* text;
    };
    static constexpr ManyBytes many_an_instruction = {1, "1 byte an instruction"};
    /// Usual code executes 3 instructions in a nanosecond at most.
    static constexpr ManyBytes many_a_nanosecond = {3, "3 bytes a nanosecond"};
    /// A function that moves bytes.
    struct Mover {
        FunctionIndex function = no_work_key;
        std::string name;
        std::uint64_t bytes = 0; ///< most that come from memory in it
        std::uint64_t work = 0;  ///< all of the function; 0: only the kernel moves bytes

        double bytes_a_unit() const { return ratio(bytes, work); }
    };
    using BytesOf = std::function<std::uint64_t(StepIndex)>;

    void limit_by_pace(const Functions& functions, const Cores& cores, const MemoryPace& pace,
                       double unit, const Doing& doing);
    void limit_to_one(const Functions& functions, const Cores& cores, const Doing& doing);
    LargeVector<double> replay_on(const Cores& cores, const Rule& rule);
    std::vector<Mover> sum_up(const Functions& functions, const BytesOf& bytes_of) const;
    LargeVector<double> shares_of_movers(const Functions& functions, const BytesOf& bytes_of) const;
    void leave_out_lonely(const Functions& functions, const SharedMemory& memory,
                          std::span<const double> at_once);
    std::string names_of_movers() const;

    const Run& run_;
    bool is_known_;
    bool doubts_;
    ManyBytes many_;
    std::vector<Limited> machines_;
    std::vector<Mover> movers_; ///< the largest first
    std::string about_times_;   ///< of the tables
    std::string about_movers_;
    std::string reason_; ///< for the finding
};

} // namespace ilm

#endif
