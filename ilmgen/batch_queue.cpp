// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/batch_queue.h"

namespace ilm {

/// Wakes the other thread if `changed()` says so, and not before it can go on.
template <class Changed>
void BatchQueue::change(Changed changed) {
    std::unique_lock lock(mutex_);
    const bool wake = changed();
    lock.unlock();
    if (wake)
        changed_.notify_one();
}

EventBatch* BatchQueue::to_fill() {
    std::unique_lock lock(mutex_);
    if (full() == length)
        changed_.wait(lock, [this] { return stopped_ || full() <= length / 2; });
    if (stopped_)
        return nullptr;
    EventBatch& batch = at(filled_);
    lock.unlock();
    batch.clear();
    return &batch;
}

void BatchQueue::filled() {
    change([this] {
        ++filled_;
        return full() >= length / 2;
    });
}

void BatchQueue::hand_over() {
    change([this] {
        handed_over_ = filled_;
        return full() > 0;
    });
}

void BatchQueue::end() {
    change([this] { return ended_ = true; });
}

const EventBatch* BatchQueue::to_empty() {
    std::unique_lock lock(mutex_);
    if (full() == 0)
        changed_.wait(lock,
                      [this] { return ended_ || full() >= length / 2 || handed_over_ > emptied_; });
    return full() > 0 ? &at(emptied_) : nullptr;
}

void BatchQueue::emptied() {
    change([this] {
        ++emptied_;
        return full() <= length / 2;
    });
}

void BatchQueue::stop() {
    change([this] { return stopped_ = true; });
}

} // namespace ilm
