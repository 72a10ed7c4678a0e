// SPDX-License-Identifier: GPL-2.0-or-later
//
// Serial orders with a small peak.
//
// Finding the smallest peak is NP-hard. The smallest peak of a serial order is also the least
// memory for any number of processors, because the steps of a schedule, executed one after the
// other in the order of their ends, need no more memory than the schedule.
#ifndef ILMGEN_PLAN_SERIAL_ORDER_H
#define ILMGEN_PLAN_SERIAL_ORDER_H

#include "ilmgen/plan/problem.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ilm {

/// Makes an order that always continues with the thread whose next valley (valley.h) costs the
/// least. `seed` other than 0 makes some of the choices differ. Time: O(steps * threads).
SerialOrder greedy_order(const Problem& problem, std::uint64_t seed = 0);

/// Counts the elementary operations of a search, so that it ends after the same work on each
/// machine.
struct Effort {
    std::uint64_t left = 0;

    bool spend(std::uint64_t operations) {
        left -= std::min(left, operations);
        return left > 0;
    }
};

enum class SearchResult : std::uint8_t {
    yes,
    no,     ///< there is no such order
    unknown ///< the effort was not enough
};

struct BoundedOrder {
    SearchResult found = SearchResult::unknown;
    SerialOrder order;
};

/// Searches for an order whose peak is at most `memory`. It tries choices depth first and remembers
/// states that lead nowhere. It does not branch if a thread can run within the memory to a point
/// where no more is booked than now. This choice is never wrong, because all other orders are
/// possible afterwards with no more memory.
///
/// `seed` other than 0: it tries choices in a random order, and sometimes branches all the same, so
/// that other seeds find other orders.
BoundedOrder search_order(const Problem& problem, std::int64_t memory, Effort& effort,
                          std::uint64_t seed = 0);

/// The least memory that an order needs.
struct LeastMemory {
    std::int64_t bytes = 0; ///< the least peak of the orders that were found
    std::int64_t bound = 0; ///< no order needs less; equal to `bytes` if the search was exact
    std::vector<SerialOrder> orders; ///< the best one first, then others that differ
};

/// `bound`: a lower bound that is known.
LeastMemory find_least_memory(const Problem& problem, std::int64_t bound, Effort effort);

} // namespace ilm

#endif
