// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/series.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::random_trace;
using test::run_of;
using test::Trace;

namespace {

/// For each pair of events: whether the order says that the first comes before the second.
class BeforeMatrix {
public:
    explicit BeforeMatrix(const Ordering& ordering)
        : before_(ordering.size(), std::vector<bool>(ordering.size())) {
        for (OrderIndex event = 0; event < ordering.size(); ++event) {
            add(ordering.event_before(event), event);
            for (const OrderIndex source : ordering.sources(event))
                add(source, event);
        }
    }

    /// The positions where all events from there on come after all events before.
    LargeVector<OrderIndex> series() const {
        LargeVector<OrderIndex> positions = {0};
        for (OrderIndex position = 1; position < before_.size(); ++position)
            if (is_cut(position))
                positions.push_back(position);
        if (!before_.empty())
            positions.push_back(static_cast<OrderIndex>(before_.size()));
        return positions;
    }

private:
    void add(OrderIndex before, OrderIndex event) {
        if (before == no_event)
            return;
        before_[event][before] = true;
        for (OrderIndex earlier = 0; earlier < before; ++earlier)
            if (before_[before][earlier])
                before_[event][earlier] = true;
    }

    bool is_cut(OrderIndex position) const {
        for (OrderIndex event = position; event < before_.size(); ++event)
            for (OrderIndex earlier = 0; earlier < position; ++earlier)
                if (!before_[event][earlier])
                    return false;
        return true;
    }

    std::vector<std::vector<bool>> before_;
};

} // namespace

TEST_CASE("pieces of random orders, against all pairs of events") {
    std::size_t cuts = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_trace(seed, 5 + seed % 60));
        for (const LockTurns turns : {LockTurns::recorded, LockTurns::any}) {
            const Ordering ordering(run, turns);
            const LargeVector<OrderIndex> positions = BeforeMatrix(ordering).series();
            CHECK(series_of(ordering, 1) == positions);
            cuts += positions.size();
        }
    }
    CHECK(cuts > 3000);
}

TEST_CASE("a barrier of all threads cuts, and so does the last join") {
    constexpr ThreadId threads = 4;
    constexpr std::uint64_t rounds = 5;
    Trace trace;
    for (ThreadId child = 2; child <= threads; ++child)
        trace.fork(1, child);
    for (std::uint64_t round = 1; round <= rounds; ++round) {
        for (ThreadId thread = 1; thread <= threads; ++thread)
            trace.rel_seq(thread, 9, round);
        for (ThreadId thread = 1; thread <= threads; ++thread)
            trace.acq_seq(thread, 9, round);
    }
    for (ThreadId child = 2; child <= threads; ++child)
        trace.exit(child);
    for (ThreadId child = 2; child <= threads; ++child)
        trace.join(1, child);
    const Run run = run_of(trace);
    const Ordering ordering(run, LockTurns::recorded);
    // Behind the first fork, in the middle of each round, before the last join.
    const LargeVector<OrderIndex> expected = {0, 1, 7, 15, 23, 31, 39, 48, 49};
    CHECK(series_of(ordering, 1) == expected);
    CHECK(series_of(ordering, 10) == LargeVector<OrderIndex>{0, 15, 31, 48, 49});
}
