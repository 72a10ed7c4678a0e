// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/window_locks.h"

#include <algorithm>

namespace ilm {

void WindowLocks::Sharers::add(const Unlock& unlock) {
    std::uint64_t& number = numbers_[unlock.thread];
    threads_.erase(number);
    number = unlock.number;
    threads_[number] = unlock.thread;
}

void WindowLocks::Sharers::clear() {
    numbers_.clear();
    threads_.clear();
}

void WindowLocks::Sharers::add_later(std::uint64_t number, ThreadId taker,
                                     TakenReleases& taken) const {
    for (auto at = threads_.upper_bound(number); at != threads_.end(); ++at)
        if (at->second != taker)
            taken.numbers.push_back(at->first);
}

std::uint64_t WindowLocks::release(const Operation& operation) {
    const Unlock unlock{operation.thread, ++unlocks_};
    const ByteRange range = operation.told.range.value_or(ByteRange());
    if (operation.mode == Mode::wr) {
        TargetLocks& target = targets_[range.first];
        target.exclusive = unlock;
        target.sharers.clear(); // the next holder comes after them by this one
    } else if (range.first == range.last) {
        targets_[range.first].sharers.add(unlock);
    } else {
        of_all_.add(unlock);
    }
    return unlocks_;
}

TakenReleases WindowLocks::acquire(const Operation& operation) {
    if (!operation.told.range)
        return {};
    const ByteRange& range = *operation.told.range;
    if (range.first != range.last)
        return taken_by_all(operation.thread);
    const TargetLocks& target = targets_[range.first];
    TakenReleases taken;
    if (target.exclusive.number != 0 && target.exclusive.thread != operation.thread)
        taken.numbers.push_back(target.exclusive.number);
    if (operation.mode == Mode::wr) {
        target.sharers.add_later(target.exclusive.number, operation.thread, taken);
        of_all_.add_later(target.exclusive.number, operation.thread, taken);
    }
    return taken;
}

/// Takes the last exclusive unlock of each other thread, because what the thread has unlocked
/// before comes before that.
TakenReleases WindowLocks::taken_by_all(ThreadId thread) const {
    std::map<ThreadId, std::uint64_t> last;
    for (const auto& [rank, target] : targets_)
        if (target.exclusive.number != 0 && target.exclusive.thread != thread) {
            std::uint64_t& number = last[target.exclusive.thread];
            number = std::max(number, target.exclusive.number);
        }
    TakenReleases taken;
    for (const auto& [other, number] : last)
        taken.numbers.push_back(number);
    std::ranges::sort(taken.numbers);
    return taken;
}

} // namespace ilm
