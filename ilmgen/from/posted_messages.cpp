// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/posted_messages.h"

#include <boost/container_hash/hash.hpp>

#include <algorithm>

namespace ilm {

/// Those that were not added are all of one task, since each other task's begin adds them.
void OpenOrder::begin(std::uint64_t number, std::int64_t task,
                      std::unordered_set<std::uint64_t>& found) {
    const std::uint64_t others = under_way_.size() - tasks_[task];
    if (!certain_.empty() && under_way_.at(*certain_.begin()) != task) {
        found.insert(certain_.begin(), certain_.end());
        certain_.clear();
    }
    if (others > 0)
        found.insert(number);
    else
        certain_.insert(certain_.end(), number);
    under_way_[number] = task;
    ++tasks_[task];
}

void OpenOrder::end(std::uint64_t number) {
    const auto found = under_way_.find(number);
    if (found == under_way_.end())
        return;
    --tasks_[found->second];
    under_way_.erase(found);
    certain_.erase(number);
}

std::size_t PostedMessages::Hash::operator()(const MessageKey& key) const {
    std::size_t hash = 0;
    for (const std::int64_t part : {key.communicator, key.source, key.destination, key.tag})
        boost::hash_combine(hash, part);
    return hash;
}

PostedMessages::Channel& PostedMessages::channel(const MessageKey& key) {
    Channel& channel = channels_[key];
    if (channel.object == 0) {
        channel.object = ++last_object_;
        channel.posts = ++last_object_;
    }
    return channel;
}

std::optional<Event> PostedMessages::send(const MessageCall& call) {
    const MessageFates::Fate fate = fates_.take(++calls_, call);
    Operation operation;
    std::optional<Event> event;
    if (fate.is_message) {
        const MessageKey key{call.communicator, call.rank, fate.partner, fate.tag};
        Channel& to = channel(key);
        operation = {&to, ++to.sent, false, call.synchronous};
        to.sends_under_way.begin(to.sent, call.caller.task, to.ambiguous);
        event = message_event(Kind::rel, {to.object, to.sent}, call.size);
    }
    begin(call, operation);
    return event;
}

std::optional<Event> PostedMessages::post(const MessageCall& call) {
    const MessageFates::Fate fate = fates_.take(++calls_, call);
    Operation operation;
    std::optional<Event> event;
    if (fate.is_message) {
        const MessageKey key{call.communicator, fate.partner, call.rank, fate.tag};
        Channel& from = channel(key);
        operation = {&from, ++from.posted, true, false};
        from.posts_under_way.begin(from.posted, call.caller.task, from.ambiguous);
        if (synchronous_)
            event = message_event(Kind::rel, {from.posts, from.posted}, 0);
    }
    begin(call, operation);
    return event;
}

void PostedMessages::begin(const MessageCall& call, const Operation& operation) {
    const auto replaced = pending_.begin(call.caller, call.request, operation);
    if (replaced && replaced->receives)
        ++replaced_;
}

std::vector<Event> PostedMessages::complete(const Completion& completion) {
    std::vector<Event> events;
    for (const Operation& operation : pending_.end(completion)) {
        if (operation.channel == nullptr)
            continue;
        Channel& channel = *operation.channel;
        if (operation.receives) {
            channel.posts_under_way.end(operation.number);
            channel.sends_under_way.end(operation.number);
            ambiguous_ += channel.ambiguous.erase(operation.number);
            events.push_back(message_event(Kind::acq, {channel.object, operation.number}, 0));
        } else if (operation.synchronous) {
            events.push_back(message_event(Kind::acq, {channel.posts, operation.number}, 0));
        }
    }
    return events;
}

MessageFigures PostedMessages::figures() const {
    MessageFigures figures;
    figures.ambiguous = ambiguous_;
    for (const auto& [key, channel] : channels_) {
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
