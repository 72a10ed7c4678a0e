// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pages of runs that are longer than a page has room for.
#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/emit/page/parts/page_heap.h"
#include "ilmgen/emit/page/parts/page_plan.h"
#include "ilmgen/emit/page/parts/page_schedule.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace ilm;
using test::random_working_trace;
using test::run_of;

namespace {

const unsigned runs = test::inputs(200);
constexpr std::size_t events = 60;

/// A column's numbers.
std::vector<std::uint64_t> numbers(const Columns& columns, const std::string& name) {
    const auto column = std::ranges::find(columns.columns(), name, &PackedColumn::name);
    REQUIRE(column != columns.columns().end());
    std::vector<std::uint64_t> read(1);
    unsigned bits = 0;
    for (const char letter : columns.bytes().substr(column->offset, column->size)) {
        const auto byte = static_cast<unsigned char>(letter);
        read.back() |= std::uint64_t{byte & 0x7fU} << bits;
        bits = byte < 0x80 ? 0 : bits + 7;
        if (byte < 0x80)
            read.push_back(0);
    }
    read.pop_back();
    REQUIRE(read.size() == column->count);
    return read;
}

/// The bytes of all sites together, at each moment.
std::vector<std::uint64_t> levels(const Columns& columns) {
    std::vector<std::uint64_t> changes(numbers(columns, "heap_times_0").size());
    const std::vector<std::uint64_t> moments = numbers(columns, "heap_moments_0");
    const std::vector<std::uint64_t> bytes = numbers(columns, "heap_bytes_0");
    std::size_t next = 0;
    for (const std::uint64_t size : numbers(columns, "heap_changes_0")) {
        std::uint64_t before = 0;
        for (std::uint64_t i = 0; i < size; ++i, ++next)
            changes[moments[next]] += bytes[next] - std::exchange(before, bytes[next]);
    }
    for (std::size_t i = 1; i < changes.size(); ++i)
        changes[i] += changes[i - 1];
    return changes;
}

/// The highest and the last level that a plan books are among few of them.
void check_levels(const Problem& problem, const Schedule& schedule, std::size_t most) {
    std::int64_t left = 0;
    for (const PlanStep& step : problem.steps)
        left += step.balance;
    const auto told = booked_levels(problem, schedule, most);
    REQUIRE(!told.empty());
    CHECK(told.size() <= most);
    CHECK(std::ranges::max(told, {}, &BookedLevel::bytes).bytes == schedule.peak);
    CHECK(told.back().bytes == left);
    CHECK(std::ranges::is_sorted(told, {}, &BookedLevel::time));
}

} // namespace

TEST_CASE("page: each step is in one slice, with its neighbours, and there are not too many") {
    for (unsigned seed = 0; seed < runs; ++seed) {
        const Run run = run_of(random_working_trace(seed, events));
        const Timeline timeline = timeline_of(run);
        const std::size_t most = 1 + seed % 40;
        // The page's slices are joined from fine slices, which are fewer than steps at times.
        const FineSlices fine(run, timeline, seed % 3 == 0 ? 20 : 1000);
        const PageSlices slices(fine, most);
        CHECK(slices.size() <= std::max(most, run.threads.size()));
        std::vector<std::vector<StepIndex>> steps(slices.size());
        for (StepIndex step = 0; step < run.steps.size(); ++step)
            steps[slices.slice_of(step)].push_back(step);
        SliceIndex first = 0;
        for (std::uint32_t place = 0; place < slices.threads().size(); ++place) {
            StepIndex before = no_step;
            const SliceIndex end = first + slices.by_thread()[place];
            for (SliceIndex slice = first; slice < end; ++slice) {
                REQUIRE(!steps[slice].empty());
                for (const StepIndex step : steps[slice]) {
                    CHECK(run.steps[step].thread == slices.threads()[place]);
                    CHECK((run.is_first(step) || run.steps[step].before == before));
                    before = step;
                }
                CHECK(slices.last_event(slice) == run.steps[before].id);
                const std::uint64_t length =
                    timeline.ends[before] - timeline.begin(run, steps[slice].front());
                CHECK((steps[slice].size() == 1 || length <= slices.joined_within()));
            }
            first = end;
        }
        CHECK(first == slices.size());
    }
}

