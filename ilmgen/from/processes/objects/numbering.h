// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers the releases and acquires of an object of several processes anew, in the order in which
// they come (docs/trace-format.md, "Which releases an acquire comes after").
#ifndef ILMGEN_FROM_PROCESSES_NUMBERING_H
#define ILMGEN_FROM_PROCESSES_NUMBERING_H

#include "ilmgen/model/event.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ilm {

/// A range of bytes of a file, or of ranks of a window, that a lock is about.
struct ByteRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

/// An operation on a System V semaphore.
struct Amount {
    enum class What { adds, takes, sets, finds_none };

    What what = What::adds;
    std::uint64_t units = 0;
};

/// The details of a release or an acquire that infos tell.
struct Details {
    bool is_to_all = false;         ///< a release: it wakes all waiting threads
    std::uint64_t wakes = 1;        ///< a release: it wakes at most so many threads
    std::optional<ByteRange> range; ///< of bytes that are locked
    /// The range belongs to the process, whose threads do not exclude each other.
    bool is_of_process = false;
    std::optional<Amount> amount;
};

/// A release or an acquire.
struct Operation {
    ThreadId thread = 0;     ///< in the run
    std::size_t process = 0; ///< its number
    Mode mode = Mode::none;
    Details told;
};

/// The releases that an acquire comes after.
struct TakenReleases {
    std::vector<std::uint64_t> numbers; ///< of releases of one thread each; empty: it needed none
    bool is_from_outside = false;       ///< it needed a release that is in no trace of the run
};

/// Numbers the releases and acquires of one object, in one life.
class Numbering {
public:
    virtual ~Numbering() = default;

    /// If false, events keep their numbers, or have none.
    virtual bool is_known() const { return true; }
    /// Returns the number that the release publishes.
    virtual std::uint64_t release(const Operation& operation) = 0;
    virtual TakenReleases acquire(const Operation& operation) = 0;
    /// A thread begins to wait: wait(). It stops waiting without an acquire: leave().
    virtual void wait(ThreadId) {}
    virtual void leave(ThreadId) {}
    /// Whether the thread has begun to wait and not stopped.
    virtual bool is_inside(ThreadId) const { return false; }
    virtual bool is_empty() const { return true; }
};

} // namespace ilm

#endif
