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
    bool is_to_all = false;         ///< a release: it wakes all who wait
    std::uint64_t wakes = 1;        ///< a release: up to so many
    std::optional<ByteRange> range; ///< of bytes that are locked
    bool is_of_process = false;     ///< the range: whose threads do not keep each other out
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
    bool is_from_outside = false;       ///< it needed one that nobody has told of
};

/// Numbers the releases and acquires of one object, in one life.
class Numbering {
public:
    virtual ~Numbering() = default;

    /// False: events keep the numbers that they have, or have none.
    virtual bool is_known() const { return true; }
    /// Returns the number that the release publishes.
    virtual std::uint64_t release(const Operation& operation) = 0;
    virtual TakenReleases acquire(const Operation& operation) = 0;
    /// A thread goes to sleep; it has waited for nothing.
    virtual void wait(ThreadId) {}
    virtual void leave(ThreadId) {}
    /// Has the thread begun to wait, and is not back?
    virtual bool is_inside(ThreadId) const { return false; }
    virtual bool is_empty() const { return true; }
};

} // namespace ilm

#endif
