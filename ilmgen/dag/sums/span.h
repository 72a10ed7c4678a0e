// SPDX-License-Identifier: GPL-2.0-or-later
//
// The longest chain of instructions in the order of the whole trace, found in
// one pass: every thread carries the length of the longest chain that ends at
// its current point.
//
// The instructions before an acquire or a join were executed before it, so they
// do not wait for what it is ordered after.  The instructions of a child all
// follow its fork.  Example: thread 2 executes 100 and unlocks.  Thread 3
// executes 30, locks after that, and executes 20 more.  The longest chain is
// 120 long.
#ifndef ILMGEN_DAG_SPAN_H
#define ILMGEN_DAG_SPAN_H

#include "ilmgen/model/event.h"
#include "ilmgen/resolve/predecessors.h"

#include <algorithm>
#include <unordered_map>

namespace ilm {

/// Length of the longest chain that ends at one of an object's releases, in instructions.
struct ReleasedLength {
    std::uint64_t reads = 0;
    std::uint64_t others = 0;

    void publish(Mode mode, std::uint64_t length) {
        std::uint64_t& longest = mode == Mode::rd ? reads : others;
        longest = std::max(longest, length);
    }
    std::uint64_t seen_by(Mode mode) const {
        return mode == Mode::rd ? others : std::max(reads, others);
    }
};

class Span {
public:
    /// `relaxed`: primitives that order nothing.
    explicit Span(Prims relaxed) : predecessors_(std::move(relaxed)) {}

    /// Takes all events, in trace order. Throws Error if a chain overflows.
    void add(const Event& event);

    /// To be called now and then: forgets releases that cannot lengthen a chain any more.
    void trim();

    /// Instructions on the longest chain so far.
    std::uint64_t length() const { return longest_; }
    std::uint64_t lost() const { return predecessors_.objects().lost(); }

private:
    std::uint64_t& chain(const Event& event);

    Predecessors<ReleasedLength, std::uint64_t> predecessors_;
    std::unordered_map<ThreadId, std::uint64_t> chains_; ///< of threads with an event and alive
    ThreadId last_ = 0;                                  ///< the thread of the event before, and
    std::uint64_t* last_chain_ = nullptr;                ///< its chain
    std::uint64_t longest_ = 0;
    std::uint64_t since_trim_ = 0; ///< events
};

} // namespace ilm

#endif
