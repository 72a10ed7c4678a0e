// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/flow.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <random>

using namespace ilm;
using test::direct_order;
using test::run_of;
using test::Trace;
using test::traffic;

namespace {

constexpr Address block = 0x5000;
constexpr std::uint64_t size = 100;

std::vector<Table> flow_of(const Trace& trace) {
    Flow flow({}, true);
    test::give(trace.events, {&flow});
    return flow.tables(run_of(trace));
}

/// Events of a random order that read and write one block.
Trace random_accesses(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint64_t limit) {
        return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random);
    };
    Trace trace;
    trace.alloc(1, block, size);
    for (Event event : test::random_trace(seed, 60).events) {
        event.id = trace.events.size() + 1;
        const std::uint64_t read = below(3) == 0 ? 1 + below(50) : 0;
        const std::uint64_t written = below(4) == 0 ? 1 + below(50) : 0;
        if (read + written > 0)
            event.usage = traffic({{block, size, read, written, 0}});
        trace.events.push_back(event);
    }
    return trace;
}

/// The figures that are to come out, by a search for ways from event to event.
class Expected {
public:
    explicit Expected(const Trace& trace) : trace_(trace), order_(direct_order(trace)) {
        for (std::size_t i = 0; i < trace.events.size(); ++i)
            for (const BlockUsage& usage : trace.events[i].usage)
                use(i, usage);
    }

    std::uint64_t bytes = 0;
    std::uint64_t turns = 0;
    std::uint64_t unordered = 0;

private:
    void use(std::size_t event, const BlockUsage& usage) {
        const bool by_other = written_ != none && thread(written_) != thread(event);
        if (usage.read > 0) {
            bytes += by_other ? usage.read : 0;
            unordered += by_other && !before(written_, event) ? 1 : 0;
            reads_[thread(event)] = event;
        }
        if (usage.written > 0) {
            turns += by_other ? 1 : 0;
            unordered += by_other && !before(written_, event) ? 1 : 0;
            for (const auto& [reader, read] : reads_)
                unordered += reader != thread(event) && !before(read, event) ? 1 : 0;
            written_ = event;
            reads_.clear();
        }
    }

    ThreadId thread(std::size_t event) const { return trace_.events[event].thid; }

    /// Whether an event comes before the interval at whose end another one is.
    bool before(std::size_t event, std::size_t other) const {
        const Event& end = trace_.events[other];
        for (const std::size_t direct : order_[other]) {
            const Event& direct_event = trace_.events[direct];
            const bool begins = direct_event.thid == end.thid || direct_event.kind == Kind::fork;
            if (begins && (direct == event || leads_to(event, direct)))
                return true;
        }
        return false;
    }

    bool leads_to(std::size_t event, std::size_t other) const {
        std::vector<bool> seen(other + 1);
        std::vector<std::size_t> left{other};
        while (!left.empty()) {
            const std::size_t next = left.back();
            left.pop_back();
            for (const std::size_t direct : order_[next]) {
                if (direct == event)
                    return true;
                if (!seen[direct])
                    left.push_back(direct);
                seen[direct] = true;
            }
        }
        return false;
    }

    static constexpr std::size_t none = ~std::size_t{0};

    const Trace& trace_;
    std::vector<std::vector<std::size_t>> order_;
    std::size_t written_ = none;
    std::map<ThreadId, std::size_t> reads_;
};

} // namespace

TEST_CASE("who reads what others wrote, and which accesses nothing separates, against a search") {
    std::uint64_t unordered = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const Trace trace = random_accesses(seed);
        const Expected expected(trace);
        const std::vector<Table> flow = flow_of(trace);
        CHECK(test::sum_of(flow[0]) == expected.bytes);
        CHECK(test::sum_of(flow[1]) == expected.bytes);
        CHECK(test::sum_of(flow[2]) == expected.turns);
        CHECK(test::sum_of(flow[4]) == expected.unordered);
        unordered += expected.unordered;
    }
    CHECK(unordered > 100);
}

TEST_CASE("a producer and a consumer") {
    Trace trace;
    trace.fork(1, 2);
    trace.alloc(1, block, size);
    trace.rel_seq(1, 9, 1).usage = traffic({{block, size, 0, 100, 0}});
    trace.acq_seq(2, 9, 1);
    trace.free(2, block, size, 60, 0);
    trace.exit(2);
    const Run run = run_of(trace);
    Flow flow({}, true);
    test::give(trace.events, {&flow});
    CHECK(flow.finding(run).text == "thread 2 reads 60 B that thread 1 wrote");
    CHECK(flow.tables(run)[4].rows.empty());
}

TEST_CASE("small blocks in one cache line, written in turn") {
    Trace trace;
    trace.alloc(1, 0x5000, 8);
    trace.alloc(1, 0x5010, 8);
    trace.alloc(1, 0x5040, 8); // in another line
    trace.fork(1, 2);
    for (int round = 0; round < 3; ++round) {
        trace.rel(1, 9).usage = traffic({{0x5000, 8, 0, 8, 0}});
        trace.rel(2, 8).usage = traffic({{0x5010, 8, 0, 8, 0}, {0x5040, 8, 0, 8, 0}});
    }
    const Table lines = flow_of(trace)[3];
    CHECK(test::sum_of(lines) == 5);
}

TEST_CASE("flow: reads are kept, and in a long run those near each other together") {
    constexpr std::size_t most = 100;
    FlowReads few(most);
    FlowReads all;
    std::mt19937 random(1);
    std::map<std::pair<ThreadId, ThreadId>, std::uint64_t> sums;
    for (EventId id = 1; id <= 10'000; ++id) {
        const FlowRead read{id, 1 + random() % 3, 4 + random() % 2, random() % 100};
        few.add(read);
        all.add(read);
        sums[{read.from, read.to}] += read.bytes;
    }
    CHECK(few.all().size() <= most);
    CHECK(few.all().size() > most / 4);
    CHECK(all.all().size() == 10'000);
    for (const FlowReads* const reads : {&few, &all}) {
        auto rest = sums;
        for (const FlowRead& read : reads->all())
            rest[{read.from, read.to}] -= read.bytes;
        for (const auto& [pair, bytes] : rest)
            CHECK(bytes == 0);
    }
}
