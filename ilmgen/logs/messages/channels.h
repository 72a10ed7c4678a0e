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

/// Channels by the key of their messages.  A log may have many keys, with messages under way for
/// few of them at a time.  So a channel where nothing is under way may get another key.  Channels
/// stay where they are.  Each has an `object`, a number from 1 on, once it has been asked for.
template <class Key, class Channel>
class MessageChannels {
public:
    /// The key's channel.  If there was none, it is new, or was used before for another key.  From
    /// time to time, calls retire(channel) on all channels.  That returns whether nothing is under
    /// way there and, if so, makes the channel ready for another key.
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

    /// All channels there are, also without a key.
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
        // The lowest is used next: what a hash makes of the keys must not show.
        std::sort(retired_.begin(), retired_.end(),
                  [](const Channel* a, const Channel* b) { return a->object > b->object; });
        limit_ = std::max(many, 2 * by_key_.size());
    }

    std::deque<Channel> channels_;
    tsl::robin_map<Key, Channel*, boost::hash<Key>> by_key_;
    std::vector<Channel*> retired_; ///< without a key
    std::size_t limit_ = many;      ///< so many keys are looked through for what can be retired
};

} // namespace ilm

#endif
