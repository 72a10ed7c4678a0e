// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the send that a receive belongs to, where a log shows when sends and receives begin and
// when they are complete.  They are matched as MPI matches them.
#ifndef ILMGEN_LOGS_MESSAGES_POSTED_H
#define ILMGEN_LOGS_MESSAGES_POSTED_H

#include "ilmgen/logs/messages/calls.h"
#include "ilmgen/logs/messages/channels.h"
#include "ilmgen/logs/messages/completed.h"
#include "ilmgen/logs/messages/fates.h"
#include "ilmgen/logs/messages/open_order.h"

#include <cstdint>
#include <optional>
#include <unordered_set>

namespace ilm {

/// The k-th send of a key that is not cancelled, by order of the calls that begin them, is received
/// by the k-th receive, by order of the calls that begin those, once wildcards are replaced by what
/// came.  The message is a release where the send begins and an acquire where the receive is
/// reported to be complete.  The completion of a synchronous send is an acquire of what the
/// receive's begin releases.
class PostedMessages {
public:
    /// `fates`: of the same calls.  `synchronous`: whether there may be synchronous sends.
    PostedMessages(Address& last_object, MessageFates& fates, bool synchronous)
        : last_object_(last_object), fates_(fates), synchronous_(synchronous) {}

    /// Each of these two returns what the call releases, if anything.
    std::optional<Handover> send(const MessageCall& call);
    std::optional<Handover> post(const MessageCall& call);
    /// Calls acquired(handover) on each that is acquired.
    template <class Acquired>
    void complete(const Completion& completion, Acquired acquired) {
        pending_.end(completion, [&](const Operation& operation) {
            if (const std::optional<Handover> handover = complete(operation))
                acquired(*handover);
        });
    }

    bool any() const { return calls_ > 0; }
    MessageFigures figures() const;
    /// Receives that were never reported to be complete.
    std::uint64_t unfinished() const;

private:
    struct Channel {
        Address object = 0; ///< of the messages
        Address posts = 0;  ///< of the receives' begins
        std::uint64_t sent = 0;
        std::uint64_t posted = 0;
        DenseSet received;                           ///< numbers of those that are complete
        OpenOrder sends_under_way;                   ///< until they are received
        OpenOrder posts_under_way;                   ///< until they are complete
        std::unordered_set<std::uint64_t> ambiguous; ///< numbers of those under way
    };
    struct Operation {
        Channel* channel = nullptr; ///< null: of no matter
        std::uint64_t number = 0;   ///< in its channel
        bool receives = false;
        bool synchronous = false;
    };

    Channel& channel(const MessageKey& key);
    void begin(const CallOutline& call, const Operation& operation);
    std::optional<Handover> complete(const Operation& operation);

    Address& last_object_;
    MessageFates& fates_;
    bool synchronous_;
    MessageChannels<MessageKey, Channel> channels_;
    Pending<Operation> pending_;
    std::uint64_t calls_ = 0;
    std::uint64_t ambiguous_ = 0;
    std::uint64_t replaced_ =
        0; ///< receives whose request was used again before they were complete
};

} // namespace ilm

#endif
