// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/change/compare.h"

#include "ilmgen/analysis/explain.h"
#include "ilmgen/model/error.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ilm;

namespace {

using Rows = std::vector<std::vector<Cell>>;

/// Bytes by site, and who has most of them.
Report report_of(Rows rows) {
    Report report;
    report.cost = "instructions";
    report.figures = {{figure_work, std::uint64_t{100}, Measure::work},
                      {figure_span, std::uint64_t{50}, Measure::work},
                      {figure_parallelism, 2.0, Measure::ratio, true},
                      {figure_peak, std::uint64_t{0}, Measure::bytes},
                      {figure_allocated, std::uint64_t{0}, Measure::bytes}};
    report.sections = {{"heap",
                        "Heap",
                        {{"heap_by_site",
                          {{"bytes", Measure::bytes},
                           {"most", Measure::text, false},
                           {"processors", Measure::count, true},
                           {"site"}},
                          std::move(rows)}}}};
    return report;
}

std::vector<Cell> row(std::uint64_t bytes, const char* most, std::uint64_t processors,
                      const char* site) {
    return {bytes, std::string(most), processors, std::string(site)};
}

Rows changes(Rows before, Rows now) {
    return compare(report_of(std::move(before)), report_of(std::move(now)))
        .sections.front()
        .tables.front()
        .rows;
}

std::vector<Cell> change(std::uint64_t before, std::uint64_t now, const char* most_before,
                         const char* most, std::uint64_t processors, const char* site,
                         const char* only) {
    return {before,
            now,
            std::string(most_before),
            std::string(most),
            processors,
            std::string(site),
            std::string(only)};
}

} // namespace

TEST_CASE("a report in instructions says that memory costs nothing if the heap is large") {
    const auto says_so = [](std::uint64_t bytes, const std::string& cost) {
        test::Trace trace;
        trace.alloc(1, 0x1000, bytes);
        trace.rel(1, 9, 100);
        const Report report =
            explain(test::run_of(trace), Flow({}, false), cost, {}, [](const std::string&) {});
        return std::ranges::any_of(report.findings, [](const Finding& finding) {
            return finding.text.starts_with("The model counts instructions");
        });
    };
    CHECK(says_so((32 << 20) + 1, "instructions"));
    CHECK(!says_so(32 << 20, "instructions"));
    CHECK(!says_so((32 << 20) + 1, "ns"));
}

TEST_CASE("rows that differ, the largest change first") {
    CHECK(changes({row(5, "a", 1, "f"), row(7, "a", 2, "f"), row(9, "a", 2, "g")},
                  {row(6, "b", 1, "f"), row(7, "a", 2, "f"), row(4, "a", 2, "g")}) ==
          Rows{change(9, 4, "a", "a", 2, "g", ""), change(5, 6, "a", "b", 1, "f", "")});
    CHECK(changes({row(5, "a", 1, "f")}, {row(5, "b", 1, "f")}) ==
          Rows{change(5, 5, "a", "b", 1, "f", "")});
}

TEST_CASE("what is in one run only") {
    CHECK(changes({row(5, "a", 1, "f")}, {row(6, "b", 1, "g")}) ==
          Rows{change(0, 6, "", "b", 1, "g", "now"), change(5, 0, "a", "", 1, "f", "before")});
}

TEST_CASE("names that differ in lines, addresses, files") {
    CHECK(changes({row(5, "", 1, "f (a.c:10)")}, {row(6, "", 1, "f (a.c:12)")}) ==
          Rows{change(5, 6, "", "", 1, "f (a.c:12)", "")});
    CHECK(changes({row(5, "", 1, "mutex 0x4a0")}, {row(6, "", 1, "mutex 0xb10f")}) ==
          Rows{change(5, 6, "", "", 1, "mutex 0xb10f", "")});
    CHECK(changes({row(5, "", 1, "f(int) (a.c:10)")}, {row(6, "", 1, "f(int) (b.c:12)")}) ==
          Rows{change(5, 6, "", "", 1, "f(int) (b.c:12)", "")});
    // Another function, or of other parameters, is something else.
    CHECK(changes({row(5, "", 1, "f(int) (a.c:10)")}, {row(6, "", 1, "f(long) (a.c:10)")}).size() ==
          2);
}

