// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random problems for planners, as programs are: each block is allocated by a step and freed by the
// same or by one that comes after it.
#ifndef TESTS_UNIT_RANDOM_PROBLEM_H
#define TESTS_UNIT_RANDOM_PROBLEM_H

#include "ilmgen/plan/problem.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace test {

using namespace ilm;

struct ProblemShape {
    std::size_t steps = 20;
    ThreadIndex threads = 4;
    std::uint64_t least_work = 1;
    std::uint64_t most_work = 10;
};

class ProblemMaker {
public:
    ProblemMaker(const ProblemShape& shape, unsigned seed)
        : shape_(shape), random_(seed), steps_(shape.steps), freed_(shape.steps),
          later_(shape.steps), last_(shape.threads, no_task) {}

    Problem make() {
        for (TaskIndex step = 0; step < steps_.size(); ++step)
            add_step(step);
        for (TaskIndex step = 0; step < steps_.size(); ++step)
            add_blocks(step);
        for (TaskIndex step = 0; step < steps_.size(); ++step)
            steps_[step].balance -= freed_[step];
        return problem_of(steps_, {pairs_.begin(), pairs_.end()});
    }

private:
    std::uint64_t from_to(std::uint64_t least, std::uint64_t most) {
        return least + random_() % (most - least + 1);
    }

    /// After the one before of its thread, and perhaps after a recent one of another thread.
    void add_step(TaskIndex step) {
        const auto thread =
            static_cast<ThreadIndex>(step < shape_.threads ? step : from_to(0, shape_.threads - 1));
        steps_[step].thread = thread;
        steps_[step].work = from_to(shape_.least_work, shape_.most_work);
        follow(last_[thread], step);
        last_[thread] = step;
        if (step > shape_.threads && from_to(0, 1) == 0)
            follow(static_cast<TaskIndex>(
                       step - from_to(1, std::min<std::uint64_t>(step, 3 * shape_.threads))),
                   step);
    }

    void follow(TaskIndex earlier, TaskIndex later) {
        if (earlier != no_task && pairs_.emplace(earlier, later).second)
            later_[earlier].push_back(later);
    }

    /// One for the step's own use, and in every other step one for a step that comes after it.
    void add_blocks(TaskIndex step) {
        std::int64_t own = static_cast<std::int64_t>(from_to(0, 14));
        const auto given = static_cast<std::int64_t>(from_to(0, 1) * from_to(1, 20));
        TaskIndex taker = step;
        for (std::uint64_t left = from_to(1, 4); left > 0 && !later_[taker].empty(); --left)
            taker = later_[taker][from_to(0, later_[taker].size() - 1)];
        if (taker == step) {
            own += given;
        } else {
            steps_[step].balance += given;
            freed_[taker] += given;
        }
        steps_[step].highest = own + (taker == step ? 0 : given);
    }

    const ProblemShape shape_;
    std::minstd_rand random_;
    LargeVector<PlanStep> steps_;
    std::vector<std::int64_t> freed_; ///< by step: bytes, at its end
    std::vector<std::vector<TaskIndex>> later_;
    std::vector<TaskIndex> last_; ///< by thread
    std::set<std::pair<TaskIndex, TaskIndex>> pairs_;
};

inline Problem random_problem(const ProblemShape& shape, unsigned seed) {
    return ProblemMaker(shape, seed).make();
}

} // namespace test

#endif
