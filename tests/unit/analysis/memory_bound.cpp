// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/memory_bound.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::cell;
using test::in_silence;
using test::number;
using test::random_working_trace;
using test::run_of;
using test::sum_of;
using test::Trace;
using test::traffic;

namespace {

/// Nobody pays for hand-overs, and an instruction takes a nanosecond.
MachineCosts only_memory(const MemoryPace& pace) {
    MachineCosts costs;
    costs.other = costs.same = {{}};
    costs.instruction = 1;
    costs.memory = pace;
    return costs;
}

/// Two threads that each work for 100, and read 1,000 bytes of a block of 4,000 in it.
Trace two_streams() {
    Trace trace;
    trace.alloc(1, 10'000, 4'000);
    trace.fork(1, 2);
    trace.exit(1, 100).usage = traffic({{10'000, 4'000, 1'000, 0, 1}});
    trace.exit(2, 100).usage = traffic({{10'000, 4'000, 1'000, 0, 1}});
    return trace;
}

MemoryBound bound_of(const Run& run, const MachineCosts& costs) {
    const CoresDetail detail{.costs = &costs};
    const Functions functions(run);
    return {run, functions, Cores(run, in_silence, detail), {.machine = &costs}, "instructions",
            1,   in_silence};
}

} // namespace

TEST_CASE("an interval's traffic: what is moved, and what can be different bytes of it") {
    Trace trace;
    trace.alloc(1, 100, 8);
    trace.alloc(1, 200, 50);
    trace.free(1, 200, 50, 5, 1);
    trace.rel(1, 9).usage = traffic({{100, 8, 30, 10, 1}});
    trace.rel(1, 9).usage = traffic({});
    trace.exit(1).usage = traffic({{100, 8, 0, 3, 1}});
    const LargeVector<RunTraffic> traffic = run_of(trace).traffic;
    REQUIRE(traffic.size() == 2);
    CHECK(traffic[0].step == 0);
    CHECK(traffic[0].moved == 40 + 6);
    CHECK(traffic[0].distinct == 8 + 6);
    CHECK(traffic[1].step == 2);
    CHECK(traffic[1].moved == 3);
    CHECK(traffic[1].distinct == 3);
}

TEST_CASE("a step takes as long as its bytes need, with its part of the memory") {
    Trace trace;
    trace.exit(1, 100).usage = traffic({{8, 10'000, 3'000, 0, 0}});
    const Run run = run_of(trace);
    const Roofline roofline(run, {10, 12, 0}, 1);
    CHECK(roofline.time(0, 1) == 300);
    CHECK(roofline.time(0, 2) == 500);
    CHECK(roofline.limits(0, 1));
    // A unit of two nanoseconds.
    CHECK(Roofline(run, {10, 12, 0}, 2).time(0, 1) == 150);
    // A fast memory.
    CHECK(Roofline(run, {100, 100, 0}, 1).time(0, 1) == 100);
    CHECK_FALSE(Roofline(run, {100, 100, 0}, 1).limits(0, 1));
}

TEST_CASE("work that is no faster on several processors") {
    // Both run at the same time.
    Trace trace;
    trace.fork(1, 2);
    trace.exit(1, 100);
    trace.exit(2, 100);
    const Run run = run_of(trace);
    const SharedMemory memory(run, {0, 1, 0.5});
    const LargeVector<double> at_once = processors_at_work(
        run, replay(run, {2}), [&](StepIndex step) { return memory.share(step); });
    CHECK(at_once[1] == 1.5);
    CHECK(at_once[2] == 1.5);
    CHECK(memory.time(1, at_once[1]) == 150);
    CHECK(memory.time(2, at_once[2]) == 150);
    CHECK(memory.time(1, 1) == 100);
}

TEST_CASE("processors at work while a step is on one") {
    // Thread 1 works from 0 to 40, and to 100; thread 2 from 40 to 70.
    Trace trace;
    trace.fork(1, 2, 40);
    trace.exit(1, 60);
    trace.exit(2, 30);
    const Run run = run_of(trace);
    const LargeVector<double> on_two = processors_at_work(run, replay(run, {2}));
    CHECK(on_two == LargeVector<double>{1.0, 1.5, 2.0});
    CHECK(processors_at_work(run, replay(run, {1})) == LargeVector<double>{1.0, 1.0, 1.0});
}

TEST_CASE("bytes that a cache holds come from memory once") {
    Trace trace;
    trace.exit(1, 1).usage = traffic({{8, 400, 3'000, 0, 0}, {1'000, 100, 10, 10, 0}});
    const Run run = run_of(trace);
    CHECK(Roofline(run, {1, 1, 420}, 1).from_memory(0) == 420);
    CHECK(Roofline(run, {1, 1, 419}, 1).from_memory(0) == 3'020);
}

TEST_CASE("two threads that only move bytes are as slow as one, if one takes all of the memory") {
    const MachineCosts costs = only_memory({10, 10, 0});
    const Run run = run_of(two_streams());
    const MemoryBound bound = bound_of(run, costs);
    const std::vector<Table> tables = bound.tables();
    REQUIRE(tables.size() == 2);
    // On one processor a stream takes 100, as it works; on two 200.
    CHECK(number(tables[0], 0, "time") == 200);
    CHECK(number(tables[0], 1, "time") == 200);
    CHECK(std::get<double>(cell(tables[0], 1, "speedup")) == 1.0);
    CHECK(number(tables[1], 0, "from_memory") == 2'000);
    CHECK(std::get<double>(cell(tables[1], 0, "bytes_an_instruction")) == 10.0);
    CHECK(bound.finding().text ==
          "Memory may limit that to 1.00 on 2, 1.00 on 4: not sampled moves 2.00 kB that caches "
          "cannot hold");
}

TEST_CASE("bytes that the kernel moves while a thread executes nothing") {
    Trace trace;
    trace.exit(1, 0).usage = traffic({{8, 100, 100, 0, 0}});
    const Run run = run_of(trace);
    const std::vector<Table> tables = bound_of(run, only_memory({1, 1, 0})).tables();
    REQUIRE(tables.size() == 2);
    CHECK(number(tables[0], 0, "time") == 100);
    CHECK(number(tables[1], 0, "from_memory") == 100);
    CHECK(std::get<double>(cell(tables[1], 0, "bytes_an_instruction")) == 0.0);
}

TEST_CASE("random runs: no memory makes them faster, and all bytes are some function's") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        CAPTURE(seed);
        Trace trace = random_working_trace(seed, 300);
        for (Event& event : trace.events)
            if (is_sync(event.kind))
                event.usage = traffic({{8, 50, event.id % 90, event.icnt % 40, 0}});
        const Run run = run_of(trace);
        const MachineCosts costs = only_memory({1, 1, seed});
        const CoresDetail detail{.costs = &costs};
        const Cores cores(run, in_silence, detail);
        const Functions functions(run);
        const MemoryBound bound(run, functions, cores, {.machine = &costs}, "instructions", 1,
                                in_silence);
        const std::vector<Table> tables = bound.tables();
        const Roofline roofline(run, *costs.memory, 1);
        std::uint64_t bytes = 0;
        for (StepIndex step = 0; step < run.steps.size(); ++step)
            bytes += roofline.from_memory(step);
        REQUIRE(!tables.empty());
        CHECK(sum_of(tables[1]) == bytes);
        CHECK(number(tables[0], 0, "time") >= cores.machines()[0].replayed.time);
    }
}

TEST_CASE("memory that is fast enough limits nothing") {
    const Run run = run_of(two_streams());
    CHECK(bound_of(run, only_memory({100, 1'000, 0})).tables().empty());
    CHECK(bound_of(run, only_memory({100, 1'000, 0})).finding().text.empty());
    MachineCosts unknown = only_memory({1, 1, 0});
    unknown.memory.reset();
    CHECK_FALSE(bound_of(run, unknown).is_settled());
    CHECK(bound_of(run, unknown).tables().empty());
}
