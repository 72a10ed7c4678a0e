// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/messages.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

using namespace ilm;
using test::run_of;
using test::Trace;

namespace {

constexpr Address there = 64;
constexpr Address back = 65;

Messages messages_of(const Run& run) {
    return {run, timeline_of(run)};
}

} // namespace

TEST_CASE("A sender is late, then a receiver") {
    Trace trace;
    trace.newsync(1, there, "message");
    trace.newsync(1, back, "message");
    trace.fork(1, 2);
    trace.rel_seq(2, there, 1, 100).bytes = 8;
    trace.acq_seq(1, there, 1, 30); // from 30 to 100
    trace.rel_seq(1, back, 1, 10).bytes = 1000;
    trace.acq_seq(2, back, 1, 50); // sent at 110, asked for at 150
    const Run run = run_of(trace);
    const std::vector<Table> tables = messages_of(run).tables();
    const Table& pairs = tables.at(0);
    REQUIRE(pairs.rows.size() == 2);
    CHECK(test::number(pairs, 0, "waited") == 70);
    CHECK(test::number(pairs, 0, "lay") == 0);
    CHECK(test::number(pairs, 0, "bytes") == 8);
    CHECK(test::number(pairs, 1, "waited") == 0);
    CHECK(test::number(pairs, 1, "lay") == 40);
    CHECK(test::number(pairs, 1, "bytes") == 1000);
    const Table& threads = tables.at(1);
    REQUIRE(threads.rows.size() == 2);
    CHECK(test::number(threads, 0, "waited") == 70);
    CHECK(test::number(threads, 0, "sent_bytes") == 1000);
    CHECK(test::number(threads, 1, "caused") == 70);
    CHECK(test::number(threads, 1, "lay") == 40);
    CHECK(messages_of(run).finding("instructions").text ==
          "2 messages, 1.01 kB; receivers wait 70 instructions, 70 of it thread 1 for thread 2");
}

TEST_CASE("Who waits for several waits for the last one") {
    Trace trace;
    trace.newsync(1, there, "message");
    trace.fork(1, 2);
    trace.fork(1, 3);
    trace.rel_seq(2, there, 1, 40);
    trace.rel_seq(3, there, 1, 90);
    trace.acq_seq(1, there, 1, 50);
    const Run run = run_of(trace);
    const Messages messages = messages_of(run);
    const Table pairs = messages.tables().at(0);
    REQUIRE(pairs.rows.size() == 2);
    CHECK(test::number(pairs, 0, "waited") == 40); // of thread 3
    CHECK(test::number(pairs, 1, "waited") == 0);
    CHECK(test::number(pairs, 1, "lay") == 10);
    CHECK(messages.finding("instructions").text.empty()); // nobody has said how many bytes
}

TEST_CASE("A receiver is late, and its sender waits for the receipt") {
    constexpr Address receipts = 66;
    Trace trace;
    trace.newsync(1, there, "message").name = "MPI world, 0 to 1, tag 5";
    trace.newsync(1, receipts, "message").name = "MPI world, 0 to 1, tag 5, receipts";
    trace.fork(1, 2);
    trace.rel_seq(1, there, 1, 10).bytes = 8;
    trace.rel_seq(2, receipts, 1, 100);
    trace.acq_seq(2, there, 1, 0);
    trace.acq_seq(1, receipts, 1, 0); // from 10 to 100
    const Run run = run_of(trace);
    const std::vector<Table> tables = messages_of(run).tables();
    const Table& pairs = tables.at(0);
    REQUIRE(pairs.rows.size() == 1);
    CHECK(test::number(pairs, 0, "messages") == 1);
    CHECK(test::number(pairs, 0, "waited") == 0);
    CHECK(test::number(pairs, 0, "lay") == 90);
    CHECK(test::number(pairs, 0, "held_back") == 90);
    const Table& threads = tables.at(1);
    REQUIRE(threads.rows.size() == 2);
    CHECK(test::number(threads, 0, "held_back") + test::number(threads, 1, "held_back") == 90);
    CHECK(messages_of(run).finding("instructions").text ==
          "1 message, 8 B; senders wait 90 instructions for receivers to ask, 90 of it thread 1 "
          "for thread 2");
}
