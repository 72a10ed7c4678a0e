// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/limits.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <optional>

using namespace ilm;
using test::run_of;
using test::Trace;

namespace {

/// All that limits are found with, of one run.
struct Analysed {
    explicit Analysed(const Trace& trace)
        : run(run_of(trace)), timeline(timeline_of(run)), functions(run), path(run, timeline),
          cores(run, silently), waits(run, timeline), balance(run, timeline),
          limits({run, timeline, functions, path, cores, waits, balance}, silently) {}

    std::optional<double> gain(Cause cause) const {
        for (const CausedLimit& limit : limits.causes())
            if (limit.cause == cause)
                return limit.gain;
        return {};
    }

    const Run run;
    const Timeline timeline;
    const Functions functions;
    const CriticalPath path;
    const Cores cores;
    const Waits waits;
    const Balance balance;
    const RunLimits limits;
};

/// Where threads are begun.
constexpr StackNumber place = 7;

/// Threads 2 and up are begun at one place of the program, do so much, and are joined.
Trace forked(const std::vector<std::uint64_t>& works, std::uint64_t before = 0) {
    Trace trace;
    for (ThreadId child = 2; child < works.size() + 2; ++child)
        trace.fork(1, child, child == 2 ? before : 0).at = place;
    for (ThreadId child = 2; child < works.size() + 2; ++child)
        trace.exit(child, works[child - 2]);
    for (ThreadId child = 2; child < works.size() + 2; ++child)
        trace.join(1, child);
    return trace;
}

} // namespace

TEST_CASE("one thread has no limit but that") {
    Trace trace;
    trace.exit(1, 100);
    const Analysed own_rank(trace);
    CHECK(own_rank.limits.causes().empty());
    CHECK(own_rank.limits.first().text == "One thread: nothing ran in parallel");
}

TEST_CASE("a run without work has no limit") {
    Trace trace;
    trace.exit(1, 0);
    CHECK(Analysed(trace).limits.first().text.empty());
}

TEST_CASE("two mutexes of which neither alone is a limit") {
    // Each of two threads works 100 with both, and 5 with the second one: 210.  Without one of them
    // the other one keeps the order, at 205; without both it takes 105.
    Trace trace;
    for (const Address mutex : {Address{8}, Address{9}})
        trace.newsync(1, mutex, "mutex");
    for (const ThreadId child : {ThreadId{2}, ThreadId{3}})
        trace.fork(1, child).at = place;
    std::uint64_t unlocks = 0;
    for (const ThreadId child : {ThreadId{2}, ThreadId{3}}) {
        trace.acq_seq(child, 8, child - 2);
        trace.acq_seq(child, 9, unlocks);
        trace.rel_seq(child, 9, ++unlocks, 100);
        trace.rel_seq(child, 8, child - 1);
        if (child == 2) {
            trace.acq_seq(child, 9, unlocks);
            trace.rel_seq(child, 9, ++unlocks, 5);
        }
    }
    trace.acq_seq(3, 9, unlocks);
    trace.rel_seq(3, 9, ++unlocks, 5);
    const Analysed own_rank(trace);
    CHECK(own_rank.cores.machines().back().replayed.time == 210);
    CHECK(own_rank.limits.first().text ==
          "Mutex 0x8 and mutex 0x9 together serialise the run: 2 threads are 1.00 times as fast as "
          "one; without them 2.00");
    CHECK(own_rank.limits.causes().front().time == 105);
}

TEST_CASE("two threads that need a mutex for half of their work") {
    // Each works 100 outside and 100 inside it: 300 with the mutex, 200 without.
    Trace trace;
    trace.newsync(1, 9, "mutex");
    trace.fork(1, 2);
    trace.acq(1, 9, 100);
    trace.rel(1, 9, 100);
    trace.acq(2, 9, 100);
    trace.rel(2, 9, 100);
    const Analysed own_rank(trace);
    REQUIRE(own_rank.gain(Cause::lock).has_value());
    CHECK(*own_rank.gain(Cause::lock) == doctest::Approx(1.0 / 3));
    CHECK(own_rank.limits.first().text ==
          "Mutex 0x9 holds threads up: 2 threads are 1.33 times as fast "
          "as one; without it 2.00");
}

TEST_CASE("what one thread does before it begins four others") {
    // 300 alone and 300 with four threads; divided among four, 75 and 300.
    const Analysed own_rank(forked({300, 300, 300, 300}, 300));
    REQUIRE(own_rank.gain(Cause::serial).has_value());
    CHECK(*own_rank.gain(Cause::serial) == doctest::Approx(225.0 / 600));
    CHECK(own_rank.limits.first().text ==
          "Only thread 1 works for 50 % of the time; divided among 4: 38 % less time");
}

TEST_CASE("equal threads have no limit") {
    const Analysed own_rank(forked({300, 300, 300, 300}));
    CHECK(own_rank.limits.first().text ==
          "Nothing holds the threads up: 4 threads are 4.00 times as fast as one");
    CHECK(own_rank.limits.others().empty());
    CHECK(own_rank.limits.balance().text.empty());
}

TEST_CASE("a gain below a twentieth is no limit") {
    // 20 of 320 can be halved twice: 15 of 320 is 4.7 %.
    const Analysed own_rank(forked({300, 300, 300, 300}, 20));
    REQUIRE(own_rank.gain(Cause::serial).has_value());
    CHECK(*own_rank.gain(Cause::serial) == doctest::Approx(15.0 / 320));
    CHECK(own_rank.limits.first().text.starts_with("Nothing holds the threads up"));
}

TEST_CASE("threads that nobody joins have unequal parts") {
    // 100 and 200 are three pieces of 100; even, each of two threads has 150.
    Trace trace;
    trace.fork(1, 2).at = place;
    trace.fork(1, 3).at = place;
    trace.exit(2, 100);
    trace.exit(3, 200);
    const Analysed own_rank(trace);
    REQUIRE(own_rank.gain(Cause::imbalance).has_value());
    CHECK(*own_rank.gain(Cause::imbalance) == doctest::Approx(0.25));
    CHECK(own_rank.limits.first().text ==
          "3 equal pieces of work for 2 threads: thread 3 has 2; dealt evenly: 25 % less time");
}
