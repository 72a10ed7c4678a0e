// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/critical_path.h"

#include "ilmgen/analysis/said/names.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

using namespace ilm;
using test::figures_of;
using test::random_working_trace;
using test::run_of;
using test::Trace;

TEST_CASE("the longest chain is as long as the span, and all of its tables sum up to it") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const Trace trace = random_working_trace(seed, 200);
        const Run run = run_of(trace);
        const Timeline timeline = timeline_of(run);
        CHECK(timeline.span == figures_of(trace).span);
        CHECK(run.work == figures_of(trace).work);
        const CriticalPath path(run, timeline);
        for (const Table& table : path.tables(Functions(run)))
            CHECK(test::sum_of(table) == timeline.span);
        CHECK(std::get<std::uint64_t>(path.stretches().rows.back()[0]) +
                  std::get<std::uint64_t>(path.stretches().rows.back()[1]) ==
              timeline.span);
    }
}

TEST_CASE("the path goes over to who is waited for") {
    Trace trace;
    trace.fork(1, 2, 10);
    trace.newsync(1, 9, "mutex");
    trace.rel_seq(2, 9, 1, 100);
    trace.acq_seq(1, 9, 1, 30);
    trace.exit(2, 50);
    trace.rel_seq(1, 9, 2, 200);
    const Run run = run_of(trace);
    const CriticalPath path(run, timeline_of(run));
    std::vector<std::pair<EventId, bool>> steps;
    for (const PathStep& step : path.steps())
        steps.emplace_back(run.steps[step.step].id, step.works);
    CHECK(steps ==
          std::vector<std::pair<EventId, bool>>{{1, true}, {3, true}, {4, false}, {6, true}});
    const Table passes = path.tables(Functions(run))[2];
    REQUIRE(passes.rows.size() == 3);
    CHECK(std::get<std::string>(passes.rows[0][3]) == "mutex 0x9");
    CHECK(std::get<std::uint64_t>(passes.rows[0][0]) == 200);
    CHECK(std::get<std::string>(passes.rows[1][3]) == "fork");
    CHECK(std::get<std::string>(passes.rows[2][3]) == "beginning");
}

TEST_CASE("work divides as samples do: an interval's own, or those of its like") {
    const auto place = [](std::uint32_t number, const char* function) {
        return CodePlace{number, "app", number, {{function, "a.c", "/home", number}}};
    };
    static const NewStacks told{{place(1, "rel"), place(2, "slow"), place(3, "fast")},
                                {{1, 0, 1}, {2, 0, 2}, {3, 0, 3}}};
    static const std::vector<WorkSample> own{{2, 6}, {3, 2}};
    static const std::vector<WorkSample> few{{3, 2}};
    Trace trace;
    trace.rel_seq(1, 9, 1, 0);
    trace.events.back().new_stacks = &told;
    trace.rel_seq(1, 9, 2, 1001).work = own;
    trace.rel_seq(1, 9, 3, 500); // none of its own
    trace.rel_seq(1, 9, 4, 200).work = few;
    for (Event& event : trace.events)
        event.at = 1;
    const Run run = run_of(trace);
    const Functions functions(run);
    CHECK(functions.mixes().mix_of(1).all == 8);
    CHECK(functions.mixes().mix_of(2).all == 10);
    CHECK(&functions.mixes().mix_of(3) == &functions.mixes().mix_of(2));
    WorkParts work(functions.mixes());
    for (StepIndex step = 0; step < run.steps.size(); ++step)
        work.add(step, run.steps[step].work);
    const auto parts = work.parts();
    REQUIRE(parts.size() == 2);
    CHECK(functions.name(parts[0].first) == "slow (a.c:2)");
    CHECK(parts[0].second == 751 + 420); // 6 of 8 and what is left over, 6 of 10
    CHECK(parts[1].second == 250 + 280);
}

TEST_CASE("names for the first screen") {
    const auto shortened = [](const char* name) { return short_name(name); };
    CHECK(shortened("blur(Frame*) (pipe.cc:24)") == "blur (pipe.cc:24)");
    CHECK(shortened("main (a.c:1)") == "main (a.c:1)");
    CHECK(shortened("(anonymous namespace)::f(std::vector<int, std::allocator<int> >&) (a.cc:1)") ==
          "f (a.cc:1)");
    CHECK(shortened("T<int>::operator()(int) const (a.cc:1)") == "T::operator() const (a.cc:1)");
    CHECK(shortened("operator<(A, B) (a.cc:1)") == "operator< (a.cc:1)");
    CHECK(shortened("mutex pool+40") == "mutex pool+40");
    CHECK(shortened("cut off<") == "cut off<");
}
