// SPDX-License-Identifier: GPL-2.0-or-later
//
// When some sends and receives begin, the log does not yet show their partner, or that they will be
// cancelled. These are receives with wildcards, and operations that are cancelled. A first reading
// of the log finds the fate of each of them.
#ifndef ILMGEN_LOGS_MESSAGES_FATES_H
#define ILMGEN_LOGS_MESSAGES_FATES_H

#include "ilmgen/logs/messages/calls.h"
#include "ilmgen/model/spool.h"

#include <cstdint>
#include <optional>

namespace ilm {

/// Calls count from 1 in the order of the log. Memory: a few words for each call with an open fate
/// that has begun and is not complete. The fates of all other calls are in a file.
class MessageFates {
public:
    /// `cancels`: whether calls may be cancelled. If not, only the fates of receives with wildcards
    /// are open.
    explicit MessageFates(bool cancels) : cancels_(cancels) {}

    struct Fate {
        bool is_message = true; ///< false: it was cancelled, or it is a receive with a wildcard
                                ///< that was never complete
        std::int64_t partner = 0;
        std::int64_t tag = 0;
    };

    void call(const CallOutline& call);
    /// Throws BrokenSource if the completion of a receive with a wildcard does not resolve the
    /// wildcard.
    void complete(const Completion& completion);
    /// After the last call.
    void finish();

    /// In the second reading, returns the fate of the call with this number.  Calls must come in
    /// the order of their numbers.
    Fate take(std::uint64_t number, const CallOutline& call);

    /// The number of receives with wildcards that were never complete.
    std::uint64_t unresolved() const { return unresolved_; }

private:
    struct Operation {
        std::uint64_t number = 0;
        bool wildcard = false;
        std::optional<std::int64_t> partner, tag; ///< as the call says
    };
    struct FoundFate {
        std::uint64_t number = 0;
        Fate fate;
    };
    struct LowerNumber {
        bool operator()(const FoundFate& a, const FoundFate& b) const {
            return a.number < b.number;
        }
    };

    void complete(const Operation& operation, const Completion& completion);
    void give_up(const Operation& operation);

    bool cancels_;
    Pending<Operation> pending_; ///< operations whose fate is open
    std::uint64_t calls_ = 0;
    SortedSpool<FoundFate, LowerNumber> fates_; ///< only fates that differ from what the call says
    std::optional<FoundFate> next_;             ///< of fates_, when the log is read again
    std::uint64_t unresolved_ = 0;
};

} // namespace ilm

#endif
