// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds operations for which the log does not show in which order they began.
#ifndef ILMGEN_LOGS_MESSAGES_OPEN_ORDER_H
#define ILMGEN_LOGS_MESSAGES_OPEN_ORDER_H

#include "ilmgen/logs/order/dense_set.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace ilm {

/// Looks at the operations of one kind and key. If a task begins an operation while operations of
/// other tasks of the same process are under way, the order of all of these is unknown. Operations
/// have numbers from 1 on, in the order in which they begin.
class OpenOrder {
public:
    /// `complete`: the numbers of operations that are complete. It may contain operations that
    /// begin later, because a log may show the completion first. Adds to `found` the numbers of the
    /// operations whose order has become unknown.
    void begin(std::uint64_t number, std::int64_t task, const DenseSet& complete,
               std::unordered_set<std::uint64_t>& found);
    /// Says that the operation is complete.
    void end(std::uint64_t number);

private:
    struct SeveralTasks {
        std::unordered_map<std::uint64_t, std::int64_t> under_way; ///< tasks by number
        std::unordered_map<std::int64_t, std::uint64_t> tasks;     ///< how many of each
        void begin(std::uint64_t number, std::int64_t task);
    };

    /// The task of all operations that are under way; unused if there are several.
    std::int64_t task_ = 0;
    std::unique_ptr<SeveralTasks> several_; ///< null: all operations under way are of one task
    /// All operations below this number were found, or are complete; those from this number on that
    /// are under way are of one task, and were not found.
    std::uint64_t unfound_ = 1;
};

} // namespace ilm

#endif
