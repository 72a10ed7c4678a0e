// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/delays.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/picture/thread_slices.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/analysis/waiting/messages.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <random>

using namespace ilm;
using test::random_working_trace;
using test::run_of;
using test::Trace;

namespace {

constexpr std::uint32_t enough = 1000; // processors
constexpr Address message = 64;
const Origin microseconds{"alog", "us", 1e6};

/// Thread 2 begins 50 after thread 1, and receives at 60 what was sent at 10.
Trace late_receiver() {
    Trace trace;
    trace.newsync(1, message, "message").time = 1000;
    trace.rel_seq(1, message, 1, 10).time = 1010;
    trace.info(2).time = 1050;
    trace.acq_seq(2, message, 1, 10).time = 1060;
    trace.info(1, 90).time = 1100;
    trace.info(2, 40).time = 1100;
    return trace;
}

std::vector<std::uint64_t> delays(const Run& run) {
    std::vector<std::uint64_t> delays;
    for (const RunThread& thread : run.threads)
        delays.push_back(thread.delay);
    return delays;
}

using Times = std::vector<std::uint64_t>;

/// A random run whose threads have random delays, and sleep now and then.
Run random_delayed_run(unsigned seed) {
    Run run = run_of(random_working_trace(seed, 200));
    std::mt19937 random(seed);
    for (RunThread& thread : run.threads)
        thread.delay = random() % 3 == 0 ? 0 : random() % 1000;
    LargeVector<std::uint64_t>& asleep = run.away[static_cast<std::size_t>(Away::asleep)];
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        asleep.push_back(random() % 4 == 0 ? random() % 1000 : 0);
    return run;
}

} // namespace

TEST_CASE("a thread begins with its first event, by the log's clock") {
    const Run run = run_of(late_receiver(), {}, microseconds);
    CHECK(delays(run) == Times{0, 50});
    CHECK(run.work == 150);
    const Timeline timeline = timeline_of(run);
    CHECK(timeline.span == 100);
    const Table messages = Messages(run, timeline).tables()[0];
    CHECK(test::number(messages, 0, "lay") == 50);
    CHECK(test::number(messages, 0, "waited") == 0);
}

TEST_CASE("a forked thread begins as long after its fork as the log says") {
    Trace trace;
    trace.fork(1, 2, 60).time = 60;
    trace.exit(2, 10).time = 73; // it has begun at 63
    trace.join(1, 2).time = 80;
    CHECK(delays(run_of(trace, {}, microseconds)) == Times{0, 3});
    CHECK(timeline_of(run_of(trace, {}, microseconds)).span == 73);
}

TEST_CASE("only a clock that counts cost says when threads begin") {
    const Origin counter{"gist", "MISSES", 1e6};
    const Origin tasks{"lpel", "us", 1e6, true};
    for (const Origin& origin : {Origin(), counter, tasks})
        CHECK(delays(run_of(late_receiver(), {}, origin)) == Times{0, 0});
    const Origin ticks{"gist", "ticks", 1000};
    CHECK(delays(run_of(late_receiver(), {}, ticks)) == Times{0, 50});
    Trace untimed = late_receiver();
    for (Event& event : untimed.events)
        event.time = no_time;
    CHECK(delays(run_of(untimed, {}, microseconds)) == Times{0, 0});
}

TEST_CASE("clocks that disagree say nothing of when threads begin") {
    Trace trace = late_receiver();
    for (Event& event : trace.events)
        event.time += event.thid == 1 ? 100 : 0; // sent at 1110, received at 1060
    const Run run = run_of(trace, {}, microseconds);
    CHECK(run.backward == 1);
    CHECK(delays(run) == Times{0, 0});
    Trace forked;
    forked.fork(1, 2, 60).time = 60;
    forked.exit(2, 10).time = 20;
    forked.info(3).time = 500;
    CHECK(run_of(forked, {}, microseconds).backward == 1);
    CHECK(delays(run_of(forked, {}, microseconds)) == Times{0, 0, 0});
    CHECK(run_of(late_receiver(), {}, microseconds).backward == 0);
}

TEST_CASE("times that no sum can hold are none") {
    Trace trace = late_receiver();
    trace.events.front().time = 0;
    trace.info(3).time = no_time - 1;
    CHECK(delays(run_of(trace, {}, microseconds)) == Times{0, 0, 0});
}

TEST_CASE("a thread that is not there takes no processor") {
    const Run run = run_of(late_receiver(), {}, microseconds);
    const Replayed one = replay(run, {1, LockOrder::first_come});
    CHECK(one.time == 150); // thread 2 waits for the processor from 50 to 100
    CHECK(one.begun == Times{0, 50});
    CHECK(one.ends == Times{100, 150});
    const Replayed two = replay(run, {2, LockOrder::first_come});
    CHECK(two.time == 100);
    CHECK(two.working == Times{100, 50});
}

TEST_CASE("with delays, too, the replay in the recorded order takes the span, and tables sum up") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Run run = random_delayed_run(seed);
        const Timeline timeline = timeline_of(run);
        const Replayed replayed = replay(run, {enough, LockOrder::recorded});
        CHECK(replayed.time == timeline.span);
        CHECK(replayed.done == timeline.ends);
        const CriticalPath path(run, timeline);
        for (const Table& table : path.tables(Functions(run)))
            CHECK(test::sum_of(table) == timeline.span);
        const Table stretches = path.stretches();
        CHECK(test::number(stretches, stretches.rows.size() - 1, "begins") +
                  test::number(stretches, stretches.rows.size() - 1, "span") ==
              timeline.span);
        std::uint64_t worked = 0;
        std::uint64_t before = 0;
        std::uint64_t at_once = 0;
        for (const WorkingThreads& level : ThreadSlices(run).working()) {
            worked += at_once * (level.time - before);
            before = level.time;
            at_once = level.threads;
        }
        CHECK(worked == run.work);
    }
}

TEST_CASE("blocks of a late thread are late, and count together with those that are there then") {
    Trace trace;
    trace.alloc(1, 0x1000, 100).time = 0;
    trace.info(2).time = 50;
    trace.alloc(2, 0x2000, 10).time = 50;
    trace.free(1, 0x1000, 100, 0, 0).icnt = 20;
    trace.events.back().time = 20;
    trace.info(1, 80).time = 100;
    const auto peak = [](const Run& run) {
        const Timeline timeline = timeline_of(run);
        return heap_peak(run, timed_lives(
                                  run, [&](StepIndex step) { return timeline.begin(run, step); },
                                  LockTurns::recorded))
            .bytes;
    };
    CHECK(peak(run_of(trace, {}, microseconds)) == 100);
    CHECK(peak(run_of(trace)) == 110);
}
