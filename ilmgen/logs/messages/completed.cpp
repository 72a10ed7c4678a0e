// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/completed.h"

#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

Event message_event(Kind kind, const Handover& handover, std::uint64_t bytes) {
    static constexpr Event nothing;
    Event event = nothing; // which is faster than to make one
    event.kind = kind;
    event.object = handover.object;
    event.seq = handover.seq;
    event.bytes = bytes;
    event.prim = TRACE_PRIM_MESSAGE;
    return event;
}

MessageFigures& MessageFigures::operator+=(const MessageFigures& other) {
    matched += other.matched;
    sends_left += other.sends_left;
    receives_left += other.receives_left;
    ambiguous += other.ambiguous;
    return *this;
}

void MessageFigures::add_to(LogFigures& figures) const {
    const auto say = [](std::vector<std::string>& sentences, std::uint64_t count,
                        const char* what) {
        if (count > 0)
            sentences.push_back(std::to_string(count) + what);
    };
    figures.counts.emplace_back("messages", matched);
    figures.counts.emplace_back("ambiguous_messages", ambiguous);
    figures.counts.emplace_back("sends_without_receive", sends_left);
    figures.counts.emplace_back("receives_without_send", receives_left);
    say(figures.remarks, ambiguous,
        " messages may have been received in another order than is taken here");
    say(figures.missing, sends_left, " sends have no receive");
    say(figures.missing, receives_left, " receives have no send; they come after none");
}

CompletedMessages::Channel& CompletedMessages::channel(const MessageKey& key, std::uint64_t size) {
    Channel& channel = channels_.get({key, size}, [this](Channel& other) { return retire(other); });
    if (channel.object == 0)
        channel.object = ++last_object_;
    return channel;
}

/// Retires the channel if any message of its key that comes next was certainly sent after the last
/// one was received.
bool CompletedMessages::retire(Channel& channel) const {
    if (!channel.waiting.empty() ||
        (channel.any_matched && last_sent_.at(channel.sender) < channel.last_received))
        return false;
    channel.any_matched = channel.last_ambiguous = false;
    return true;
}

Handover CompletedMessages::sent(const MessageKey& key, std::uint64_t size, std::uint64_t process,
                                 std::uint64_t time) {
    Channel& to = channel(key, size);
    std::uint64_t& last = last_sent_[process];
    last = std::max(last, time);
    to.sender = process;
    if (++to.sent <= to.received) {
        match(to, last, to.waiting.front());
        to.waiting.pop_front();
    } else {
        to.waiting.push_back(last);
    }
    return {to.object, to.sent};
}

Handover CompletedMessages::received(const MessageKey& key, std::uint64_t size,
                                     std::uint64_t time) {
    Channel& from = channel(key, size);
    if (++from.received <= from.sent) {
        match(from, from.waiting.front(), time);
        from.waiting.pop_front();
    } else {
        from.waiting.push_back(time);
    }
    return {from.object, from.received};
}

/// Messages are matched in the order of their numbers.
void CompletedMessages::match(Channel& channel, std::uint64_t sent, std::uint64_t received) {
    ++matched_;
    const bool ambiguous = channel.any_matched && sent < channel.last_received;
    if (ambiguous)
        ambiguous_ += channel.last_ambiguous ? 1 : 2;
    channel.any_matched = true;
    channel.last_ambiguous = ambiguous;
    channel.last_received = received;
}

MessageFigures CompletedMessages::figures() const {
    MessageFigures figures;
    figures.matched = matched_;
    figures.ambiguous = ambiguous_;
    for (const Channel& channel : channels_.all())
        (channel.sent > channel.received ? figures.sends_left : figures.receives_left) +=
            channel.waiting.size();
    return figures;
}

} // namespace ilm
