// SPDX-License-Identifier: GPL-2.0-or-later
//
// Batches of events on their way from one thread to another.
#ifndef ILMGEN_FROM_TRACE_BATCH_QUEUE_H
#define ILMGEN_FROM_TRACE_BATCH_QUEUE_H

#include "ilmgen/from/trace/event_batch.h"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace ilm {

/// The queue is bounded: one thread fills free batches, another empties the full ones, oldest
/// first.  The batch that was emptied last is filled next, because caches still hold it.  So most
/// batches are only touched while the end of a DAG block keeps the other thread busy.  The thread
/// that is ahead waits for more than one batch, because it costs more to wake a thread than to fill
/// a batch.
class BatchQueue {
public:
    BatchQueue();

    // The thread that fills calls these.

    /// The batch to fill, empty; null after stop().
    EventBatch* begin_fill();
    /// Queues the filled batch.
    void end_fill();
    /// Lets the other thread empty the queued batches at once, because the next batch may take
    /// long.
    void hand_over();
    /// There will be no other batch.
    void end();

    // The thread that empties calls these.

    /// The next batch; null after the last one.
    const EventBatch* begin_empty();
    /// The batch is not needed any more.
    void end_empty();
    /// No other batch is wanted.
    void stop();

private:
    static constexpr std::size_t length = 64;
    static constexpr std::size_t worth_waking = 4;

    template <class Changed>
    void change(Changed changed);

    std::array<EventBatch, length> batches_;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::vector<EventBatch*> free_;
    std::deque<EventBatch*> full_;  ///< oldest first; the first may be in use
    EventBatch* filling_ = nullptr; ///< in neither
    bool handed_over_ = false;      ///< hand_over() was called after the last of full_
    bool ended_ = false;
    bool stopped_ = false;
};

} // namespace ilm

#endif
