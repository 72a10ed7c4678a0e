// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/uncertain_figures.h"

#include "ilmgen/analysis/faster/limits.h"
#include "ilmgen/analysis/faster/what_if.h"
#include "ilmgen/analysis/said/names.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::cell;
using test::number;
using test::run_of;
using test::Trace;

namespace {

constexpr std::uint64_t n_rounds = 10;

/// Threads 2 and 3 take turns at a mutex: each works for 100 outside of it, and 6,000 inside.
Trace turns_at_a_mutex() {
    Trace trace;
    trace.newsync(1, 9, "mutex");
    for (const ThreadId child : {ThreadId{2}, ThreadId{3}})
        trace.fork(1, child).at = 7;
    std::uint64_t unlocks = 0;
    for (std::uint64_t round = 0; round < n_rounds; ++round)
        for (const ThreadId child : {ThreadId{2}, ThreadId{3}}) {
            trace.acq_seq(child, 9, unlocks, 100);
            trace.rel_seq(child, 9, ++unlocks, 6'000);
        }
    return trace;
}

/// An instruction takes a nanosecond. A woken thread runs 9,000 to 13,000 ns after the call, and
/// the call takes so long. Nothing else costs time.
MachineCosts costs_with_call(double call, const Distribution& run = {9'000, 11'000, 13'000}) {
    const WakeCosts wake{0, run, {call, call, call}};
    MachineCosts costs;
    costs.other = {wake};
    costs.same = {{}};
    costs.instruction = 1;
    return costs;
}

struct WithCosts {
    explicit WithCosts(const MachineCosts& costs)
        : costs(costs), run(run_of(turns_at_a_mutex())), timeline(timeline_of(run)), functions(run),
          path(run, timeline), cores(run, silently, {.costs = &this->costs}), waits(run, timeline),
          balance(run, timeline),
          limits({run, timeline, functions, path, cores, waits, balance}, silently),
          what_if(run, functions, path, waits, cores, true, silently) {}

    const MachineRun& on_two() const { return cores.machines()[1]; }

    const MachineCosts costs;
    const Run run;
    const Timeline timeline;
    const Functions functions;
    const CriticalPath path;
    const Cores cores;
    const Waits waits;
    const Balance balance;
    const RunLimits limits;
    const WhatIf what_if;
};

} // namespace

TEST_CASE("values in two groups, and values that are only far apart") {
    CHECK(UncertainFigures::has_two_states({10, 11, 20, 22}));
    CHECK(UncertainFigures::has_two_states({20, 10, 22, 11}));
    CHECK(UncertainFigures::has_two_states({5, 5, 5, 5, 5, 5, 5, 9, 9}));
    // Evenly spread, in three groups, a single one, and no difference.
    CHECK_FALSE(UncertainFigures::has_two_states({1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK_FALSE(UncertainFigures::has_two_states({1, 1, 5, 5, 9, 9}));
    CHECK_FALSE(UncertainFigures::has_two_states({5, 5, 5, 5, 5, 5, 5, 5, 9}));
    CHECK_FALSE(UncertainFigures::has_two_states({5, 5, 5, 5}));
    CHECK_FALSE(UncertainFigures::has_two_states({1, 9}));
    CHECK_FALSE(UncertainFigures::has_two_states({}));
}

TEST_CASE("a hand-over's cost decides whether threads wake each other at each unlock") {
    // A thread that unlocks wants the mutex again after 10,100. If the other thread runs before
    // that, each use of the mutex takes the hand-over and 6,000. If not, the mutex is taken again,
    // and each use takes 6,100 and the call; the other thread works when the first has ended.
    const WithCosts two(costs_with_call(10'000));
    const MachineRun& machine = two.on_two();
    CHECK(machine.replayed.time < n_rounds * (10'000 + 2 * 6'100) + 11'000);
    CHECK(machine.range.p90 > 2 * (n_rounds - 1) * (9'000 + 6'000));
    CHECK(machine.range.is_wide());
    CHECK(machine.range.has_two_states);
    CHECK(two.cores.finding().text.find(" times as fast: two stable states, on 4 between ") !=
          std::string::npos);
    CHECK(number(two.cores.tables()[2], 1, "states") == 2);
    const std::string limit = two.limits.first().text;
    CHECK(limit.starts_with("Mutex 0x9 serialises the run: 2 threads are between "));
    CHECK(limit.find(" times as fast as one: two stable states; without it 2.00") !=
          std::string::npos);
}

TEST_CASE("a wide range without two states") {
    // The other thread always runs first, so the gain grows evenly with the cost of the hand-over.
    const WithCosts one(costs_with_call(13'500));
    const Table table = one.limits.tables()[1];
    CHECK(std::get<double>(cell(table, 0, "gain_p10")) <
          std::get<double>(cell(table, 0, "gain_p90")));
    CHECK(number(table, 0, "states") == 1);
}

TEST_CASE("a run that is slower on two processors may stay on one") {
    // On one processor hand-overs cost nothing here.
    const WithCosts slow(costs_with_call(13'500));
    const MachineRun& machine = slow.on_two();
    CHECK(machine.replayed.time > slow.run.work);
    CHECK(machine.range.p10 == slow.run.work);
    CHECK(machine.range.p90 > machine.replayed.time);
    CHECK(machine.range.has_two_states);
    CHECK(number(slow.cores.tables()[2], 1, "states") == 2);
    CHECK(slow.limits.first().text.find(" and 1.00 times as fast as one: two stable states") !=
          std::string::npos);
    // Nothing is handed over in vain if the call and the wake take no time.
    const WithCosts fast(costs_with_call(0, {0, 0, 0}));
    CHECK(fast.on_two().range.p10 == fast.on_two().replayed.time);
    CHECK_FALSE(fast.on_two().range.has_two_states);
}

TEST_CASE("the range of a limit's gain compares times with the same costs") {
    // Without the mutex the threads do not wait, so hand-overs cost nothing.
    const WithCosts one(costs_with_call(13'500));
    const Table table = one.limits.tables()[1];
    REQUIRE(table.rows.size() == 1);
    CHECK(table.name == "limits_range");
    const auto time_with = [](double run) {
        const WithCosts fixed(costs_with_call(13'500, {run, run, run}));
        return static_cast<double>(fixed.on_two().replayed.time);
    };
    for (const char* const key : {"time_p10", "time", "time_p90"})
        CHECK(number(table, 0, key) == n_rounds * 6'100);
    CHECK(std::get<double>(cell(table, 0, "gain_p10")) ==
          doctest::Approx(1 - static_cast<double>(n_rounds * 6'100) / time_with(9'000)));
    CHECK(std::get<double>(cell(table, 0, "gain_p90")) ==
          doctest::Approx(1 - static_cast<double>(n_rounds * 6'100) / time_with(13'000)));
}

TEST_CASE("the range of an answer of what-if") {
    // With the mutex split in two, nobody waits.
    const WithCosts one(costs_with_call(13'500));
    const Table table = one.what_if.tables()[1];
    REQUIRE(table.rows.size() == 1);
    CHECK(table.name == "what_if_range");
    CHECK(std::get<std::string>(cell(table, 0, "change")) == "split in two");
    CHECK(number(table, 0, "time_p90") == n_rounds * 6'100);
    CHECK(one.what_if.finding().text.find("split in two: between ") != std::string::npos);
}

TEST_CASE("no ranges without uncertain figures") {
    const Run run = run_of(turns_at_a_mutex());
    const Timeline timeline = timeline_of(run);
    const Functions functions(run);
    const CriticalPath path(run, timeline);
    const Cores cores(run, silently);
    const Waits waits(run, timeline);
    const Balance balance(run, timeline);
    CHECK_FALSE(cores.has_ranges());
    const RunLimits limits({run, timeline, functions, path, cores, waits, balance}, silently);
    CHECK(limits.tables().size() == 1);
    CHECK(WhatIf(run, functions, path, waits, cores, true, silently).tables().size() == 1);
}

TEST_CASE("a gain's range is wide if the time that is left differs by a fifth") {
    CHECK(less_time(0.34, {}) == "34 % less time");
    CHECK(less_time(0.34, {}, 0.06) == "34 % +- 6 less time");
    CHECK(less_time(0.34, {0.30, 0.38}) == "34 % less time");
    CHECK(less_time(0.34, {0.20, 0.45}) == "between 20 and 45 % less time");
    CHECK(less_time(0.34, {0.20, 0.45, true}) ==
          "between 20 and 45 % less time: two stable states");
    CHECK(less_time(0.9, {0.8, 1.0}) == "between 80 and 100 % less time");
}
