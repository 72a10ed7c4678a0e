// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/channels.h"

#include "ilmgen/model/info_text.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace ilm {

namespace {

using What = ChannelInfo::What;

/// No channel holds more writes or messages than this.  If there were more, a process outside of
/// the run has read the oldest.
constexpr std::size_t most_parts = std::size_t{1} << 20;

/// A sum that does not overflow.
std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t both = 0;
    return __builtin_add_overflow(a, b, &both) ? ~std::uint64_t{0} : both;
}

/// Sorts by clock and process first, because ilmgen-mpi gives threads other numbers.  The threads
/// of one process are in the same order there as here.
std::vector<ChannelRelease> by_clock(const std::map<ThreadId, ChannelRelease>& of_threads) {
    std::vector<ChannelRelease> releases;
    for (const auto& [thread, release] : of_threads)
        releases.push_back(release);
    std::ranges::sort(releases, {}, [](const ChannelRelease& release) {
        return std::tuple(release.clock, release.process, release.thread);
    });
    return releases;
}

/// The end of the number in an eventfd's name; npos if the name is of something else.
std::size_t end_of_eventfd_number(std::string_view name) {
    return name.find_first_of("@<");
}

} // namespace

std::vector<std::string> keys_of_channel(std::string_view name) {
    if (const std::size_t end = end_of_eventfd_number(name); end != std::string_view::npos)
        return {std::string(name.substr(0, end)) + "@"};
    const std::size_t between = name.find('>');
    if (between == std::string_view::npos)
        return {std::string(name)};
    std::vector<std::string> keys;
    for (const std::string_view key : {name.substr(0, between + 1), name.substr(between)})
        if (key != "0>" && key != ">0")
            keys.emplace_back(key);
    return keys;
}

Channel::Channel(const ChannelInfo& info, Address in_run) : RunObject(info.name, in_run) {
    if (info.units > 0)
        put(info.units, {});
}

void Channel::put(std::uint64_t units, const ChannelRelease& by) {
    if (parts_.size() == most_parts)
        take(parts_.front().units);
    is_written_ = is_written_ || by.seq != 0;
    parts_.push_back({units, by});
    units_ = sum(units_, units);
}

std::vector<ChannelRelease> Channel::sources(std::uint64_t units) const {
    std::map<ThreadId, ChannelRelease> latest;
    for (const Part& part : parts_) {
        if (units == 0)
            break;
        if (part.by.seq != 0)
            latest[part.by.thread] = part.by;
        units -= std::min(units, part.units);
    }
    return by_clock(latest);
}

void Channel::take(std::uint64_t units) {
    while (units > 0 && !parts_.empty()) {
        Part& first = parts_.front();
        const std::uint64_t taken = std::min(units, first.units);
        first.units -= taken;
        units -= taken;
        units_ -= taken;
        if (first.units == 0)
            parts_.pop_front();
    }
}

void Channel::send(const ChannelInfo& message, const ChannelRelease& by) {
    if (messages_.size() == most_parts)
        messages_.pop_front();
    is_written_ = is_written_ || by.seq != 0;
    messages_.push_back({message.type, message.mark, by});
}

/// The oldest message of its type, or of the highest type that there is.  Messages with other bytes
/// are left out.
std::size_t Channel::find(const ChannelInfo& info) const {
    std::size_t found = messages_.size();
    for (std::size_t i = 0; i < messages_.size(); ++i) {
        const Message& message = messages_[i];
        const bool has_mark = info.mark == 0 || message.mark == info.mark;
        if (info.what == What::received && has_mark && message.type == info.type)
            return i;
        if (info.what == What::received_first && has_mark &&
            (found == messages_.size() || message.type > messages_[found].type))
            found = i;
    }
    return found;
}

std::optional<ChannelRelease> Channel::receive(const ChannelInfo& info) {
    const std::size_t place = find(info);
    if (place == messages_.size())
        return std::nullopt;
    const ChannelRelease by = messages_[place].by;
    messages_.erase(messages_.begin() + static_cast<std::ptrdiff_t>(place));
    return by;
}

bool Channel::has(const ChannelInfo& info) const {
    if (info.takes_message())
        return find(info) < messages_.size();
    return !info.takes_units() || units_ >= info.units;
}

void Channel::close(const ChannelRelease& by) {
    if (by.seq != 0)
        closers_[by.thread] = by;
}

std::vector<ChannelRelease> Channel::closers() const {
    return by_clock(closers_);
}

Channel& Channels::eventfd(const ChannelInfo& info, std::size_t end_of_number) {
    auto& made = eventfds_[std::string(info.name.substr(0, end_of_number))];
    const bool is_made = info.name[end_of_number] == '@';
    std::string_view rest = info.name.substr(end_of_number + 1);
    std::uint64_t clock = 0;
    take_number(rest, clock);
    const auto later = made.upper_bound(clock);
    if (later != made.begin())
        if (const auto latest = std::prev(later); !is_made || latest->first == clock)
            return *latest->second;
    return *made.emplace(clock, &add(info)).first->second;
}

Channel& Channels::named(const ChannelInfo& info) {
    if (const std::size_t end = end_of_eventfd_number(info.name); end != std::string_view::npos)
        return eventfd(info, end);
    const std::vector<std::string> names = keys_of_channel(info.name);
    Channel* channel = nullptr;
    for (const std::string& name : names)
        if (const auto found = by_name_.find(name); channel == nullptr && found != by_name_.end())
            channel = found->second;
    if (channel == nullptr)
        channel = &add(info);
    for (const std::string& name : names)
        by_name_.try_emplace(name, channel);
    return *channel;
}

} // namespace ilm