TEST_CASE("names of any length") {
    for (const std::string piece : {"x", ":1", "0xf", " (", " (a.c)", "<", ")"}) {
        std::string name;
        while (name.size() < 1'000'000)
            name += piece;
        CHECK(changes({row(5, "", 1, (name + ":10").c_str())},
                      {row(6, "", 1, (name + ":12").c_str())}) ==
              Rows{change(5, 6, "", "", 1, (name + ":12").c_str(), "")});
    }
}

TEST_CASE("the same name is better than one that is like it") {
    CHECK(
        changes({row(5, "", 1, "f (a.c:10)"), row(3, "", 1, "f (a.c:20)")},
                {row(5, "", 1, "f (a.c:20)"), row(3, "", 1, "f (a.c:30)")}) ==
        Rows{change(3, 5, "", "", 1, "f (a.c:20)", ""), change(5, 3, "", "", 1, "f (a.c:30)", "")});
    // If several rows are alike, the first row before is the first row now.
    CHECK(
        changes({row(9, "", 1, "f (a.c:30)"), row(2, "", 1, "f (a.c:20)")},
                {row(8, "", 1, "f (a.c:11)"), row(4, "", 1, "f (a.c:12)")}) ==
        Rows{change(2, 4, "", "", 1, "f (a.c:12)", ""), change(9, 8, "", "", 1, "f (a.c:11)", "")});
}

TEST_CASE("limits of what may become worse") {
    Report before = report_of({});
    Report now = report_of({});
    now.figures[1].value = std::uint64_t{55};  // span
    now.figures[2].value = 1.8;                // parallelism
    now.figures[3].value = std::uint64_t{1};   // peak
    now.figures[0].value = std::uint64_t{100}; // work
    const auto worse = [&](const Limits& limits) {
        return regressions(before, now, limits).size();
    };
    CHECK(worse({{"span", 0.09}}) == 1);
    CHECK(worse({{"span", 0.11}}) == 0);
    CHECK(worse({{"parallelism", 0.09}}) == 1);
    CHECK(worse({{"parallelism", 0.11}}) == 0);
    CHECK(worse({{"work", 0}}) == 0);
    CHECK(worse({{"peak", 100}}) == 1); // from nothing to something
    CHECK(worse({{"span", 0}, {"parallelism", 0}, {"peak", 0}}) == 3);
    std::swap(before, now);
    CHECK(worse({{"span", 0}, {"parallelism", 0}, {"peak", 0}}) == 0);
    CHECK_THROWS_AS(worse({{"time_4", 0}}), Error);
}

TEST_CASE("figures that a double does not hold") {
    Report before = report_of({});
    Report now = report_of({});
    before.figures[0].value = UINT64_MAX - 1;
    now.figures[0].value = UINT64_MAX;
    const std::string work = compare(before, now).findings[1].text;
    CHECK(work.starts_with("18.4 E -> 18.4 E instructions, span 50: parallelism 2.00"));
}

namespace {

/// A report with samples enough, of these tables.
Report report_with(std::uint64_t span, std::vector<Table> tables) {
    Report report;
    report.cost = "instructions";
    report.samples = 10'000;
    report.figures = {{figure_work, std::uint64_t{4000}, Measure::work},
                      {figure_span, span, Measure::work},
                      {figure_parallelism, 2.0, Measure::ratio, true},
                      {figure_allocated, std::uint64_t{1000}, Measure::bytes},
                      {figure_peak, std::uint64_t{500}, Measure::bytes}};
    report.sections = {{"all", "All", std::move(tables)}};
    return report;
}

Table functions(std::vector<std::pair<const char*, std::uint64_t>> work) {
    Table table{"work_by_function", {{"work", Measure::work}, {"function"}}};
    for (const auto& [name, part] : work)
        table.rows.push_back({part, std::string(name)});
    return table;
}

Table waits(std::uint64_t waited, std::uint64_t held) {
    return {"waits_by_object",
            {{"waited", Measure::work}, {"held", Measure::work}, {"object"}},
            {{waited, held, std::string("mutex m")}}};
}

std::string first_sentence(const Report& before, const Report& now) {
    const Finding finding = compare(before, now).findings.front();
    CHECK(finding.head == "Change");
    return finding.text;
}

} // namespace

