// SPDX-License-Identifier: GPL-2.0-or-later
//
// Batches of events on their way from one thread to another.
#ifndef ILMGEN_BATCH_QUEUE_H
#define ILMGEN_BATCH_QUEUE_H

#include "ilmgen/event_batch.h"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace ilm {

/// Bounded: a ring of batches, of which one thread fills the first free one and another empties
/// the oldest full one.  Whoever is ahead waits, and then for half of the ring, since it costs more
/// to wake a thread than to fill a batch.
class BatchQueue {
public:
    // Of the thread that fills.

    /// The batch to fill, empty; null after stop().
    EventBatch* to_fill();
    /// It is as full as it gets.
    void filled();
    /// The next may take long: nobody is to wait for it.
    void hand_over();
    /// There will be no other.
    void end();

    // Of the thread that empties.

    /// The next batch; null after the last one.
    const EventBatch* to_empty();
    /// It is not needed any more.
    void emptied();
    /// No other is wanted.
    void stop();

private:
    static constexpr std::uint64_t length = 8;

    template <class Changed>
    void change(Changed changed);
    std::uint64_t full() const { return filled_ - emptied_; }
    EventBatch& at(std::uint64_t position) { return ring_[position % length]; }

    std::array<EventBatch, length> ring_;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::uint64_t filled_ = 0;
    std::uint64_t emptied_ = 0;
    std::uint64_t handed_over_ = 0; ///< as filled_ was at hand_over()
    bool ended_ = false;
    bool stopped_ = false;
};

} // namespace ilm

#endif
