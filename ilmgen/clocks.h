// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which threads share a clock.
#ifndef ILMGEN_CLOCKS_H
#define ILMGEN_CLOCKS_H

#include "ilmgen/model.h"

#include <boost/icl/interval_map.hpp>

#include <cstdint>
#include <functional>

namespace ilm {

/// The number of a thread's clock.
using ClockOf = std::function<std::uint64_t(ThreadId thid)>;

/// Threads whose clocks have the same number share one.  A thread of which nothing is said has the
/// clock of its own number.  Memory is needed for each row of threads that share a clock.
class Clocks {
    using Rows = boost::icl::interval_map<ThreadId, std::uint64_t, boost::icl::partial_enricher>;

public:
    void set(ThreadId thid, std::uint64_t clock) { set(thid, thid, clock); }
    /// For all threads of these numbers.
    void set(ThreadId first, ThreadId last, std::uint64_t clock) {
        rows_.set({boost::icl::discrete_interval<ThreadId>::closed(first, last), clock});
    }

    std::uint64_t of(ThreadId thid) const {
        const auto row = rows_.find(thid);
        return row == rows_.end() ? thid : row->second;
    }

    /// Calls take(first, last, clock) on each row, by thread.
    template <class Take>
    void each(Take take) const {
        for (const auto& [threads, clock] : rows_)
            take(boost::icl::first(threads), boost::icl::last(threads), clock);
    }

private:
    Rows rows_;
};

} // namespace ilm

#endif
