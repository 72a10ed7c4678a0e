// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_LOGS_MESSAGES_CHANNELS_H
#define ILMGEN_LOGS_MESSAGES_CHANNELS_H

#include <boost/functional/hash.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <tsl/robin_map.h>
#include <vector>

namespace ilm {

/// Channels by the key of their messages. A log may have many keys, but messages are under way for
/// only a few of them at a time. So a channel without messages under way may get another key.
/// Channels keep their addresses. A channel gets its `object`, a number from 1 on, when it is first
/// needed.
template <class Key, class Channel>
class MessageChannels {
public:
    /// The key's channel. If the key had none, this is a new channel, or one that was used for
    /// another key before. From time to time, this function calls retire(channel) on all channels.
    /// retire() returns whether no message is under way in the channel and, if so, makes the
    /// channel ready for another key.
    template <class Retire>
    Channel& get(const Key& key, Retire retire) {
        if (const auto found = by_key_.find(key); found != by_key_.end())
            return *found->second;
        if (by_key_.size() >= limit_)
            retire_all(retire);
        if (retired_.empty())
            retired_.push_back(&channels_.emplace_back());
        Channel* const channel = retired_.back();
        retired_.pop_back();
        by_key_.emplace(key, channel);
        return *channel;
    }

    /// All channels, also those without a key.
    const std::deque<Channel>& all() const { return channels_; }

private:
    static constexpr std::size_t many = 4096; ///< keys

    template <class Retire>
    void retire_all(Retire retire) {
        for (auto at = by_key_.begin(); at != by_key_.end();)
            if (retire(*at->second)) {
                retired_.push_back(at->second);
                at = by_key_.erase(at);
            } else {
                ++at;
            }
        // The lowest is used next, because the result must not depend on the order of a hash table.
        std::sort(retired_.begin(), retired_.end(),
                  [](const Channel* a, const Channel* b) { return a->object > b->object; });
        limit_ = std::max(many, 2 * by_key_.size());
    }

    std::deque<Channel> channels_;
    tsl::robin_map<Key, Channel*, boost::hash<Key>> by_key_;
    std::vector<Channel*> retired_; ///< without a key
    std::size_t limit_ = many;      ///< if there are this many keys, channels are retired
};

} // namespace ilm

#endif
