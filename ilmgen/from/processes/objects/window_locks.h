// SPDX-License-Identifier: GPL-2.0-or-later
//
// Locks of a window of MPI. A lock of the memory that one rank exposes is exclusive (`wr`) or
// shared (`rd`). A lock of the memory that all ranks expose is shared.
#ifndef ILMGEN_FROM_PROCESSES_WINDOW_LOCKS_H
#define ILMGEN_FROM_PROCESSES_WINDOW_LOCKS_H

#include "ilmgen/from/processes/objects/numbering.h"

#include <cstdint>
#include <map>

namespace ilm {

/// The n-th unlock publishes n.  An exclusive lock of a rank comes after the rank's last exclusive
/// unlock and after all shared unlocks since then.  A shared lock comes after the last exclusive
/// unlock.
class WindowLocks : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override;
    /// An operation without a range takes nothing, because it continues an operation that has taken
    /// everything.
    TakenReleases acquire(const Operation& operation) override;

private:
    using Target = std::uint64_t; ///< its rank in the window

    struct Unlock {
        ThreadId thread = 0;
        std::uint64_t number = 0;
    };

    /// The last shared unlock of each thread: numbers by thread, and threads by number.
    class Sharers {
    public:
        void add(const Unlock& unlock);
        void clear();
        /// Adds the unlocks with higher numbers to `taken`.
        void add_later(std::uint64_t number, ThreadId taker, TakenReleases& taken) const;

    private:
        std::map<ThreadId, std::uint64_t> numbers_;
        std::map<std::uint64_t, ThreadId> threads_;
    };

    struct TargetLocks {
        Unlock exclusive; ///< the last one; number 0: none
        Sharers sharers;  ///< of this target alone, since then
    };

    TakenReleases taken_by_all(ThreadId thread) const;

    std::uint64_t unlocks_ = 0;
    std::map<Target, TargetLocks> targets_; ///< that have been locked alone
    Sharers of_all_;
};

} // namespace ilm

#endif
