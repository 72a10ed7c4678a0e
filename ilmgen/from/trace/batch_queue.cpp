// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/batch_queue.h"

namespace ilm {

BatchQueue::BatchQueue() {
    for (EventBatch& batch : batches_)
        free_.push_back(&batch);
}

/// Wakes the other thread if `changed()` says so, and not before it can go on.
template <class Changed>
void BatchQueue::change(Changed changed) {
    std::unique_lock lock(mutex_);
    const bool wake = changed();
    lock.unlock();
    if (wake)
        changed_.notify_one();
}

EventBatch* BatchQueue::begin_fill() {
    std::unique_lock lock(mutex_);
    if (free_.empty())
        changed_.wait(lock, [this] { return stopped_ || free_.size() >= worth_waking; });
    if (stopped_)
        return nullptr;
    filling_ = free_.back();
    free_.pop_back();
    lock.unlock();
    filling_->clear();
    return filling_;
}

void BatchQueue::end_fill() {
    change([this] {
        full_.push_back(filling_);
        handed_over_ = false;
        return full_.size() >= worth_waking;
    });
}

void BatchQueue::hand_over() {
    change([this] { return handed_over_ = !full_.empty(); });
}

void BatchQueue::end() {
    change([this] { return ended_ = true; });
}

const EventBatch* BatchQueue::begin_empty() {
    std::unique_lock lock(mutex_);
    if (full_.empty())
        changed_.wait(lock, [this] {
            return ended_ || full_.size() >= worth_waking || (handed_over_ && !full_.empty());
        });
    return full_.empty() ? nullptr : full_.front();
}

void BatchQueue::end_empty() {
    change([this] {
        free_.push_back(full_.front());
        full_.pop_front();
        return free_.size() >= worth_waking;
    });
}

void BatchQueue::stop() {
    change([this] { return stopped_ = true; });
}

} // namespace ilm
