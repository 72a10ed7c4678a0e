// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/slowdown.h"

#include "ilmgen/analysis/faster/cores.h"
#include "ilmgen/analysis/memory/heap_curve.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::in_silence;
using test::run_of;
using test::Trace;

namespace {

/// Thread 1 works alone for 100. Then both threads work for 100, and thread 2 allocates after 50 of
/// it.
Trace alone_and_together() {
    Trace trace;
    trace.fork(1, 2, 100);
    trace.alloc(2, 8, 16, 50);
    trace.exit(2, 50);
    trace.exit(1, 100);
    return trace;
}

/// All work is one function's, which has many samples.
NativeErrors of_one_function(const Run& run) {
    NativeErrors errors({{"f", 1'000'000}}, 0, 0);
    errors.add_kind({1});
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        errors.add_step(0);
    return errors;
}

/// The replays of a run that takes this long on several processors natively, with functions that
/// take the factor longer there.
Cores compared(const Run& run, const Slowdown& slowdown, const NativeTime& native,
               const std::function<void(const MachineRun&)>& schedule = {}) {
    static NativeErrors errors({}, 0, 0);
    errors = of_one_function(run);
    CoresDetail detail;
    detail.schedule = schedule;
    detail.errors = &errors;
    detail.slowdown = &slowdown;
    detail.on_several = &native;
    return {run, in_silence, detail};
}

Slowdown of_all(const Run& run, double factor) {
    return {2, LargeVector<double>(run.steps.size(), factor), "f", factor};
}

} // namespace

TEST_CASE("slow-downs grow with the processors at work, gains up to the measured ones") {
    const Slowdown slowdown{2, {1.5, 0.4}, "f", 1.5};
    CHECK(slowdown.factor(0, 1) == 1);
    CHECK(slowdown.factor(0, 2) == doctest::Approx(1.5));
    CHECK(slowdown.factor(0, 4) == doctest::Approx(2.5));
    CHECK(slowdown.factor(1, 1.5) == doctest::Approx(0.7));
    CHECK(slowdown.factor(1, 2) == doctest::Approx(0.4));
    CHECK(slowdown.factor(1, 4) == doctest::Approx(0.4));
}

TEST_CASE("a native run that takes as long as with the slow-down: replays have it") {
    const Run run = run_of(alone_and_together());
    for (const double factor : {1.5, 0.5}) {
        CAPTURE(factor);
        const auto time = static_cast<std::uint64_t>(100 + factor * 100);
        const auto measured = static_cast<double>(time);
        const Slowdown slowdown = of_all(run, factor);
        std::vector<std::uint64_t> allocated;
        const Cores cores = compared(
            run, slowdown, {2, measured, measured, measured}, [&](const MachineRun& machine) {
                allocated.push_back(timed_lives(run, machine.replayed).front().time);
            });
        CHECK(cores.machines()[0].replayed.time == 300);
        CHECK(cores.machines()[1].replayed.time == time);
        CHECK(cores.machines()[1].range.p10 == time);
        CHECK(cores.machines()[1].range.p90 == time);
        CHECK(cores.machines()[2].replayed.time == time);
        CHECK(allocated[1] == static_cast<std::uint64_t>(100 + factor * 50));
        CHECK(cores.finding_of_slowdown().text ==
              "That contains what caches and memory change: without Valgrind f takes " +
                  std::string(factor > 1 ? "1.50" : "0.50") +
                  " times as long on 2 processors as on one");
        // The bound on the speed-up is above it.
        const std::vector<Table> tables = cores.tables();
        for (const std::vector<Cell>& row : tables.front().rows)
            CHECK(std::get<double>(row[3]) >= std::get<double>(row[2]) - 1e-9);
    }
}

TEST_CASE("a native run that takes as long as without the slow-down: replays do not have it") {
    const Run run = run_of(alone_and_together());
    const Slowdown slowdown = of_all(run, 1.5);
    const Cores cores = compared(run, slowdown, {2, 200, 185, 210});
    CHECK(cores.machines()[0].range.p10 == 300);
    CHECK(cores.machines()[0].range.p90 == 300);
    CHECK(cores.machines()[1].replayed.time == 200);
    CHECK(cores.machines()[1].range.p10 == 185);
    CHECK(cores.machines()[1].range.p90 == 210);
    CHECK(cores.finding_of_slowdown().text.empty());
}

TEST_CASE("a native run between both: all work has a factor in addition") {
    const Run run = run_of(alone_and_together());
    const Slowdown slowdown = of_all(run, 1.5);
    // With the slow-down 250, of which 150 are parallel.
    const Cores longer = compared(run, slowdown, {2, 280, 275, 280});
    CHECK(longer.machines()[0].replayed.time == 300);
    CHECK(longer.machines()[1].replayed.time == doctest::Approx(280).epsilon(0.006));
    CHECK(longer.machines()[2].replayed.time == longer.machines()[1].replayed.time);
    CHECK(longer.machines()[1].range.p90 == 280);
    CHECK(
        longer.finding_of_slowdown().text ==
        "That contains what caches and memory change: without Valgrind f takes 1.50 times as long "
        "on 2 processors as on one, and by the native run's duration all work takes 1.20 times as "
        "long in addition");
    // A factor of 1.04 is not worth a sentence.
    CHECK(compared(run, slowdown, {2, 204, 204, 204}).finding_of_slowdown().text.empty());
    // Without it 200, of which 100 are parallel.
    const Cores shorter = compared(run, slowdown, {2, 180, 180, 180});
    CHECK(shorter.machines()[1].replayed.time == doctest::Approx(180).epsilon(0.006));
    CHECK(shorter.finding_of_slowdown().text ==
          "That contains what the replay cannot know: by the native run's duration all work takes "
          "0.80 times as long on 2 processors as on one");
}

