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

/// Sends and receives of a key are numbered in the order of the calls that begin them. Cancelled
/// ones do not count, and wildcards are replaced by the source and tag of the message that came.
/// The k-th receive of a key takes the message of the k-th send. The message is a release where the
/// send begins, and an acquire where the receive is reported to be complete. For a synchronous
/// send, there is a second pair: a release where the receive begins, and an acquire where the send
/// is complete.
class PostedMessages {
public:
    /// `fates`: the fates of the same calls. `synchronous`: whether there may be synchronous sends.
    PostedMessages(Address& last_object, MessageFates& fates, bool synchronous)
        : last_object_(last_object), fates_(fates), synchronous_(synchronous) {}

    /// send() and post() return what the call releases, if anything.
    std::optional<Handover> send(const MessageCall& call);
    std::optional<Handover> post(const MessageCall& call);
    /// Calls acquired(handover) for each acquire of the completion.
    template <class Acquired>
    void complete(const Completion& completion, Acquired acquired) {
        pending_.end(completion, [&](const Operation& operation) {
            if (const std::optional<Handover> handover = complete(operation))
                acquired(*handover);
        });
    }

    bool any() const { return calls_ > 0; }
    MessageFigures figures() const;
    /// The number of receives that were never reported to be complete.
    std::uint64_t unfinished() const;

private:
    struct Channel {
        Address object = 0; ///< of the messages
        Address posts = 0;  ///< of the beginnings of receives
        std::uint64_t sent = 0;
        std::uint64_t posted = 0;
        DenseSet received;                           ///< numbers of the receives that are complete
        OpenOrder sends_under_way;                   ///< until they are received
        OpenOrder posts_under_way;                   ///< until they are complete
        std::unordered_set<std::uint64_t> ambiguous; ///< numbers of operations under way
    };
    struct Operation {
        Channel* channel = nullptr; ///< null: the operation does not matter
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
