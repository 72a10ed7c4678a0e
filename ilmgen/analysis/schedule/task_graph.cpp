// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/task_graph.h"

#include "ilmgen/analysis/schedule/stretches.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// A task with at most this many parents makes them unnecessary in lists that contain the task.
constexpr std::size_t few_parents = 8;

/// Part of TaskGraph::parents.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
};

class Builder {
public:
    Builder(const Run& run, TaskEnds ends)
        : run_(run), ends_(steps_that_end_tasks(run, ends)), intervals_(run.threads.size()),
          ended_(run.steps.size()), users_(run.sources.size()), after_sources_(run.sources.size()) {
        for (StepIndex step = 0; step < run.steps.size(); ++step)
            if (!run.sources_of(step).empty())
                ++users_[run.steps[step].sources];
    }

    TaskGraph build() {
        for (StepIndex step = 0; step < run_.steps.size(); ++step)
            follow(step);
        for (Interval& interval : intervals_)
            if (interval.last != no_step)
                end(interval);
        if (graph_.tasks.empty())
            graph_.tasks.emplace_back();
        return std::move(graph_);
    }

private:
    /// The work and heap of a thread since the last step that ended a task.
    struct Interval {
        std::uint64_t work = 0;
        HeapStretch heap;
        Range parents;
        StepIndex last = no_step; ///< of its steps
    };

    static LargeBitset steps_that_end_tasks(const Run& run, TaskEnds ends) {
        if (ends == TaskEnds::all_steps)
            return LargeBitset(run.steps.size()).set();
        return ordering_steps(run, [&run](StepIndex step) { return run.sources_of(step); });
    }

    void follow(StepIndex index) {
        const RunStep& step = run_.steps[index];
        Interval& interval = intervals_[step.thread];
        if (run_.is_first(index) && step.before != no_step)
            interval.parents = only(ended_[step.before]);
        interval.work += step.work;
        for (; life_ < run_.lives.size() && run_.lives[life_].step == index; ++life_)
            interval.heap.add(bytes_of(run_, run_.lives[life_]));
        interval.last = index;
        if (!ends_[index])
            return;
        ended_[index] = end(interval);
        interval.parents = after_event(index);
    }

    TaskIndex end(Interval& interval) {
        Task task;
        task.work = interval.work;
        task.heap_change = interval.heap.balance;
        task.heap_growth = interval.heap.highest;
        task.end = interval.last;
        task.thread = run_.steps[interval.last].thread;
        interval = {0, {}, interval.parents, no_step};
        return add(task, interval.parents);
    }

    TaskIndex add(Task task, Range parents) {
        task.parents = parents.begin;
        task.n_parents = parents.count;
        graph_.tasks.push_back(task);
        return static_cast<TaskIndex>(graph_.tasks.size() - 1);
    }

    /// The parents of what the step's thread does next.  A source is a release or an exit, which
    /// has no sources itself.  So what comes after a source comes after the task that the source
    /// ends.
    Range after_event(StepIndex step) {
        const std::span<const StepIndex> sources = run_.sources_of(step);
        if (sources.empty())
            return only(ended_[step]);
        Range& after = after_sources_[run_.steps[step].sources];
        if (after.count == 0)
            after = after_sources(step);
        const auto first = graph_.parents.begin() + after.begin;
        list_.assign(first, first + after.count);
        leave_out_known(run_.steps[step].thread);
        list_.push_back(ended_[step]);
        return store_list();
    }

    /// Leaves out tasks that the thread already comes after, because it came after the task or a
    /// later one of the same thread before.  Example: thread 2 unlocks a lock and then signals
    /// thread 3.  When thread 3 takes the lock, it already comes after the unlock.
    void leave_out_known(ThreadIndex thread) {
        std::erase_if(list_, [&](TaskIndex task) {
            const ThreadIndex other = graph_.tasks[task].thread;
            if (other == no_thread)
                return false;
            const auto [known, is_new] =
                known_.try_emplace((std::uint64_t{thread} << 32) | other, task);
            if (!is_new && known->second >= task)
                return true;
            known.value() = task;
            return false;
        });
    }

    /// Puts a task between the sources and the steps that have them in common, if that makes fewer
    /// edges.  Example: between 5 sources and 5 steps there are 10 edges instead of 25.
    Range after_sources(StepIndex first) {
        list_.clear();
        for (const StepIndex source : run_.sources_of(first))
            list_.push_back(ended_[source]);
        const Range parents = store_list();
        const std::size_t users = users_[run_.steps[first].sources];
        if (parents.count * users <= parents.count + users)
            return parents;
        Task event;
        event.end = first;
        return only(add(event, parents));
    }

    Range only(TaskIndex task) {
        list_.assign(1, task);
        return store_list();
    }

    Range store_list() {
        reduce();
        const Range range{static_cast<std::uint32_t>(graph_.parents.size()),
                          static_cast<std::uint32_t>(list_.size())};
        graph_.parents.insert(graph_.parents.end(), list_.begin(), list_.end());
        return range;
    }

    /// Keeps only the latest task of each thread, because a thread's tasks follow each other.
    /// Leaves out parents of tasks in the list, because the list implies them.
    void reduce() {
        if (list_.size() < 2)
            return;
        const auto thread = [this](TaskIndex task) { return graph_.tasks[task].thread; };
        std::sort(list_.begin(), list_.end(), [&](TaskIndex a, TaskIndex b) {
            return std::pair(thread(a), b) < std::pair(thread(b), a);
        });
        list_.erase(std::unique(list_.begin(), list_.end(),
                                [&](TaskIndex a, TaskIndex b) {
                                    return a == b ||
                                           (thread(a) == thread(b) && thread(a) != no_thread);
                                }),
                    list_.end());
        std::sort(list_.begin(), list_.end());
        around_.clear();
        for (const TaskIndex task : list_)
            if (graph_.tasks[task].n_parents <= few_parents)
                for (const TaskIndex parent : graph_.parents_of(task))
                    around_.push_back(parent);
        std::sort(around_.begin(), around_.end());
        std::erase_if(list_, [this](TaskIndex task) {
            return std::binary_search(around_.begin(), around_.end(), task);
        });
    }

    const Run& run_;
    const LargeBitset ends_;           ///< steps that end a task
    std::vector<Interval> intervals_;  ///< by thread
    LargeVector<TaskIndex> ended_;     ///< by step: the task that it ends, if any
    LargeVector<std::uint32_t> users_; ///< by where sources begin: steps that have them
    LargeVector<Range>
        after_sources_; ///< the same: the parents of what follows; empty: not yet known
    /// By the number of a thread (upper 32 bits) and that of another one: the latest task of the
    /// other thread that the first one comes after.
    tsl::robin_map<std::uint64_t, TaskIndex> known_;
    std::size_t life_ = 0;          ///< the next one
    std::vector<TaskIndex> list_;   ///< of parents that are put together
    std::vector<TaskIndex> around_; ///< parents of those
    TaskGraph graph_;
};

} // namespace

std::uint64_t TaskGraph::longest_chain() const {
    LargeVector<std::uint64_t> ends;
    ends.reserve(tasks.size());
    for (TaskIndex task = 0; task < tasks.size(); ++task) {
        std::uint64_t begin = 0;
        for (const TaskIndex parent : parents_of(task))
            begin = std::max(begin, ends[parent]);
        ends.push_back(begin + tasks[task].work);
    }
    return ends.empty() ? 0 : *std::max_element(ends.begin(), ends.end());
}

TaskGraph task_graph(const Run& run, TaskEnds ends) {
    return Builder(run, ends).build();
}

} // namespace ilm
