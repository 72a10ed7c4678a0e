// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/serial_order.h"

#include "ilmgen/plan/valley.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace ilm {

namespace {

/// Only problems with at most this many steps get a search, and further orders beside the first
/// ones.
constexpr std::size_t most_to_search = 20'000;
constexpr std::uint64_t more_orders = 8;

class Greedy {
public:
    Greedy(const Problem& problem, std::uint64_t seed)
        : problem_(problem), progress_(problem), random_(seed), varies_(seed != 0),
          valleys_(problem.threads) {}

    SerialOrder order() {
        while (!progress_.is_complete())
            run_on(best());
        return progress_.order();
    }

private:
    /// Smaller is better.  A valley that is not above the present comes first, and the one of least
    /// depth if its hill does not raise the peak, or else the one of the lowest hill.  Among
    /// others, the longest way down from hill to valley is best, because so many bytes are not
    /// needed for long.
    using Key = std::tuple<int, std::int64_t, std::int64_t>;

    Key key_of(const Valley& valley) {
        if (valley.depth <= 0)
            return {0, progress_.booked() + valley.hill <= peak_ ? -1 : valley.hill, valley.depth};
        std::int64_t way_down = valley.hill - valley.depth;
        if (varies_ && random_.below(8) == 0)
            way_down +=
                static_cast<std::int64_t>(random_.fraction() * static_cast<double>(peak_) / 2);
        return {1, -way_down, valley.depth};
    }

    TaskIndex best() {
        TaskIndex best = progress_.ready().front();
        std::optional<Key> best_key;
        for (const TaskIndex step : progress_.ready()) {
            Valley& valley = valleys_[problem_.steps[step].thread];
            if (valley.steps == 0)
                valley = valley_of(problem_, progress_, step);
            const Key key = key_of(valley);
            if (!best_key || std::pair(key, step) < std::pair(*best_key, best)) {
                best_key = key;
                best = step;
            }
        }
        return best;
    }

    void run_on(TaskIndex step) {
        const std::uint32_t steps = valleys_[problem_.steps[step].thread].steps;
        for (std::uint32_t i = 0; i < steps; ++i) {
            const std::size_t first = progress_.order().size();
            peak_ = std::max(peak_, progress_.booked() + problem_.steps[step].highest);
            progress_.execute(step);
            forget_valleys(first);
            step = problem_.next[step];
        }
    }

    /// Looks at the threads that the steps executed since then belong to, or have set free.
    void forget_valleys(std::size_t first) {
        for (std::size_t i = first; i < progress_.order().size(); ++i) {
            const TaskIndex step = progress_.order()[i];
            forget(step);
            for (const TaskIndex later : problem_.after.steps_of(step))
                forget(later);
        }
    }

    void forget(TaskIndex step) {
        if (!problem_.is_meeting(step))
            valleys_[problem_.steps[step].thread].steps = 0;
    }

    const Problem& problem_;
    SerialProgress progress_;
    PlanRandom random_;
    const bool varies_;
    std::vector<Valley> valleys_; ///< by thread: of its ready step; without steps: to be computed
    std::int64_t peak_ = 0;
};

} // namespace

SerialOrder greedy_order(const Problem& problem, std::uint64_t seed) {
    return Greedy(problem, seed).order();
}

LeastMemory find_least_memory(const Problem& problem, std::int64_t bound, Effort effort) {
    LeastMemory least;
    least.bound = bound;
    least.orders.emplace_back(problem.size());
    std::iota(least.orders[0].begin(), least.orders[0].end(), TaskIndex{0}); // as recorded
    const bool searches = problem.size() <= most_to_search;
    if (searches || peak_of(problem, least.orders[0]) > bound)
        least.orders.push_back(greedy_order(problem));
    for (std::uint64_t seed = 1; searches && seed <= more_orders; ++seed)
        least.orders.push_back(greedy_order(problem, seed));
    const auto has_lower_peak = [&](const SerialOrder& a, const SerialOrder& b) {
        return peak_of(problem, a) < peak_of(problem, b);
    };
    std::stable_sort(least.orders.begin(), least.orders.end(), has_lower_peak);
    least.bytes = peak_of(problem, least.orders.front());
    // The bound itself is tried first, because it is the answer most of the time.
    std::int64_t low = bound; // nothing was found below
    bool at_bound = true;
    while (searches && low < least.bytes && effort.left > 0) {
        const std::int64_t memory = at_bound ? low : low + (least.bytes - low) / 2;
        at_bound = false;
        Effort part{effort.left / 4 + 1};
        const std::uint64_t all = part.left;
        BoundedOrder searched = search_order(problem, memory, part);
        effort.spend(all - part.left);
        if (searched.found == SearchResult::yes) {
            least.bytes = peak_of(problem, searched.order);
            least.orders.insert(least.orders.begin(), std::move(searched.order));
            continue;
        }
        low = memory + 1;
        if (searched.found == SearchResult::no)
            least.bound = low;
    }
    return least;
}

} // namespace ilm