TEST_CASE("page: the heap's peak and end are among few moments") {
    for (unsigned seed = 0; seed < runs; ++seed) {
        const Run run = run_of(random_working_trace(seed, events));
        const Replayed schedule = schedule_of(run, timeline_of(run));
        const LargeVector<TimedLife> lives = timed_lives(
            run, [&](StepIndex step) { return schedule.begins[step]; }, LockTurns::any);
        PageNames names;
        PageFrames frames(run, names);
        for (const std::size_t most : {std::size_t{2}, std::size_t{6}, std::size_t{1000}}) {
            Columns columns;
            const std::size_t most_kept = seed % 2 == 0 ? 12 : most;
            HeapMoments(run, schedule, most_kept)
                .add_to(columns, PageSites(run, frames, names), "0", most);
            const std::vector<std::uint64_t> told = levels(columns);
            CHECK(told.size() <= std::max<std::size_t>(most, 2));
            CHECK((told.empty() ? 0 : std::ranges::max(told)) == heap_peak(run, lives).bytes);
            std::uint64_t left = 0;
            for (const RunBlock& block : run.blocks)
                left += block.freed_by == no_thread ? block.size : 0;
            CHECK((told.empty() ? 0 : told.back()) == left);
        }
    }
}

namespace {

/// A number that is stored with its sign.
std::int64_t with_sign(std::uint64_t number) {
    return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// When the last bar of each processor has ended, as a page tells it.
std::vector<std::uint64_t> ends_of_processors(const Columns& columns) {
    const std::vector<std::uint64_t> gaps = numbers(columns, "plan_gaps");
    const std::vector<std::uint64_t> work = numbers(columns, "plan_work");
    std::vector<std::uint64_t> ends;
    std::size_t bar = 0;
    for (std::uint64_t bars : numbers(columns, "plan_bars")) {
        ends.push_back(0);
        for (; bars > 0; --bars, ++bar)
            ends.back() += gaps[bar] + work[bar];
    }
    return ends;
}

void check_bars(const Columns& columns, const PlannedRun& planned, std::size_t most) {
    const std::vector<std::uint64_t> bars = numbers(columns, "plan_bars");
    CHECK(sum_of(bars) <= std::max(most, bars.size()));
    CHECK(numbers(columns, "plan_slices").size() == sum_of(bars));
    CHECK(sum_of(numbers(columns, "plan_steps")) == planned.run.steps.size());
    CHECK(sum_of(numbers(columns, "plan_work")) == planned.problem.work);
    std::int64_t left = 0;
    for (const std::uint64_t balance : numbers(columns, "plan_balances"))
        left += with_sign(balance);
    std::int64_t booked = 0;
    std::int64_t highest = 0;
    for (const PlanStep& step : planned.problem.steps) {
        booked += step.balance;
        highest = std::max(highest, step.highest);
    }
    CHECK(left == booked);
    const std::vector<std::uint64_t> of_bars = numbers(columns, "plan_highest");
    CHECK((of_bars.empty() ? 0 : std::ranges::max(of_bars)) == static_cast<std::uint64_t>(highest));
}

} // namespace

TEST_CASE("page: bars and levels of a plan are not too many, and sum up its steps") {
    for (unsigned seed = 0; seed < runs / 2; ++seed) {
        CAPTURE(seed);
        const Run run = run_of(random_working_trace(seed, events));
        const PlannedRun planned(run);
        Solver solver(planned.problem);
        const Plan plan = solver.plan({1 + seed % 4, solver.least_memory() + 1});
        const Curve curve{plan.limits.processors, {{}}};
        const Timeline timeline = timeline_of(run);
        const FineSlices fine(run, timeline);
        const PageSlices slices(fine, 1 + seed % 50);
        PageNames names;
        PageFrames frames(run, names);
        PageEvents page_events(run, timeline, slices, frames);
        for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
            Columns columns;
            PagePlan({planned, solver, curve, &plan}, slices, page_events, most, 1000)
                .add_to(columns);
            check_bars(columns, planned, most);
            const std::vector<std::uint64_t> ends = ends_of_processors(columns);
            CHECK((ends.empty() ? 0 : std::ranges::max(ends)) <= plan.schedule.makespan);
        }
        for (const std::size_t most : {std::size_t{2}, std::size_t{6}, std::size_t{1000}})
            check_levels(planned.problem, plan.schedule, most);
    }
}
