// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the items of a stream that a dispatch writes or reads: the n-th item written is the n-th
// item read.  Items that are written at the same point of a dispatch share a release.
#ifndef ILMGEN_LOGS_LPEL_STREAMS_H
#define ILMGEN_LOGS_LPEL_STREAMS_H

#include "ilmgen/model/event.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ilm::lpel {

/// Some items of a stream, by their numbers from 0 on: from `begin` up to `end`, exclusive.
struct Items {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// The facts that are known about a stream so far.
struct Stream {
    struct Release {
        std::uint64_t end; ///< of its items
        std::uint64_t seq;
        ThreadId thid;
    };

    Address number = 0;
    std::uint64_t written = 0; ///< items
    std::uint64_t read = 0;
    std::uint64_t releases = 0;
    std::uint64_t all_taken = 0; ///< this many items, from the first one on, were all taken
    /// Releases with items that were not taken, after the first `taken` elements.
    std::vector<Release> unread;
    std::size_t taken = 0; ///< elements at the front of `unread` whose items were taken
    std::vector<ThreadId> waiting;
};

class Streams {
public:
    /// The stream with this number. It keeps its address.
    Stream& operator[](Address number) {
        Stream& stream = streams_[number];
        stream.number = number;
        return stream;
    }

    /// Writes the next items to the stream, at one point of a thread. Returns the number of their
    /// release, from 1 on.
    std::uint64_t write(Stream& stream, std::uint64_t items, ThreadId thid);
    /// Reads the next items from the stream, and returns their numbers.
    static Items read(Stream& stream, std::uint64_t items);

    /// The thread wants to know when more items have been written.
    static void wait(Stream& stream, ThreadId thid) { stream.waiting.push_back(thid); }
    /// The threads that wait() was called for, and whose streams have got items since the last
    /// call.
    std::vector<ThreadId> woken();

    /// Puts the releases that these items need into `releases`. Only the last of several successive
    /// releases by one thread is needed, because the others come before it anyway. Items are
    /// usually taken in their order, each once.
    static void take(Stream& stream, Items items, std::vector<std::uint64_t>& releases);

    std::size_t count() const { return streams_.size(); }
    /// Streams for which the numbers of written and read items differ.
    struct UnevenStreams {
        std::uint64_t streams = 0;
        std::uint64_t not_read = 0;    ///< items
        std::uint64_t not_written = 0; ///< items
    };
    UnevenStreams uneven() const;

private:
    std::unordered_map<Address, Stream> streams_;
    std::vector<ThreadId> woken_;
};

} // namespace ilm::lpel

#endif
