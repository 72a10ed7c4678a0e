// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/posted.h"

#include <algorithm>

namespace ilm {

/// Another key's messages may go on with the numbers if all of these were received.
PostedMessages::Channel& PostedMessages::channel(const MessageKey& key) {
    Channel& channel = channels_.get(key, [](const Channel& other) {
        return other.sent == other.posted && other.received.first_missing() > other.sent;
    });
    if (channel.object == 0) {
        channel.object = ++last_object_;
        channel.posts = ++last_object_;
    }
    return channel;
}

std::optional<Handover> PostedMessages::send(const MessageCall& call) {
    const MessageFates::Fate fate = fates_.take(++calls_, call.outline);
    Operation operation;
    std::optional<Handover> handover;
    if (fate.is_message) {
        const MessageKey key{call.communicator, call.rank, fate.partner, fate.tag};
        Channel& to = channel(key);
        operation = {&to, ++to.sent, false, call.synchronous};
        to.sends_under_way.begin(to.sent, call.outline.caller.task, to.received, to.ambiguous);
        handover = {to.object, to.sent};
    }
    begin(call.outline, operation);
    return handover;
}

std::optional<Handover> PostedMessages::post(const MessageCall& call) {
    const MessageFates::Fate fate = fates_.take(++calls_, call.outline);
    Operation operation;
    std::optional<Handover> handover;
    if (fate.is_message) {
        const MessageKey key{call.communicator, fate.partner, call.rank, fate.tag};
        Channel& from = channel(key);
        operation = {&from, ++from.posted, true, false};
        from.posts_under_way.begin(from.posted, call.outline.caller.task, from.received,
                                   from.ambiguous);
        if (synchronous_)
            handover = {from.posts, from.posted};
    }
    begin(call.outline, operation);
    return handover;
}

void PostedMessages::begin(const CallOutline& call, const Operation& operation) {
    const auto replaced = pending_.begin(call.caller, call.request, operation);
    if (replaced && replaced->receives)
        ++replaced_;
}

std::optional<Handover> PostedMessages::complete(const Operation& operation) {
    if (operation.channel == nullptr || !(operation.receives || operation.synchronous))
        return std::nullopt;
    Channel& channel = *operation.channel;
    if (!operation.receives)
        return Handover{channel.posts, operation.number};
    channel.received.insert(operation.number);
    channel.posts_under_way.end(operation.number);
    channel.sends_under_way.end(operation.number);
    ambiguous_ += channel.ambiguous.erase(operation.number);
    return Handover{channel.object, operation.number};
}

MessageFigures PostedMessages::figures() const {
    MessageFigures figures;
    figures.ambiguous = ambiguous_;
    for (const Channel& channel : channels_.all()) {
        figures.matched += std::min(channel.sent, channel.posted);
        figures.sends_left += channel.sent - std::min(channel.sent, channel.posted);
        figures.receives_left += channel.posted - std::min(channel.sent, channel.posted);
    }
    return figures;
}

std::uint64_t PostedMessages::unfinished() const {
    std::uint64_t unfinished = replaced_;
    pending_.for_each([&](const Operation& operation) {
        unfinished += operation.channel != nullptr && operation.receives ? 1 : 0;
    });
    return unfinished;
}

} // namespace ilm
