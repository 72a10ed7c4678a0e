// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the send that a receive belongs to, in logs that show only that a message was sent and that
// it was received.
#ifndef ILMGEN_LOGS_MESSAGES_COMPLETED_H
#define ILMGEN_LOGS_MESSAGES_COMPLETED_H

#include "ilmgen/logs/messages/channels.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/log_facts.h"

#include <boost/container/deque.hpp>
#include <boost/functional/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <tsl/robin_map.h>
#include <tuple>

namespace ilm {

/// Messages of the same key do not overtake each other.
struct MessageKey {
    std::int64_t communicator = 0;
    std::int64_t source = 0;
    std::int64_t destination = 0;
    std::int64_t tag = 0;
    bool operator==(const MessageKey&) const = default;
};

/// For boost::hash.
inline std::size_t hash_value(const MessageKey& key) {
    return boost::hash_value(std::tuple(key.communicator, key.source, key.destination, key.tag));
}

/// A release and an acquire that belong together have these two numbers in common.
struct Handover {
    Address object = 0;
    std::uint64_t seq = 0;
};

struct MessageFigures {
    std::uint64_t matched = 0;
    std::uint64_t sends_left = 0;    ///< without a receive
    std::uint64_t receives_left = 0; ///< without a send
    std::uint64_t ambiguous = 0;     ///< matched messages whose send may be another one

    MessageFigures& operator+=(const MessageFigures& other);
    void add_to(LogFigures& figures) const;
};

/// The release, or acquire, of a message.
Event message_event(Kind kind, const Handover& handover, std::uint64_t bytes);

/// Messages are matched first in, first out for each key and size, because the sizes of a send and
/// its receive must agree. If each k-th receive of a key has the size of its k-th send, the result
/// is the same as for each key alone. Otherwise this rule makes the sizes agree, and changes no
/// more matches than necessary.
///
/// A log that shows completions does not show the order in which receives were posted. So two
/// messages of the same key and size are ambiguous if the second was sent, by the log's clock,
/// before the first was received. Example: messages are sent at 10 and 20. If they are received at
/// 15 and 25, the match is certain. If they are received at 22 and 25, each receive may have taken
/// either message. The sends of a process are taken in the order of the log, even if its clock goes
/// back.
///
/// Memory: a few words for each process, each unmatched message, and each message that was
/// received, by the log's clock, after the last send of its sender.
class CompletedMessages {
public:
    /// `last_object`: the highest number of an object so far.
    explicit CompletedMessages(Address& last_object) : last_object_(last_object) {}

    Handover sent(const MessageKey& key, std::uint64_t size, std::uint64_t process,
                  std::uint64_t time);
    Handover received(const MessageKey& key, std::uint64_t size, std::uint64_t time);

    MessageFigures figures() const;

private:
    struct KeyAndSize {
        MessageKey key;
        std::uint64_t size;
        bool operator==(const KeyAndSize&) const = default;
        friend std::size_t hash_value(const KeyAndSize& key) {
            return boost::hash_value(std::tuple(hash_value(key.key), key.size));
        }
    };
    struct Channel {
        Address object = 0;
        std::uint64_t sent = 0;
        std::uint64_t received = 0;
        /// Times of the sends, or of the receives, that are still unmatched.
        boost::container::deque<std::uint64_t> waiting;
        std::uint64_t sender = 0;        ///< the process that has sent last
        std::uint64_t last_received = 0; ///< time of the last receive that was matched
        bool any_matched = false;
        bool last_ambiguous = false; ///< the message of that receive is counted as ambiguous
    };

    Channel& channel(const MessageKey& key, std::uint64_t size);
    bool retire(Channel& channel) const;
    void match(Channel& channel, std::uint64_t sent, std::uint64_t received);

    Address& last_object_;
    MessageChannels<KeyAndSize, Channel> channels_;
    /// By process: the time of its last send.
    tsl::robin_map<std::uint64_t, std::uint64_t> last_sent_;
    std::uint64_t matched_ = 0;
    std::uint64_t ambiguous_ = 0;
};

} // namespace ilm

#endif
