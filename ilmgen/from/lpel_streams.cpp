// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/lpel_streams.h"

#include <algorithm>
#include <utility>

namespace ilm::lpel {

std::uint64_t Streams::write(Address stream, std::uint64_t items, ThreadId thid) {
    Stream& written = streams_[stream];
    written.written += items;
    written.unread.push_back({written.written, ++written.releases, thid});
    woken_.insert(woken_.end(), written.waiting.begin(), written.waiting.end());
    written.waiting.clear();
    return written.releases;
}

Items Streams::read(Address stream, std::uint64_t items) {
    Stream& read = streams_[stream];
    const std::uint64_t begin = read.read;
    read.read += items;
    return {begin, read.read};
}

bool Streams::all_written(Address stream, Items items) const {
    const auto found = streams_.find(stream);
    return found != streams_.end() && items.end <= found->second.written;
}

std::vector<ThreadId> Streams::woken() {
    return std::exchange(woken_, {});
}

void Streams::take(Address stream, Items items, std::vector<std::uint64_t>& releases) {
    releases.clear();
    Stream& from = streams_[stream];
    const auto first = std::partition_point(
        from.unread.begin() + static_cast<std::ptrdiff_t>(from.taken), from.unread.end(),
        [&items](const Release& release) { return release.end <= items.begin; });
    ThreadId last = 0;
    for (auto release = first; release != from.unread.end(); ++release) {
        if (release->thid != last || releases.empty())
            releases.push_back(release->seq);
        else
            releases.back() = release->seq;
        last = release->thid;
        if (release->end >= items.end)
            break;
    }
    if (items.begin <= from.all_taken)
        forget_taken(from, items.end);
}

void Streams::forget_taken(Stream& stream, std::uint64_t end) {
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

Streams::Uneven Streams::uneven() const {
    Uneven uneven;
    for (const auto& [number, stream] : streams_) {
        uneven.streams += stream.written != stream.read ? 1 : 0;
        uneven.not_read += stream.written > stream.read ? stream.written - stream.read : 0;
        uneven.not_written += stream.read > stream.written ? stream.read - stream.written : 0;
    }
    return uneven;
}

} // namespace ilm::lpel
