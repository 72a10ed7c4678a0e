// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which send a receive belongs to, where a log shows when sends and receives
// begin and when they are complete: as MPI matches them.
#ifndef ILMGEN_FROM_POSTED_MESSAGES_H
#define ILMGEN_FROM_POSTED_MESSAGES_H

#include "ilmgen/from/message_calls.h"
#include "ilmgen/from/message_fates.h"
#include "ilmgen/from/messages.h"

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ilm {

/// Finds operations of one kind and key that were under way when another thread of the same process
/// began one: nothing says which of them came first.
class OpenOrder {
public:
    /// Adds the numbers of those that are now known to be such.
    void begin(std::uint64_t number, std::int64_t task, std::unordered_set<std::uint64_t>& found);
    void end(std::uint64_t number);

private:
    std::unordered_map<std::uint64_t, std::int64_t> under_way_; ///< tasks by number
    std::unordered_map<std::int64_t, std::uint64_t> tasks_;     ///< how many of each
    std::set<std::uint64_t> certain_; ///< numbers that were not added: of one task
};

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

    /// Each returns what happens, which may be nothing.
    std::optional<Event> send(const MessageCall& call);
    std::optional<Event> post(const MessageCall& call);
    std::vector<Event> complete(const Completion& completion);

    bool any() const { return calls_ > 0; }
    MessageFigures figures() const;
    /// Receives that were never reported to be complete.
    std::uint64_t unfinished() const;

private:
    struct Hash {
        std::size_t operator()(const MessageKey& key) const;
    };
    struct Channel {
        Address object = 0; ///< of the messages
        Address posts = 0;  ///< of the receives' begins
        std::uint64_t sent = 0;
        std::uint64_t posted = 0;
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
    void begin(const MessageCall& call, const Operation& operation);

    Address& last_object_;
    MessageFates& fates_;
    bool synchronous_;
    std::unordered_map<MessageKey, Channel, Hash> channels_;
    Pending<Operation> pending_;
    std::uint64_t calls_ = 0;
    std::uint64_t ambiguous_ = 0;
    std::uint64_t replaced_ =
        0; ///< receives whose request was used again before they were complete
};

} // namespace ilm

#endif
