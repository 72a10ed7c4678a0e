// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/ranks.h"

#include "ilmgen/analysis/meetings/rounds.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/waiting/messages.h"
#include "ilmgen/model/rank.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using namespace ilm;
using test::run_of;
using test::Trace;

void tell(Trace& trace, ThreadId thid, std::string_view text) {
    trace.info(thid).text = test::text(text);
}

std::string text(const Table& table, std::size_t row, std::string_view key) {
    return std::get<std::string>(test::cell(table, row, key));
}

/// The beginning of a trace of four ranks, with a thread each.
Trace job() {
    Trace trace;
    for (ThreadId thid = 1; thid <= 4; ++thid) {
        if (thid > 1)
            trace.fork(1, thid);
        tell(trace, thid,
             test::text("is thread 1 of process " + std::to_string(10 + thid) + ", rank " +
                        std::to_string(thid - 1) + " of 4 in job j, command: app"));
    }
    return trace;
}

void begin(Trace& trace, Address object, std::string_view prim, std::string_view name) {
    trace.newsync(1, object, prim).name = name;
}

/// The row of a table that has this name in the column of the key.
std::size_t row_of(const Table& table, std::string_view key, std::string_view name) {
    std::size_t row = 0;
    while (text(table, row, key) != name)
        ++row;
    return row;
}

} // namespace

TEST_CASE("a rank is taken off a text, which stays as it is if it has none") {
    std::string_view text = " rank 3 of 4 in job a:b, command: x";
    const std::optional<Rank> rank = take_rank(text);
    REQUIRE(rank);
    CHECK(rank->number == 3);
    CHECK(rank->of == 4);
    CHECK(rank->job == "a:b");
    CHECK(text == " command: x");
    CHECK(text_of(*rank) + "," == " rank 3 of 4 in job a:b,");
    for (const std::string_view wrong :
         {"", " rank ", " rank x of 4 in job j,", " rank 3", " rank 3 of", " rank 3 of 4 in job j",
          " rank 3 of 99999999999999999999 in job j,", "rank 3 of 4 in job j,"}) {
        std::string_view rest = wrong;
        CHECK(!take_rank(rest));
        CHECK(rest == wrong);
    }
}

TEST_CASE("threads are of ranks, as the trace says, whatever they are called") {
    Trace trace;
    tell(trace, 1, "is thread 1 of process 7, rank 1 of 2 in job a:b, command: /bin/x: 5");
    tell(trace, 1, "is named x rank 9");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.fork(1, 4);
    tell(trace, 2, "is thread 2 of process 7, rank 1 of 2 in job a:b, command: /bin/x: 5");
    tell(trace, 3, "is thread 1 of process 8, rank 0 of 2 in job a:b, command: y");
    tell(trace, 4, "is thread 1 of process 9: /bin/z rank 3 of 4 in job a:b, command: w");
    const Run run = run_of(trace);
    REQUIRE(run.ranks.size() == 2);
    CHECK(run.jobs == 1);
    CHECK(rank_name(run, run.threads[0].rank) == "rank 1");
    CHECK(run.threads[1].rank == run.threads[0].rank);
    CHECK(rank_name(run, run.threads[2].rank) == "rank 0");
    CHECK(run.threads[3].rank == no_rank);
    CHECK(run.threads[0].program == "x:");
    CHECK(run.threads[2].program == "y");
    CHECK(run.threads[3].program == "z");
    CHECK(run.threads[3].process == 9);
    CHECK(run.threads[0].begins_program);
    CHECK(!run.threads[1].begins_program);
    CHECK(run.threads[2].begins_program);
}

TEST_CASE("ranks of the same number in several jobs are several") {
    Trace trace;
    tell(trace, 1, "is thread 1 of process 7, rank 0 of 1 in job a, command: x");
    trace.fork(1, 2);
    tell(trace, 2, "is thread 1 of process 7, rank 0 of 1 in job b, command: x");
    trace.newsync(1, 9, "message");
    trace.rel_seq(1, 9, 1, 50).bytes = 10;
    trace.acq_seq(2, 9, 1, 20);
    const Run run = run_of(trace);
    CHECK(run.jobs == 2);
    const Table table = Messages(run, timeline_of(run)).tables()[2];
    REQUIRE(table.rows.size() == 1);
    CHECK(test::number(table, 0, "waited") == 30);
    CHECK(test::number(table, 0, "bytes") == 10);
    CHECK(text(table, 0, "sender") == "rank 0 of job a");
    CHECK(text(table, 0, "receiver") == "rank 0 of job b");
}

TEST_CASE("an operation's rounds, in whatever communicator") {
    Trace trace = job();
    begin(trace, 8, "barrier", "MPI world, MPI_Allreduce");
    begin(trace, 9, "barrier", "MPI world.1@0, MPI_Allreduce");
    for (const Address object : {Address{8}, Address{9}}) {
        for (ThreadId thid = 1; thid <= 4; ++thid)
            trace.rel_seq(thid, object, 3, 100 * thid * (object - 7));
        for (ThreadId thid = 1; thid <= 4; ++thid)
            trace.acq_seq(thid, object, 3);
    }
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    const std::vector<Table> tables = Meetings(run, timeline).tables();
    REQUIRE(tables[0].rows.size() == 1);
    CHECK(text(tables[0], 0, "meeting") == "MPI_Allreduce");
    CHECK(test::number(tables[0], 0, "rounds") == 2);
    CHECK(test::number(tables[0], 0, "waited") == 3 * (300 + 200 + 100));
    CHECK(test::number(tables[0], 0, "apart") == 300 + 600);
    CHECK(test::number(tables[0], 0, "most_apart") == 600);
    CHECK(text(tables[0], 0, "last") == "rank 3");
    CHECK(test::number(tables[0], 0, "last_rounds") == 2);
    REQUIRE(tables[1].rows.size() == 4);
    const std::size_t first = row_of(tables[1], "part", "rank 0");
    CHECK(test::number(tables[1], first, "waited") == 900);
    CHECK(test::number(tables[1], first, "rounds") == 2);
    CHECK(test::number(tables[1], first, "last") == 0);

    const Ranks ranks(run, timeline);
    CHECK(ranks.sums()[1].busy == 600);
    CHECK(ranks.sums()[1].waited_in_operations == 200 + 400);
    CHECK(ranks.sums()[1].waited_for_messages == 0);
    const PopFactors factors = ranks.factors();
    CHECK(factors.load_balance == doctest::Approx(750.0 / 1200));
    CHECK(factors.serialisation == doctest::Approx(1));
    CHECK(factors.parallel_efficiency == doctest::Approx(750.0 / 1200));
}

