// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/improve.h"

#include "ilmgen/plan/booking.h"
#include "ilmgen/plan/generation.h"
#include "ilmgen/plan/progress.h"
#include "ilmgen/plan/serial_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ilm {

namespace {

/// Limits for all tries together: steps that are booked, and pairs of steps that are looked at.
constexpr std::uint64_t most_booked_steps = 4'000'000;
constexpr std::uint64_t most_pairs = 200'000'000;
/// In larger problems only one schedule is made, because each takes a second.
constexpr std::size_t most_to_improve = 200'000;

/// For each this many bookings there is one random serial order, unless it takes too long to find
/// one.
constexpr std::uint64_t bookings_for_an_order = 5;
constexpr std::uint64_t operations_for_a_step = 100;
constexpr std::size_t most_orders = 100;

/// How much of the priority comes from the place in the order.
constexpr std::array<double, 5> mixtures = {0, 0.25, 0.5, 0.75, 1};

class Improvement {
public:
    Improvement(const Problem& problem, const PlanLimits& limits,
                const std::vector<SerialOrder>& orders, std::uint64_t bound)
        : problem_(problem), limits_(limits), bound_(bound) {
        std::copy_if(
            orders.begin(), orders.end(), std::back_inserter(orders_),
            [&](const SerialOrder& order) { return peak_of(problem, order) <= limits.memory; });
    }

    Schedule improve(const ImproveEffort& effort) {
        order_ = orders_.front();
        take(book(problem_, limits_, longest_chain_first(problem_), order_));
        if (effort.bookings > 0 && !is_done())
            book_all_mixtures(orders_);
        for (std::uint64_t i = 0; i < effort.bookings / bookings_for_an_order && !is_done(); ++i)
            book_random_order();
        for (std::uint64_t i = 0; i < effort.bookings && !is_done(); ++i)
            book_changed();
        if (effort.generations > 0 && !is_done())
            anneal(effort.generations);
        return std::move(best_);
    }

private:
    bool is_done() const { return best_.makespan <= bound_; }

    /// Returns whether it is the best one so far.
    bool take(Schedule schedule) {
        if (!best_.order.empty() && schedule.makespan >= best_.makespan)
            return false;
        best_ = std::move(schedule);
        return true;
    }

    /// For each step from 0 to 1: how long the chain of work is that begins with it, or how early
    /// its place in the order is.
    LargeVector<double> mixed_values(const SerialOrder& order, double of_place) const {
        LargeVector<double> values(problem_.size());
        const auto span = static_cast<double>(std::max<std::uint64_t>(1, problem_.span));
        const auto size = static_cast<double>(problem_.size());
        for (std::size_t place = 0; place < order.size(); ++place)
            values[order[place]] =
                (1 - of_place) * static_cast<double>(problem_.chain[order[place]]) / span +
                of_place * (1 - static_cast<double>(place) / size);
        return values;
    }

    /// Other serial orders let other steps begin early, and that matters more than priorities do.
    void book_random_order() {
        Effort effort{operations_for_a_step * (problem_.size() + 1)};
        BoundedOrder found =
            search_order(problem_, limits_.memory, effort, 1 + random_.below(1U << 30));
        if (found.found != SearchResult::yes)
            return;
        book_all_mixtures({found.order});
        if (orders_.size() < most_orders)
            orders_.push_back(std::move(found.order));
    }

    void book_all_mixtures(const std::vector<SerialOrder>& orders) {
        for (const SerialOrder& order : orders)
            for (const double of_place : mixtures) {
                const LargeVector<double> values = mixed_values(order, of_place);
                book_with(values, order);
                if (is_done())
                    return;
            }
    }

    /// Keeps the values and the order if they are as good as the best ones.
    void book_with(const LargeVector<double>& values, const SerialOrder& order) {
        Schedule schedule = book(problem_, limits_, largest_first(values), order);
        if (schedule.makespan > current_ && !values_.empty())
            return;
        current_ = schedule.makespan;
        values_ = values;
        order_ = order;
        if (take(std::move(schedule)))
            order_ = order_of_ends(problem_, best_);
    }

