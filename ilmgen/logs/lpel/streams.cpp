// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/lpel/streams.h"

#include <algorithm>
#include <utility>

namespace ilm::lpel {

namespace {

void forget_taken(Stream& stream, std::uint64_t end) {
    constexpr std::size_t few = 16;
    stream.all_taken = std::max(stream.all_taken, end);
    while (stream.taken < stream.unread.size() && stream.unread[stream.taken].end <= end)
        ++stream.taken;
    if (stream.taken < few || stream.taken < stream.unread.size() / 2)
        return;
    stream.unread.erase(stream.unread.begin(),
                        stream.unread.begin() + static_cast<std::ptrdiff_t>(stream.taken));
    stream.taken = 0;
}

} // namespace

std::uint64_t Streams::write(Stream& stream, std::uint64_t items, ThreadId thid) {
    stream.written += items;
    stream.unread.push_back({stream.written, ++stream.releases, thid});
    woken_.insert(woken_.end(), stream.waiting.begin(), stream.waiting.end());
    stream.waiting.clear();
    return stream.releases;
}

Items Streams::read(Stream& stream, std::uint64_t items) {
    const std::uint64_t begin = stream.read;
    stream.read += items;
    return {begin, stream.read};
}

std::vector<ThreadId> Streams::woken() {
    return std::exchange(woken_, {});
}

void Streams::take(Stream& stream, Items items, std::vector<std::uint64_t>& releases) {
    releases.clear();
    const auto first = std::partition_point(
        stream.unread.begin() + static_cast<std::ptrdiff_t>(stream.taken), stream.unread.end(),
        [&items](const Stream::Release& release) { return release.end <= items.begin; });
    ThreadId last = 0;
    for (auto release = first; release != stream.unread.end(); ++release) {
        if (release->thid != last || releases.empty())
            releases.push_back(release->seq);
        else
            releases.back() = release->seq;
        last = release->thid;
        if (release->end >= items.end)
            break;
    }
    if (items.begin <= stream.all_taken)
        forget_taken(stream, items.end);
}

Streams::UnevenStreams Streams::uneven() const {
    UnevenStreams uneven;
    for (const auto& [number, stream] : streams_) {
        uneven.streams += stream.written != stream.read ? 1 : 0;
        uneven.not_read += stream.written > stream.read ? stream.written - stream.read : 0;
        uneven.not_written += stream.read > stream.written ? stream.read - stream.written : 0;
    }
    return uneven;
}

} // namespace ilm::lpel
