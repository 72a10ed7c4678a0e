// SPDX-License-Identifier: GPL-2.0-or-later
//
// Some sends and receives do not say when they begin what becomes of them: receives with wildcards,
// and operations that are cancelled.  A first reading of the log finds it out.
#ifndef ILMGEN_LOGS_MESSAGES_FATES_H
#define ILMGEN_LOGS_MESSAGES_FATES_H

#include "ilmgen/logs/messages/calls.h"
#include "ilmgen/model/spool.h"

#include <cstdint>
#include <optional>

namespace ilm {

/// Calls count from 1 in the order of the log.  Memory: a few words for each call that may not be
/// what it says, has begun and is not complete; what has become of the others is in a file.
class MessageFates {
public:
    /// `cancels`: whether any call may be cancelled; else only wildcards are not what they say.
    explicit MessageFates(bool cancels) : cancels_(cancels) {}

    struct Fate {
        bool is_message = true; ///< false: cancelled, or a receive from any source, or with any
                                ///< tag, that never was complete
        std::int64_t partner = 0;
        std::int64_t tag = 0;
    };

    void call(const CallOutline& call);
    /// Throws BrokenSource if it completes a receive with a wildcard and does not resolve it.
    void complete(const Completion& completion);
    /// After the last call.
    void finish();

    /// In the second reading, returns the fate of the call with this number.  Calls must come in
    /// the order of their numbers.
    Fate take(std::uint64_t number, const CallOutline& call);

    /// Receives with wildcards that never were complete.
    std::uint64_t unresolved() const { return unresolved_; }

private:
    struct Operation {
        std::uint64_t number = 0;
        bool wildcard = false;
        std::optional<std::int64_t> partner, tag; ///< as said
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
    Pending<Operation> pending_; ///< those that may not be what they say
    std::uint64_t calls_ = 0;
    SortedSpool<FoundFate, LowerNumber> fates_; ///< those that differ from what the call says
    std::optional<FoundFate> next_;             ///< of them, when the log is read again
    std::uint64_t unresolved_ = 0;
};

} // namespace ilm

#endif
