// SPDX-License-Identifier: GPL-2.0-or-later
//
// Data that has to be seen twice, or in another order than it comes, waits in a
// temporary file, so that memory does not grow.
#ifndef ILMGEN_MODEL_SPOOL_H
#define ILMGEN_MODEL_SPOOL_H

#include "ilmgen/model/event.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <type_traits>
#include <vector>

namespace ilm {

/// A file without a name, in the folder for temporary ones.  The file is created when something is
/// first written.  Throws Error if it cannot be written or read.
class TemporaryBytes {
public:
    TemporaryBytes() = default;
    ~TemporaryBytes();
    TemporaryBytes(const TemporaryBytes&) = delete;
    TemporaryBytes& operator=(const TemporaryBytes&) = delete;

    void append(const void* bytes, std::size_t size);
    std::uint64_t size() const { return size_; }

    /// All of these bytes must have been appended before.
    void read(std::uint64_t offset, void* bytes, std::size_t size);

private:
    void flush();

    int fd_ = -1;
    std::uint64_t size_ = 0;    ///< bytes that were appended
    std::uint64_t written_ = 0; ///< how many of these are in the file so far
    std::vector<char> rest_;
};

/// Reads a part of such a file from front to end.
class TemporaryPart {
public:
    TemporaryPart(TemporaryBytes& file, std::uint64_t begin, std::uint64_t end,
                  std::size_t buffer_size = std::size_t{1} << 16)
        : file_(&file), next_(begin), end_(end), buffer_size_(buffer_size) {}

    bool at_end() const { return next_ == end_ && used_ == buffer_.size(); }
    void read(void* bytes, std::size_t size);

private:
    TemporaryBytes* file_;
    std::uint64_t next_; ///< what is not in the buffer yet
    std::uint64_t end_;
    std::size_t buffer_size_;
    std::vector<char> buffer_;
    std::size_t used_ = 0; ///< of the buffer
};

/// Keeps events, which can be replayed in their order any number of times. The stacks that events
/// define stay in memory, as they also do in the sinks that take the events.
class EventSpool : public EventSink {
public:
    void event(const Event& event) override;
    void replay(EventSink& sink);
    std::uint64_t events() const { return events_; }

private:
    TemporaryBytes file_;
    std::deque<NewStacks> stacks_; ///< what events in the file point to
    std::uint64_t events_ = 0;
};

/// Sorts more records than memory holds.  `Before` is a total order of them.
template <class Record, class Before>
class SortedSpool {
    static_assert(std::is_trivially_copyable_v<Record>);

public:
    void add(const Record& record) {
        newest_.push_back(record);
        if (newest_.size() == run_length)
            end_run();
    }

    /// Returns the next record in order, after all have been added; empty after the last one.
    std::optional<Record> next() {
        if (runs_.empty())
            begin();
        if (heads_.empty())
            return std::nullopt;
        const Head head = heads_.top();
        heads_.pop();
        advance(head.run);
        return head.record;
    }

private:
    static constexpr std::size_t run_length = std::size_t{1} << 17; ///< records
    static constexpr std::size_t buffered = 256;                    ///< records of each run

    struct Head {
        Record record;
        std::size_t run;
    };

    struct LaterHead {
        bool operator()(const Head& a, const Head& b) const { return Before()(b.record, a.record); }
    };

    void end_run() {
        std::sort(newest_.begin(), newest_.end(), Before());
        file_.append(newest_.data(), newest_.size() * sizeof(Record));
        begins_.push_back(file_.size());
        newest_.clear();
    }

    void begin() {
        end_run();
        newest_.shrink_to_fit();
        for (std::size_t run = 0; run + 1 < begins_.size(); ++run) {
            runs_.emplace_back(file_, begins_[run], begins_[run + 1], buffered * sizeof(Record));
            advance(run);
        }
    }

    void advance(std::size_t run) {
        if (runs_[run].at_end())
            return;
        Head head{{}, run};
        runs_[run].read(&head.record, sizeof head.record);
        heads_.push(head);
    }

    TemporaryBytes file_;
    std::vector<std::uint64_t> begins_ = {0}; ///< where the runs begin, and the end of the last one
    std::vector<Record> newest_;
    std::vector<TemporaryPart> runs_; ///< the rest of each run, without its head
    std::priority_queue<Head, std::vector<Head>, LaterHead> heads_;
};

} // namespace ilm

#endif
