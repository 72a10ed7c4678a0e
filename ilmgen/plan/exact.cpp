// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/exact.h"

#include "ilmgen/plan/progress.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ilm {

namespace {

__extension__ using ExactArea = unsigned __int128;
using StepSet = std::uint64_t; ///< a bit for each step

constexpr std::size_t most_remembered = 3'000'000;

struct RunningStep {
    TaskIndex step = 0;
    std::uint64_t left = 0; ///< work
};

class ExactSearch {
public:
    ExactSearch(const Problem& problem, const PlanLimits& limits, Schedule& best,
                std::uint64_t most_nodes)
        : problem_(problem), limits_(limits), best_(best), nodes_left_(most_nodes),
          before_(problem.size()) {
        for (TaskIndex step = 0; step < problem.size(); ++step)
            for (const TaskIndex other : problem.before.steps_of(step))
                before_[step] |= bit(other);
        now_.start.resize(problem.size());
    }

    bool search() {
        advance({});
        return nodes_left_ > 0;
    }

private:
    struct State {
        std::uint64_t time = 0;
        StepSet ended = 0;
        StepSet begun = 0;
        std::int64_t booked = 0;
        std::vector<RunningStep> running;
    };
    /// Two words, so that two states never have the same in practice.
    struct Fingerprint {
        std::uint64_t first = 0;
        std::uint64_t second = 0;
        bool operator==(const Fingerprint&) const = default;
    };
    struct HashOfFingerprint {
        std::size_t operator()(const Fingerprint& print) const { return print.first; }
    };

    static StepSet bit(TaskIndex step) { return StepSet{1} << step; }

    bool is_ready(const State& state, TaskIndex step) const {
        return (state.begun & bit(step)) == 0 && (before_[step] & ~state.ended) == 0;
    }

    void note(State& state, TaskIndex step) {
        state.begun |= bit(step);
        now_.start[step] = state.time;
        now_.order.push_back(step);
    }

    /// Lets meetings happen, and steps that need neither time nor memory.
    void begin_what_is_free(State& state) {
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (TaskIndex step = 0; step < problem_.size(); ++step) {
                const PlanStep& plan_step = problem_.steps[step];
                if (!is_ready(state, step) || plan_step.work > 0)
                    continue;
                const bool has_room = plan_step.balance <= 0 &&
                                      state.running.size() < limits_.processors &&
                                      state.booked + plan_step.highest <= limits_.memory;
                if (!problem_.is_meeting(step) && !has_room)
                    continue;
                if (!problem_.is_meeting(step))
                    peak_ = std::max(peak_, state.booked + plan_step.highest);
                note(state, step);
                state.ended |= bit(step);
                state.booked += plan_step.balance;
                goes_on = true;
            }
        }
    }

    /// Some steps have just ended.
    void advance(State state) {
        const std::size_t begun = now_.order.size();
        const std::int64_t peak = peak_;
        begin_what_is_free(state);
        if (now_.order.size() == problem_.size() && state.running.empty())
            take(state.time);
        else if (nodes_left_ > 0 && --nodes_left_ > 0 && can_be_shorter(state) && is_new(state))
            begin_ready(state, ready_steps(state), 0);
        now_.order.resize(begun);
        peak_ = peak;
    }

    void take(std::uint64_t makespan) {
        if (makespan >= best_.makespan)
            return;
        best_ = now_;
        best_.makespan = makespan;
        best_.peak = peak_;
    }

    bool can_be_shorter(const State& state) const {
        std::uint64_t work = 0;
        std::uint64_t chain = 0;
        ExactArea area = 0;
        const auto count = [&](TaskIndex step, std::uint64_t left) {
            work += left;
            chain = std::max(chain, left + problem_.chain[step] - problem_.steps[step].work);
            area += ExactArea{left} * static_cast<std::uint64_t>(problem_.steps[step].highest);
        };
        for (const RunningStep& running : state.running)
            count(running.step, running.left);
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if ((state.begun & bit(step)) == 0)
                count(step, problem_.steps[step].work);
        const std::uint64_t left = best_.makespan - std::min(best_.makespan, state.time);
        return left > chain && ExactArea{left} * limits_.processors > work &&
               ExactArea{left} * static_cast<std::uint64_t>(limits_.memory + problem_.unordered) >
                   area;
    }

    bool is_new(const State& state) {
        Fingerprint print{mixed(state.ended), mixed(~state.ended)};
        for (const RunningStep& running : state.running) {
            print.first += mixed(mixed(running.step) + running.left);
            print.second += mixed(mixed(~std::uint64_t{running.step}) ^ running.left);
        }
        const auto found = been_.find(print);
        if (found == been_.end()) {
            if (been_.size() < most_remembered)
                been_.emplace(print, state.time);
            return true;
        }
        if (found->second <= state.time)
            return false;
        found->second = state.time;
        return true;
    }

    std::vector<TaskIndex> ready_steps(const State& state) const {
        std::vector<TaskIndex> ready;
        for (TaskIndex step = 0; step < problem_.size(); ++step)
            if (is_ready(state, step))
                ready.push_back(step);
        std::stable_sort(ready.begin(), ready.end(), [&](TaskIndex a, TaskIndex b) {
            return problem_.chain[a] > problem_.chain[b];
        });
        return ready;
    }

    /// Begins each ready step from this place on, or not.
    void begin_ready(const State& state, const std::vector<TaskIndex>& ready, std::size_t place) {
        if (place == ready.size() || state.running.size() == limits_.processors) {
            end_next(state);
            return;
        }
        const PlanStep& step = problem_.steps[ready[place]];
        if (state.booked + step.highest <= limits_.memory) {
            const std::int64_t peak = peak_;
            State next = state;
            note(next, ready[place]);
            next.booked += step.highest;
            next.running.push_back({ready[place], step.work});
            peak_ = std::max(peak_, next.booked);
            begin_ready(next, ready, place + 1);
            peak_ = peak;
            now_.order.pop_back();
        }
        begin_ready(state, ready, place + 1);
    }

    void end_next(const State& state) {
        if (state.running.empty() || nodes_left_ == 0)
            return;
        std::uint64_t time = state.running.front().left;
        for (const RunningStep& running : state.running)
            time = std::min(time, running.left);
        State next = state;
        next.time += time;
        next.running.clear();
        for (const RunningStep& running : state.running) {
            if (running.left > time) {
                next.running.push_back({running.step, running.left - time});
                continue;
            }
            next.ended |= bit(running.step);
            next.booked +=
                problem_.steps[running.step].balance - problem_.steps[running.step].highest;
        }
        advance(std::move(next));
    }

    const Problem& problem_;
    const PlanLimits limits_;
    Schedule& best_;
    std::uint64_t nodes_left_;
    std::vector<StepSet> before_;                                            ///< by step
    Schedule now_;                                                           ///< as far as it is
    std::int64_t peak_ = 0;                                                  ///< of that
    std::unordered_map<Fingerprint, std::uint64_t, HashOfFingerprint> been_; ///< at what time
};

} // namespace

bool suits_exact_search(const Problem& problem) {
    const auto meetings = static_cast<std::size_t>(
        std::count_if(problem.steps.begin(), problem.steps.end(),
                      [](const PlanStep& step) { return step.thread == no_thread; }));
    return problem.size() <= 64 && problem.size() - meetings <= most_exact_steps;
}

bool improve_to_shortest(const Problem& problem, const PlanLimits& limits, Schedule& schedule,
                         std::uint64_t most_nodes) {
    return ExactSearch(problem, limits, schedule, most_nodes).search();
}

} // namespace ilm