TEST_CASE("a native run that is shorter than the serial part: nothing makes the replay as short") {
    const Run run = run_of(alone_and_together());
    const Slowdown slowdown = of_all(run, 1.5);
    const Cores cores = compared(run, slowdown, {2, 90, 90, 90});
    CHECK(cores.machines()[1].replayed.time == 200);
    CHECK(cores.machines()[1].range.p10 == 90);
    CHECK(cores.finding_of_slowdown().text.empty());
    CHECK(cores.finding().text ==
          "On 2 cores between 1.50 and 3.33 times as fast, on 4 between 1.50 and 3.33, because "
          "without Valgrind the run takes 0.45 times as long on 2 as in the replay");
}

TEST_CASE("processors between one and those of the native run: the factor of all work is smaller") {
    Trace trace;
    for (ThreadId child = 2; child <= 4; ++child)
        trace.fork(1, child);
    for (ThreadId thread = 1; thread <= 4; ++thread)
        trace.exit(thread, 100);
    const Run run = run_of(trace);
    const Slowdown slowdown = of_all(run, 1);
    // Four of the eight processors have a thread.
    const Cores cores = compared(run, slowdown, {8, 130, 104, 130});
    CHECK(cores.machines()[0].replayed.time == 400);
    CHECK(cores.machines()[1].replayed.time == doctest::Approx(220).epsilon(0.006));
    CHECK(cores.machines()[2].replayed.time == doctest::Approx(130).epsilon(0.006));
    CHECK(cores.machines()[3].replayed.time == cores.machines()[2].replayed.time);
    CHECK(cores.machines()[2].range.p10 == 104);
    CHECK(cores.finding().text.ends_with("because without Valgrind the run takes between 0.80 and "
                                         "1.00 times as long on 4 as in the replay"));
}

TEST_CASE("hand-overs cost what makes the replay as long as the native run, or functions do") {
    // Thread 1 works for 1000, wakes thread 2, and both work for 1000.
    Trace trace;
    trace.newsync(1, 64, "semaphore");
    trace.fork(1, 2);
    trace.rel_seq(1, 64, 1, 1000);
    trace.acq_seq(2, 64, 1);
    trace.exit(2, 1000);
    trace.exit(1, 1000);
    const Run run = run_of(trace);
    MachineCosts costs;
    costs.other = {{0, {100, 200, 400}, {}}};
    costs.same = {{}};
    // With it, and the usual hand-overs, the run takes 2400.
    const Slowdown slowdown = of_all(run, 1.2);
    CoresDetail detail;
    detail.costs = &costs;
    detail.slowdown = &slowdown;
    const auto time_if_native_took = [&](double wall) {
        const NativeTime native{2, wall, wall, wall};
        detail.on_several = &native;
        const Cores cores(run, in_silence, detail);
        return std::pair(cores.machines()[1].replayed.time, cores.finding_of_slowdown().text);
    };
    CHECK(time_if_native_took(2200) == std::pair(std::uint64_t{2200}, std::string()));
    const auto [time, text] = time_if_native_took(2350);
    CHECK(time == doctest::Approx(2350).epsilon(0.006));
    CHECK(text.empty());
    const auto [faster, text_of_faster] = time_if_native_took(2110);
    CHECK(faster == doctest::Approx(2110).epsilon(0.006));
    CHECK(text_of_faster.empty());
    // No hand-over costs so much, so that alone cannot be the reason.
    const auto [longest, text_of_longest] = time_if_native_took(2500);
    CHECK(longest == doctest::Approx(2500).epsilon(0.006));
    CHECK(
        text_of_longest ==
        "That contains what caches and memory change: without Valgrind f takes 1.20 times as long "
        "on 2 processors as on one");
}

TEST_CASE("native runs on one processor differ: so do the times on it, and all speed-ups") {
    const Run run = run_of(alone_and_together());
    const NativeTime on_one{1, 300, 270, 330};
    const NativeTime on_two{2, 200, 200, 210};
    const NativeErrors errors = of_one_function(run);
    CoresDetail detail;
    detail.errors = &errors;
    detail.on_one = &on_one;
    detail.on_several = &on_two;
    const Cores cores(run, in_silence, detail);
    CHECK(cores.machines()[0].range.p10 == 270);
    CHECK(cores.machines()[0].range.p90 == 330);
    CHECK(cores.range_on_one().p90 == 330);
    const MachineRun& two = cores.machines()[1];
    CHECK(two.range.p10 == 200);
    CHECK(two.range.p90 == 210);
    const SpeedupRange speedups = cores.speedup_range(two.replayed.time, two.range);
    const double slower = 1 - 200.0 / 210;
    CHECK(speedups.p10 == doctest::Approx(1.5 * (1 - std::hypot(slower, 0.1))));
    CHECK(speedups.p90 == doctest::Approx(1.5 * 1.1));
    CHECK(cores.finding().text ==
          "On 2 cores between 1.33 and 1.65 times as fast, on 4 between 1.33 and 1.65, because "
          "without Valgrind runs on one core take between 0.90 and 1.10 times as long as the usual "
          "one");
}

TEST_CASE("a run without work is compared with nothing") {
    Trace trace;
    trace.fork(1, 2, 0);
    trace.exit(2, 0);
    trace.exit(1, 0);
    const Run run = run_of(trace);
    const Slowdown slowdown = of_all(run, 2);
    const Cores cores = compared(run, slowdown, {2, 100, 100, 100});
    for (const MachineRun& machine : cores.machines())
        CHECK(machine.range.p90 == 0);
}
