// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/uncertain_figures.h"

#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ilm {

namespace {

/// A figure takes these positions when has_two_states() looks for groups; 0 is known already.
constexpr std::array positions = {-1.0, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1.0};

/// How much less work the second vector has. Intervals with more work do not count.
double saved_work(std::span<const std::uint64_t> before, std::span<const std::uint64_t> after) {
    double saved = 0;
    for (std::size_t step = 0; step < before.size(); ++step)
        saved += static_cast<double>(before[step] - std::min(before[step], after[step]));
    return saved;
}

} // namespace

TimeRange Spread::of_time() const {
    return {static_cast<std::uint64_t>(std::llround(std::max(0.0, p10))),
            static_cast<std::uint64_t>(std::llround(p90))};
}

GainRange Spread::of_gain() const {
    return {p10, std::min(1.0, p90)};
}

Spread UncertainFigures::spread_of(double usual, const ValueIf& value_if) const {
    double less_squared = 0;
    double more_squared = 0;
    double largest = 0;
    Spread spread;
    for (std::size_t figure = 0; figure < size(); ++figure) {
        const auto [least, most] =
            std::minmax({usual, value_if({figure, -1}), value_if({figure, 1})});
        less_squared += (usual - least) * (usual - least);
        more_squared += (most - usual) * (most - usual);
        if (most - least > largest)
            spread.largest = figure;
        largest = std::max(largest, most - least);
    }
    spread.p10 = usual - std::sqrt(less_squared);
    spread.p90 = usual + std::sqrt(more_squared);
    return spread;
}

std::vector<double> UncertainFigures::values_of(std::size_t figure, double usual,
                                                const ValueIf& value_if) const {
    std::vector<double> values = {usual};
    for (const double position : positions)
        values.push_back(value_if({figure, position}));
    return values;
}

bool UncertainFigures::has_two_states(std::vector<double> values) {
    std::ranges::sort(values);
    for (std::size_t i = 2; i + 1 < values.size(); ++i)
        if (2 * (values[i] - values[i - 1]) > values.back() - values.front())
            return true;
    return false;
}

std::uint64_t UncertainFigures::time_if(const Deviation& deviation, Machine machine,
                                        const TriedChange& tried) const {
    if (is_io(deviation.figure)) {
        Change change = tried.change;
        change.away[static_cast<std::size_t>(Away::in_io)] *= io_factor(deviation);
        return replayed_time(run_, machine, change);
    }
    if (part(deviation.figure) == nullptr) {
        const HandOvers hand_overs = hand_overs_->at(deviation.position);
        machine.hand_overs = &hand_overs;
        return replayed_time(run_, machine, tried.change);
    }
    const LargeVector<std::uint64_t> work = work_if(deviation, tried);
    Change change = tried.change;
    change.work = [&work](StepIndex step) { return work[step]; };
    return replayed_time(run_, machine, change);
}

std::uint64_t UncertainFigures::span_if(const Deviation& deviation, std::uint64_t usual) const {
    if (is_io(deviation.figure)) {
        // Less work than none shortens the wait before it, because unsigned numbers wrap.
        const double more = io_factor(deviation) - 1;
        const auto work = [&](StepIndex step) {
            const auto waits = static_cast<double>(run_.away_before(step, Away::in_io));
            return run_.steps[step].work + static_cast<std::uint64_t>(std::llround(more * waits));
        };
        return timeline_of(run_, work, [](StepIndex) { return true; }).span;
    }
    if (part(deviation.figure) == nullptr)
        return usual;
    const LargeVector<std::uint64_t> work = work_if(deviation, {});
    return timeline_of(
               run_, [&work](StepIndex step) { return work[step]; }, [](StepIndex) { return true; })
        .span;
}

/// A change to the work saves more if the changed code takes more time.
std::uint64_t UncertainFigures::most_saved_if(const Deviation& deviation,
                                              const TriedChange& tried) const {
    if (part(deviation.figure) == nullptr || !tried.change.work)
        return *tried.most_saved;
    LargeVector<std::uint64_t> before;
    LargeVector<std::uint64_t> after;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        before.push_back(run_.steps[step].work);
        after.push_back(tried.change.work(step));
    }
    const double usual = saved_work(before, after);
    const double other = saved_work(work_if(deviation, {}), work_if(deviation, tried));
    return usual <= 0 ? *tried.most_saved
                      : static_cast<std::uint64_t>(
                            std::llround(static_cast<double>(*tried.most_saved) * other / usual));
}

std::vector<double> UncertainFigures::shares_of(const Functions& functions,
                                                FunctionIndex function) const {
    if (errors_ == nullptr)
        return {};
    return errors_->shares_of(run_,
                              [&](StackNumber stack) { return functions.is_in(function, stack); });
}

/// The work of each step after the change, if the time of a part deviates.
LargeVector<std::uint64_t> UncertainFigures::work_if(const Deviation& deviation,
                                                     const TriedChange& tried) const {
    const std::size_t part = deviation.figure - first_part();
    NativeErrors::OtherWork other = errors_->work_if(run_, part, deviation.position);
    if (!tried.change.work)
        return std::move(other.steps);
    const double share = tried.shares.empty() ? 0 : tried.shares[part];
    const double factor = share * other.part + (1 - share) * other.rest;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        std::uint64_t& work = other.steps[step];
        const std::uint64_t usual = run_.steps[step].work;
        const std::uint64_t changed = tried.change.work(step);
        const auto all = static_cast<double>(work);
        const double saved = static_cast<double>(usual) - static_cast<double>(changed);
        if (usual == 0)
            work += changed;
        else
            work = static_cast<std::uint64_t>(std::llround(std::max(
                0.0, tried.shares.empty() ? all * ratio(changed, usual) : all - saved * factor)));
    }
    return std::move(other.steps);
}

} // namespace ilm