TEST_CASE("data from a root, to a root, and rank by rank") {
    Trace trace = job();
    begin(trace, 7, "message", "MPI world, MPI_Bcast, from 1");
    begin(trace, 8, "message", "MPI world, MPI_Reduce, to 0");
    begin(trace, 9, "message", "MPI world, MPI_Scan, rank by rank");
    trace.rel_seq(2, 7, 1, 50);
    trace.acq_seq(1, 7, 1, 10);
    trace.acq_seq(3, 7, 1, 70);
    trace.acq_seq(4, 7, 1, 20);
    for (ThreadId thid = 2; thid <= 4; ++thid) // at 80, 100, 80
        trace.rel_seq(thid, 8, 2, 30);
    trace.acq_seq(1, 8, 2, 20);
    trace.rel_seq(1, 9, 13, 0); // round 3 of 4 ranks: at 100, 80, 100, 180
    for (ThreadId thid = 2; thid <= 4; ++thid) {
        trace.acq_seq(thid, 9, 11 + thid, thid == 4 ? 100 : 0);
        if (thid < 4)
            trace.rel_seq(thid, 9, 12 + thid);
    }
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    const std::vector<Table> tables = Meetings(run, timeline).tables();
    REQUIRE(tables[0].rows.size() == 3);
    const std::size_t bcast = row_of(tables[0], "meeting", "MPI_Bcast");
    CHECK(test::number(tables[0], bcast, "waited") == 40 + 30);
    CHECK(test::number(tables[0], bcast, "rounds") == 1);
    CHECK(test::number(tables[0], bcast, "apart") == 60); // 10, 50, 70, 20
    CHECK(text(tables[0], bcast, "last") == "rank 2");
    const std::size_t reduce = row_of(tables[0], "meeting", "MPI_Reduce");
    CHECK(test::number(tables[0], reduce, "waited") == 30);
    CHECK(test::number(tables[0], reduce, "rounds") == 1);
    CHECK(test::number(tables[0], reduce, "apart") == 30); // 70, 80, 100, 80
    CHECK(text(tables[0], reduce, "last") == "rank 2");
    const std::size_t scan = row_of(tables[0], "meeting", "MPI_Scan");
    CHECK(test::number(tables[0], scan, "waited") == 20);
    CHECK(test::number(tables[0], scan, "rounds") == 1);
    CHECK(test::number(tables[0], scan, "apart") == 100);
    CHECK(text(tables[0], scan, "last") == "rank 3");
}

TEST_CASE("threads' barriers have the same figures, also inside a rank") {
    Trace trace;
    tell(trace, 1, "is thread 1 of process 7, rank 0 of 1 in job a, command: x");
    trace.newsync(1, 9, "barrier");
    trace.fork(1, 2);
    tell(trace, 2, "is thread 2 of process 7, rank 0 of 1 in job a, command: x");
    trace.rel_seq(1, 9, 1, 10);
    trace.rel_seq(2, 9, 1, 40);
    trace.acq_seq(1, 9, 1);
    trace.acq_seq(2, 9, 1);
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    const std::vector<Table> tables = Meetings(run, timeline).tables();
    REQUIRE(tables[0].rows.size() == 1);
    CHECK(test::number(tables[0], 0, "apart") == 30);
    CHECK(text(tables[0], 0, "last") == "thread 2");
    CHECK(tables[1].rows.size() == 2);
    const Ranks ranks(run, timeline);
    CHECK(ranks.sums()[0].work == 50);
    CHECK(ranks.sums()[0].busy == 40); // they work at the same time
    CHECK(ranks.sums()[0].threads == 2);
    CHECK(ranks.finding({}).text.empty());
}

TEST_CASE("what ranks wait for, by messages") {
    Trace trace = job();
    begin(trace, 9, "message", "MPI world, 0 to 1, tag 7");
    trace.rel_seq(1, 9, 1, 100);
    trace.acq_seq(2, 9, 1, 30);
    trace.exit(2, 100);
    const Run run = run_of(trace);
    const Timeline timeline = timeline_of(run);
    CHECK(Meetings(run, timeline).tables()[0].rows.empty());
    const Ranks ranks(run, timeline);
    CHECK(ranks.sums()[1].waited_for_messages == 70);
    CHECK(ranks.sums()[1].busy == 130);
    const PopFactors factors = ranks.factors();
    CHECK(factors.load_balance == doctest::Approx((100 + 130) / 4.0 / 130));
    CHECK(factors.serialisation == doctest::Approx(130.0 / 200));
    CHECK(factors.parallel_efficiency == doctest::Approx((100 + 130) / 4.0 / 200));
}
