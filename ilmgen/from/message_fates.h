// SPDX-License-Identifier: GPL-2.0-or-later
//
// What becomes of sends and receives that do not say it when they begin:
// wildcards, and what is cancelled.  A first reading of the log finds out.
#ifndef ILMGEN_FROM_MESSAGE_FATES_H
#define ILMGEN_FROM_MESSAGE_FATES_H

#include "ilmgen/from/message_calls.h"

#include <cstdint>
#include <unordered_map>

namespace ilm {

/// Calls count from 1 in the order of the log.  Memory: a few words for each call that is not what
/// it says, and for each that has begun and is not complete.
class MessageFates {
public:
    struct Fate {
        bool is_message = true; ///< false: cancelled, or a receive from any source, or with any
                                ///< tag, that never was complete
        std::int64_t partner = 0;
        std::int64_t tag = 0;
    };

    void call(const MessageCall& call);
    /// Throws BrokenSource if it completes a receive with a wildcard and does not resolve it.
    void complete(const Completion& completion);
    /// After the last call.
    void finish();

    /// In the second reading: of the call with this number, once.
    Fate take(std::uint64_t number, const MessageCall& call);

    /// Receives with wildcards that never were complete.
    std::uint64_t unresolved() const { return unresolved_; }

private:
    struct Operation {
        std::uint64_t number = 0;
        bool wildcard = false;
        MessageCall call;
    };

    void give_up(const Operation& operation);

    Pending<Operation> pending_;
    std::uint64_t calls_ = 0;
    std::unordered_map<std::uint64_t, Fate> fates_; ///< those that differ from what the call says
    std::uint64_t unresolved_ = 0;
};

} // namespace ilm

#endif
