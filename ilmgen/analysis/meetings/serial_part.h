// SPDX-License-Identifier: GPL-2.0-or-later
//
// The part of the run in which only one thread is there to work.
//
// A thread is there from its beginning to its end, but not while it waits for a thread or process
// to end, or, in OpenMP, for the next parallel region to begin. A thread that waits for a lock, a
// queue or a barrier is there, because the cause of its wait is not that threads are missing.
// Threads that are joined in a row all count as there until the last of them is joined, even those
// that end earlier, because the cause of that loss is imbalance. Example: thread 1 reads for 50 and
// forks threads 2 and 3, which work for 100 each, while thread 1 waits for their ends. The serial
// part is 50, a third of the time.
#ifndef ILMGEN_ANALYSIS_SERIAL_PART_H
#define ILMGEN_ANALYSIS_SERIAL_PART_H

#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ilm {

class SerialPart {
public:
    SerialPart(const Run& run, const Timeline& timeline);

    /// By step: the work that is done while no other thread is there.
    std::span<const std::uint64_t> alone() const { return alone_; }
    /// Its sum.
    std::uint64_t time() const { return time_; }
    /// How many threads are there at once. A number does not count if it lasts for less than a
    /// twentieth of the time in which several threads are there. Example: a parent that has just
    /// begun four threads is a fifth thread for a moment.
    std::uint32_t threads() const { return threads_; }
    /// The time in which several threads are there.
    std::uint64_t parallel_time() const { return parallel_time_; }

private:
    /// A time, and by how many the number of threads that are there then grows or falls.
    using Changes = LargeVector<std::pair<std::uint64_t, int>>;

    std::vector<std::uint64_t> joined_until(const Timeline& timeline) const;
    Changes changes(const Timeline& timeline) const;
    void follow(Changes changes);
    void count_threads(const std::vector<std::uint64_t>& times);
    void find_alone(const Timeline& timeline);
    std::uint64_t alone_until(std::uint64_t time) const;

    /// A time in which one thread is there, and how much such time has passed before it.
    struct SingleThreadTime {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t before = 0;
    };

    const Run& run_;
    LargeVector<SingleThreadTime> times_alone_;
    LargeVector<std::uint64_t> alone_;
    std::uint64_t time_ = 0;
    std::uint32_t threads_ = 1;
    std::uint64_t parallel_time_ = 0;
};

} // namespace ilm

#endif
