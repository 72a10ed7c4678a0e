// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/open_order.h"

#include <algorithm>

namespace ilm {

void OpenOrder::SeveralTasks::begin(std::uint64_t number, std::int64_t task) {
    under_way.emplace(number, task);
    ++tasks[task];
}

/// If operations of another task are under way, the order of all operations under way becomes
/// unknown, including the new one.
void OpenOrder::begin(std::uint64_t number, std::int64_t task, const DenseSet& complete,
                      std::unordered_set<std::uint64_t>& found) {
    if (complete.contains(number))
        return;
    if (!several_) {
        if (complete.first_missing() >= number)
            task_ = task;
        if (task == task_)
            return;
        several_ = std::make_unique<SeveralTasks>();
        for (std::uint64_t other = complete.first_missing(); other < number; ++other)
            if (!complete.contains(other))
                several_->begin(other, task_);
    }
    const auto own = several_->tasks.find(task);
    if (several_->under_way.size() > (own == several_->tasks.end() ? 0 : own->second)) {
        unfound_ = std::max(unfound_, complete.first_missing());
        for (; unfound_ < number; ++unfound_)
            if (several_->under_way.contains(unfound_))
                found.insert(unfound_);
        found.insert(number);
        unfound_ = number + 1;
    }
    several_->begin(number, task);
}

void OpenOrder::end(std::uint64_t number) {
    if (!several_)
        return;
    const auto ended = several_->under_way.find(number);
    if (ended == several_->under_way.end())
        return;
    if (const auto task = several_->tasks.find(ended->second); --task->second == 0)
        several_->tasks.erase(task);
    several_->under_way.erase(ended);
    if (several_->under_way.empty())
        several_.reset();
}

} // namespace ilm
