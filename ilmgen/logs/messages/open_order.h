// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds operations of which nothing says in which order they began.
#ifndef ILMGEN_LOGS_MESSAGES_OPEN_ORDER_H
#define ILMGEN_LOGS_MESSAGES_OPEN_ORDER_H

#include "ilmgen/logs/order/dense_set.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace ilm {

/// Finds operations of one kind and key that were under way when another thread of the same process
/// began one: nothing says which of them came first.  Operations have numbers from 1 on, in the
/// order in which they begin.
class OpenOrder {
public:
    /// `complete`: those that are not under way; also of later ones, which a log may show to be so
    /// before they begin.  Adds the numbers of those that are now known to be such.
    void begin(std::uint64_t number, std::int64_t task, const DenseSet& complete,
               std::unordered_set<std::uint64_t>& found);
    /// The operation is complete now.
    void end(std::uint64_t number);

private:
    struct SeveralTasks {
        std::unordered_map<std::uint64_t, std::int64_t> under_way; ///< tasks by number
        std::unordered_map<std::int64_t, std::uint64_t> tasks;     ///< how many of each
        void begin(std::uint64_t number, std::int64_t task);
    };

    std::int64_t task_ = 0; ///< unless there are several, that of all that are under way
    std::unique_ptr<SeveralTasks> several_; ///< null: all that are under way are of one task
    std::uint64_t unfound_ = 1; ///< all below were found, or are complete; all from there on that
                                ///< are under way are of one task and not found
};

} // namespace ilm

#endif
