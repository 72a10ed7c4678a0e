// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far an execution of the steps has come: which steps have ended, and which can begin.
#ifndef ILMGEN_PLAN_PROGRESS_H
#define ILMGEN_PLAN_PROGRESS_H

#include "ilmgen/plan/problem.h"

#include <cstdint>

namespace ilm {

/// Steps are executed one after the other.  A meeting is executed by itself, together with the step
/// that makes it possible.  Steps can be taken back, the latest first.
class SerialProgress {
public:
    explicit SerialProgress(const Problem& problem);

    /// Steps that can be executed now, at most one of each thread, in no particular order.
    const LargeVector<TaskIndex>& ready() const { return ready_; }
    /// The steps that have been executed, meetings among them.
    const SerialOrder& order() const { return order_; }
    std::int64_t booked() const { return booked_; }
    bool is_complete() const { return order_.size() == problem_.size(); }
    /// Two states have the same number if the same steps have been executed. Otherwise their
    /// numbers differ, with a probability of 1 - 2^-64.
    std::uint64_t fingerprint() const { return fingerprint_; }

    void execute(TaskIndex step);
    /// Takes back all but the first `steps` of order().
    void take_back_to(std::size_t steps);

    /// Whether the step could be executed if only the step before it in its thread were executed
    /// first.
    bool only_waits_for_thread(TaskIndex step) const {
        return waits_for_[step] == (follows_directly_[step] ? 1U : 0U);
    }

private:
    void finish(TaskIndex step);
    void add_ready(TaskIndex step);
    void remove_ready(TaskIndex step);

    const Problem& problem_;
    LargeVector<std::uint32_t> waits_for_;       ///< by step: how many steps it still waits for
    LargeVector<std::uint8_t> follows_directly_; ///< by step: whether the step before it in its
                                                 ///< thread is one that it waits for
    LargeVector<TaskIndex> ready_;
    LargeVector<std::uint32_t> place_; ///< by step: in ready_
    SerialOrder order_;
    std::int64_t booked_ = 0;
    std::uint64_t fingerprint_ = 0;
};

/// A well mixed number for each number (splitmix64; Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
inline std::uint64_t mixed(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}

/// Pseudorandom numbers that are the same on each machine.
class PlanRandom {
public:
    explicit PlanRandom(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return mixed(state_++); }
    std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }
    /// From 0 on, below 1.
    double fraction() { return static_cast<double>(next() >> 11) / 9007199254740992.0; }

private:
    std::uint64_t state_;
};

} // namespace ilm

#endif