    /// Changes a few values, all values a little, or the order, or takes another order and mixture.
    void book_changed() {
        LargeVector<double> values = values_;
        SerialOrder order = order_;
        switch (random_.below(6)) {
        case 0:
            for (std::size_t left = 1 + random_.below(3); left > 0; --left)
                values[random_.below(values.size())] *= 0.5 + 1.5 * random_.fraction();
            break;
        case 1: scatter(values, 0.3); break;
        case 2:
            order = order_of_ends(problem_, best_);
            values = mixed_values(order, mixtures[random_.below(mixtures.size())]);
            scatter(values, 0.5);
            break;
        case 3:
        case 4:
            for (std::size_t left = 1 + random_.below(4); left > 0; --left)
                order = with_one_moved(order);
            if (peak_of(problem_, order) > limits_.memory)
                return;
            if (random_.below(2) == 0)
                values = mixed_values(order, mixtures[random_.below(mixtures.size())]);
            break;
        default:
            order = orders_[random_.below(orders_.size())];
            values = mixed_values(order, mixtures[random_.below(mixtures.size())]);
            scatter(values, 0.2);
        }
        book_with(values, order);
    }

    void scatter(LargeVector<double>& values, double most) {
        const double part = most * random_.fraction();
        for (double& value : values)
            value *= 1 + part * random_.fraction();
    }

    void anneal(std::uint64_t tries) {
        std::vector<SerialOrder> starts = orders_;
        starts.push_back(best_.order);
        starts.push_back(order_of_ends(problem_, best_));
        SerialOrder current;
        std::uint64_t makespan = 0;
        for (const SerialOrder& start : starts)
            if (std::optional<Schedule> schedule = generate_schedule(problem_, limits_, start);
                schedule && (current.empty() || schedule->makespan <= makespan)) {
                makespan = schedule->makespan;
                current = start;
                take(std::move(*schedule));
            }
        if (current.empty())
            return;
        const SerialOrder first = current;
        constexpr std::uint64_t round = 500; // then it begins again with the best order
        SerialOrder best_order = current;
        std::uint64_t best_of_orders = makespan;
        for (std::uint64_t i = 0; i < tries && !is_done(); ++i) {
            if (i % round == round - 1) {
                current = best_order;
                makespan = best_of_orders;
            }
            SerialOrder changed = with_one_moved(current);
            if (random_.below(3) == 0)
                changed = with_one_moved(changed);
            std::optional<Schedule> schedule = generate_schedule(problem_, limits_, changed);
            if (!schedule || !is_accepted(schedule->makespan, makespan, i, tries))
                continue;
            makespan = schedule->makespan;
            current = random_.below(8) == 0 ? schedule->order : changed;
            if (makespan < best_of_orders) {
                best_of_orders = makespan;
                best_order = current;
            }
            take(std::move(*schedule));
        }
    }

    bool is_accepted(std::uint64_t changed, std::uint64_t before, std::uint64_t i,
                     std::uint64_t tries) {
        if (changed <= before)
            return true;
        const double temperature = 0.01 * static_cast<double>(bound_) *
                                   (1 - static_cast<double>(i) / static_cast<double>(tries));
        return temperature > 0 &&
               std::exp(-static_cast<double>(changed - before) / temperature) > random_.fraction();
    }

    /// Moves a step to another place between the last one that it comes after and the first one
    /// that comes after it.
    SerialOrder with_one_moved(const SerialOrder& order) {
        LargeVector<std::size_t> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        const std::size_t from = random_.below(order.size());
        std::size_t first = 0;
        std::size_t last = order.size() - 1;
        for (const TaskIndex before : problem_.before.steps_of(order[from]))
            first = std::max(first, place[before] + 1);
        for (const TaskIndex after : problem_.after.steps_of(order[from]))
            last = std::min(last, place[after] - 1);
        const std::size_t to = first + random_.below(last - first + 1);
        SerialOrder moved = order;
        const auto at = [&moved](std::size_t i) {
            return moved.begin() + static_cast<std::ptrdiff_t>(i);
        };
        if (to < from)
            std::rotate(at(to), at(from), at(from + 1));
        else
            std::rotate(at(from), at(from + 1), at(to + 1));
        return moved;
    }

    const Problem& problem_;
    const PlanLimits limits_;
    const std::uint64_t bound_;
    std::vector<SerialOrder> orders_; ///< whose peaks are within the memory
    PlanRandom random_{1};
    Schedule best_;
    std::uint64_t current_ = 0; ///< makespan that belongs to:
    LargeVector<double> values_;
    SerialOrder order_;
};

} // namespace

ImproveEffort improve_effort(std::size_t steps) {
    if (steps == 0 || steps > most_to_improve)
        return {0, 0};
    const ImproveEffort most;
    return {std::min<std::uint64_t>(most.bookings, most_booked_steps / steps),
            std::min<std::uint64_t>(most.generations, most_pairs / steps / steps)};
}

Schedule improved_schedule(const Problem& problem, const PlanLimits& limits,
                           const std::vector<SerialOrder>& orders, std::uint64_t bound,
                           const ImproveEffort& effort) {
    return Improvement(problem, limits, orders, bound).improve(effort);
}

} // namespace ilm
