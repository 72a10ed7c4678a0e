// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/serial_order.h"

#include "ilmgen/plan/valley.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace ilm {

namespace {

/// Dead states that are remembered; further ones are searched again.
constexpr std::size_t most_dead_states = 4'000'000;

class OrderSearch {
public:
    OrderSearch(const Problem& problem, std::int64_t memory, Effort& effort, std::uint64_t seed)
        : problem_(problem), memory_(memory), effort_(effort), progress_(problem), random_(seed),
          varies_(seed != 0) {}

    BoundedOrder search() {
        bool goes_on = enter(0);
        while (goes_on && !progress_.is_complete()) {
            if (effort_.left == 0)
                return {SearchResult::unknown, {}};
            goes_on = try_next();
        }
        if (!progress_.is_complete())
            return {SearchResult::no, {}};
        return {SearchResult::yes, progress_.order()};
    }

private:
    struct State {
        std::uint64_t fingerprint = 0;
        std::size_t executed = 0;       ///< steps of the order
        std::vector<TaskIndex> choices; ///< the best one last
    };

    /// Executes the next choice of the latest state that has one.  Returns false if there is none.
    bool try_next() {
        while (!states_.empty()) {
            State& state = states_.back();
            progress_.take_back_to(state.executed);
            if (!state.choices.empty()) {
                const TaskIndex step = state.choices.back();
                state.choices.pop_back();
                progress_.execute(step);
                enter(state.executed);
                return true;
            }
            if (dead_.size() < most_dead_states)
                dead_.insert(state.fingerprint);
            states_.pop_back();
        }
        return false;
    }

    /// Goes down as long as nothing has to be chosen, and lists the choices there. A state that is
    /// dead, or has no choices, is removed at once. Returns false in that case.
    bool enter(std::size_t before) {
        while ((!varies_ || random_.below(2) == 0) && go_down()) {
        }
        effort_.spend(8 + progress_.ready().size());
        if (progress_.is_complete())
            return true;
        if (dead_.contains(progress_.fingerprint())) {
            progress_.take_back_to(before);
            return false;
        }
        State state{progress_.fingerprint(), progress_.order().size(), choices()};
        if (state.choices.empty()) {
            if (dead_.size() < most_dead_states)
                dead_.insert(state.fingerprint);
            progress_.take_back_to(before);
            return false;
        }
        states_.push_back(std::move(state));
        return true;
    }

    /// Lets a thread run to a valley that is not above the present, if one can within the memory.
    bool go_down() {
        const std::int64_t room = memory_ - progress_.booked();
        for (const TaskIndex first : progress_.ready()) {
            const Valley valley = valley_of(problem_, progress_, first, room);
            effort_.spend(1 + valley.steps);
            if (valley.steps == 0 || valley.depth > 0)
                continue;
            TaskIndex step = first;
            for (std::uint32_t left = valley.steps; left > 0; --left) {
                progress_.execute(step);
                step = problem_.next[step];
            }
            return true;
        }
        return false;
    }

    std::vector<TaskIndex> choices() {
        using Choice = std::tuple<std::int64_t, std::int64_t, TaskIndex>;
        std::vector<Choice> found;
        const std::int64_t room = memory_ - progress_.booked();
        for (const TaskIndex step : progress_.ready()) {
            const Valley valley = valley_of(problem_, progress_, step, room);
            effort_.spend(1 + valley.steps);
            const auto key = varies_ ? static_cast<std::int64_t>(random_.below(1U << 20))
                                     : 3 * valley.depth - valley.hill;
            if (valley.steps > 0)
                found.emplace_back(key, valley.depth, step);
        }
        std::sort(found.rbegin(), found.rend());
        std::vector<TaskIndex> steps;
        for (const Choice& choice : found)
            steps.push_back(std::get<TaskIndex>(choice));
        return steps;
    }

    const Problem& problem_;
    const std::int64_t memory_;
    Effort& effort_;
    SerialProgress progress_;
    PlanRandom random_;
    const bool varies_;
    std::vector<State> states_; ///< on the way here
    std::unordered_set<std::uint64_t> dead_;
};

} // namespace

BoundedOrder search_order(const Problem& problem, std::int64_t memory, Effort& effort,
                          std::uint64_t seed) {
    return OrderSearch(problem, memory, effort, seed).search();
}

} // namespace ilm
