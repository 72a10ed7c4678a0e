// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where a program's CPU time goes, and where its threads wait for I/O, when it runs without
// Valgrind (docs/native-format.md).
#ifndef ILMGEN_MODEL_NATIVE_H
#define ILMGEN_MODEL_NATIVE_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// A function, or code without a name between functions.
struct NativeFunction {
    std::string object;      ///< the file that it is from, without its folder; empty: of no file
    std::string name;        ///< as linkers know it; may be empty
    std::uint64_t begin = 0; ///< an address in the object, as CodePlace::offset
    std::uint64_t size = 0;
    double ns = 0;
    std::uint64_t samples = 0;
    double kernel_ns = 0;     ///< the part of `ns` inside system calls; 0 if it is not known
    double ns_on_several = 0; ///< in the run on Native::several processors
    std::uint64_t samples_on_several = 0;
    double kernel_ns_on_several = 0;
};

/// How long a run takes.
struct NativeTime {
    std::uint64_t processors = 1;
    double wall_ns = 0;
    double shortest_ns = 0; ///< of several runs on as many
    double longest_ns = 0;
};

/// A run on one processor, and how long runs on others take.
struct Native {
    std::string program;       ///< as it was called
    std::uint64_t cpu = 0;     ///< nanoseconds, not 0
    double threads = 0;        ///< the mean of several runs
    std::uint64_t samples = 0; ///< of all functions, not 0
    double covered = 1;        ///< the part of the CPU time that the samples stand for
    double allocator_ns = 0;   ///< in malloc and the like of the C library
    std::uint64_t allocator_samples = 0;
    std::vector<NativeFunction> functions;
    /// The functions in which threads wait for I/O, the longest wait first: `ns` of all threads
    /// together, and how often a thread was seen waiting. Neither `cpu` nor `functions` contains
    /// this time. Empty, too, if waits were not measured.
    std::vector<NativeFunction> waits;
    std::vector<NativeTime> times; ///< of all runs
    /// The largest number of processors of a run; 1: there is no run on several.
    std::uint64_t several = 1;
    std::uint64_t cpu_on_several = 0; ///< nanoseconds, in the run on this number
    double allocator_ns_on_several = 0;

    /// How long the run on one processor takes.
    const NativeTime& on_one() const {
        return *std::ranges::find(times, 1U, &NativeTime::processors);
    }
    /// How long the run on Native::several processors takes; null if there is none.
    const NativeTime* on_several() const {
        const auto found = std::ranges::find(times, several, &NativeTime::processors);
        return several == 1 || found == times.end() ? nullptr : &*found;
    }
};

} // namespace ilm

#endif