TEST_CASE("the first sentence about two runs: a function") {
    const auto said = [](std::uint64_t span, std::uint64_t f, std::uint64_t g) {
        return first_sentence(report_with(1000, {functions({{"f (a.c:3)", 2000}, {"g", 1000}})}),
                              report_with(span, {functions({{"f (a.c:5)", f}, {"g", g}})}));
    };
    CHECK(said(1080, 2200, 1000) == "f (a.c:5): 10 % more work; the run takes 8.0 % longer");
    CHECK(said(900, 1500, 1000) == "f (a.c:5): 25 % less work; the run takes 10 % less time");
    // The other one changes in the other direction, or less.
    CHECK(said(1080, 1000, 1200) == "g: 20 % more work; the run takes 8.0 % longer");
    CHECK(said(1080, 2010, 1000) == "the run takes 8.0 % longer");
    CHECK(said(1004, 2000, 1300) == "g: 30 % more work; the run takes as long as before");
    CHECK(said(4000, 8000, 1000) ==
          "f (a.c:5): 4.00 times as much work; the run takes 4.00 times as long");
}

TEST_CASE("the first sentence about two runs: what is new, gone, or chance") {
    const Report before = report_with(1000, {functions({{"f", 2000}, {"g", 1000}})});
    CHECK(first_sentence(before, report_with(1500, {functions({{"f", 2000}, {"h", 900}})})) ==
          "h: new, 900 instructions of work; the run takes 50 % longer");
    CHECK(first_sentence(before, report_with(500, {functions({{"f", 2000}})})) ==
          "g: gone, it had 1.00 k instructions of work; the run takes 50 % less time");
    // 8 of 16 samples are in f: 2000 is 2000 +- 500, so 2300 is not more than that.
    Report few = report_with(1100, {functions({{"f", 2300}, {"g", 1000}})});
    few.samples = 16;
    CHECK(first_sentence(before, few) == "the run takes 10 % longer");
}

TEST_CASE("the first sentence about two runs: waits") {
    const auto said = [](std::uint64_t span, std::uint64_t waited, std::uint64_t held) {
        return first_sentence(report_with(1000, {waits(100, 200)}),
                              report_with(span, {waits(waited, held)}));
    };
    CHECK(said(1200, 700, 240) == "mutex m: held 20 % longer, threads wait 600 instructions more "
                                  "in total; the run takes 20 % longer");
    CHECK(said(1200, 700, 200) ==
          "mutex m: threads wait 600 instructions more in total; the run takes 20 % longer");
    // Waits that grow as the run does are no cause.
    CHECK(said(1200, 120, 200) == "the run takes 20 % longer");
    CHECK(said(1000, 105, 200) == "the run takes as long as before");
    CHECK(said(1000, 20, 100) == "mutex m: held 50 % less long, threads wait 80 instructions less "
                                 "in total; the run takes as long as before");
}

TEST_CASE("the first sentence about two runs: imbalance and memory") {
    const auto tables = [](std::uint64_t waited, double imbalance, std::uint64_t lost) {
        std::vector<Table> all = {waits(waited, 0)};
        all.push_back({"balance",
                       {{"imbalance", Measure::ratio}, {"meeting"}},
                       {{imbalance, std::string("mutex m")}}});
        all.push_back({"heap_by_site",
                       {{"never_freed", Measure::bytes}, {"site"}},
                       {{lost, std::string("leak (a.c:3)")}}});
        return all;
    };
    CHECK(
        first_sentence(report_with(1000, tables(0, 1.0, 0)),
                       report_with(1500, tables(900, 1.6, 800))) ==
        "mutex m: threads wait 900 instructions more in total, because the slowest has 1.60 times "
        "the mean work, before 1.00; the run takes 50 % longer; leak (a.c:3): 800 B more are "
        "never freed");
    Report higher = report_with(1000, tables(0, 1.0, 0));
    higher.figures.back().value = std::uint64_t{600};
    CHECK(first_sentence(report_with(1000, tables(0, 1.0, 0)), higher) ==
          "the run takes as long as before; the heap's peak is 20 % higher");
}

TEST_CASE("runs without time have no first sentence") {
    const Report nothing = report_with(0, {});
    CHECK(compare(nothing, nothing).findings.front().head == "Work");
}

TEST_CASE("runs that are not counted in the same unit") {
    Report before = report_of({});
    before.cost = "ns";
    CHECK_THROWS_WITH_AS(compare(before, report_of({})),
                         "work is counted in instructions, in the run to compare with in ns",
                         Error);
}
