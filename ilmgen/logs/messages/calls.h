// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls of a message passing library, as a log shows them: when a send or
// receive begins, and when it is reported to be complete.
#ifndef ILMGEN_LOGS_MESSAGES_CALLS_H
#define ILMGEN_LOGS_MESSAGES_CALLS_H

#include <boost/functional/hash.hpp>

#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <utility>
#include <vector>

namespace ilm {

/// A thread of a process.
struct Caller {
    std::uint64_t process = 0;
    std::int64_t task = 0;
};

/// The outline of a call that begins to send or to receive: its caller, and the other side. Ranks
/// are numbers in the communicator.
struct CallOutline {
    Caller caller;
    std::optional<std::int64_t> partner; ///< empty: any source
    std::optional<std::int64_t> tag;     ///< empty: any
    /// Empty: the caller's next completion without a request completes the call.
    std::optional<std::int64_t> request;
    bool to_nobody = false; ///< to or from no process, so it is no message
};

struct MessageCall {
    CallOutline outline;
    bool synchronous = false; ///< a send that is complete only when the message is being received
    std::int64_t communicator = 0;
    std::int64_t rank = 0;  ///< the caller's
    std::uint64_t size = 0; ///< bytes; of a send
};

struct Completion {
    Caller caller;
    std::optional<std::int64_t> request;
    bool cancelled = false;
    std::optional<std::int64_t> source, tag; ///< from the status; empty: the log does not show it
};

/// Operations that have begun and are not complete.
template <class Operation>
class Pending {
public:
    /// Adds an operation. If another one had the same request and was never reported to be
    /// complete, returns that one.
    std::optional<Operation> begin(const Caller& caller, std::optional<std::int64_t> request,
                                   const Operation& operation) {
        if (!request) {
            blocking_[{caller.process, caller.task}].push_back(operation);
            return std::nullopt;
        }
        const auto [at, is_new] = requests_.try_emplace({caller.process, *request}, operation);
        if (is_new)
            return std::nullopt;
        return std::exchange(at.value(), operation);
    }

    /// Takes the operations that the completion completes, and calls end(operation) on each. These
    /// are the one with the completion's request or, if the completion has no request, all of the
    /// caller's operations without a request.
    template <class End>
    void end(const Completion& completion, End end) {
        if (completion.request) {
            if (const auto ended = take(completion.caller, *completion.request))
                end(*ended);
            return;
        }
        const auto at = blocking_.find({completion.caller.process, completion.caller.task});
        if (at == blocking_.end())
            return;
        for (const Operation& operation : at->second)
            end(operation);
        at.value().clear();
    }

    /// Takes the operation that has the request.
    std::optional<Operation> take(const Caller& caller, std::int64_t request) {
        const auto at = requests_.find({caller.process, request});
        if (at == requests_.end())
            return std::nullopt;
        const Operation taken = at->second;
        requests_.erase(at);
        return taken;
    }

    /// Calls look(operation) on all that are left.
    template <class Look>
    void for_each(Look look) const {
        for (const auto& [request, operation] : requests_)
            look(operation);
        for (const auto& [caller, operations] : blocking_)
            for (const Operation& operation : operations)
                look(operation);
    }

private:
    using Pair = std::pair<std::uint64_t, std::int64_t>;
    using Hash = boost::hash<Pair>;

    tsl::robin_map<Pair, Operation, Hash> requests_; ///< by process and request
    /// By process and task; a list may be empty.
    tsl::robin_map<Pair, std::vector<Operation>, Hash> blocking_;
};

} // namespace ilm

#endif
