// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/order/causal_order.h"

#include "shared/trace_vocabulary.h"
#include "tests/unit/support.h"

#include <doctest/doctest.h>

namespace {

using namespace ilm;

/// Writes events down as "thread:kind object.seq" or "thread:kind child", and checks their ids.
class Written : public EventSink {
public:
    void event(const Event& event) override {
        CHECK(event.id == ++last_);
        text += (text.empty() ? "" : " ") + std::to_string(event.thid) + ":" + operation(event);
    }
    std::string text;

private:
    static std::string operation(const Event& event) {
        const std::string object =
            std::to_string(event.object) + "." + std::to_string(event.seq.value_or(0));
        switch (event.kind) {
        case Kind::rel: return "r" + object;
        case Kind::acq: return "a" + object;
        case Kind::fork: return "f" + std::to_string(event.other);
        case Kind::join: return "j" + std::to_string(event.other);
        case Kind::exit: return "e";
        default: return event.text == TRACE_INFO_UNFORKED ? "begin" : "i";
        }
    }
    EventId last_ = 0;
};

/// The output, how much of it had no match, and how many events were held at most.
struct Ordered {
    std::string text;
    std::uint64_t unmatched;
    std::uint64_t held_at_most;
};

Ordered ordered(const test::Trace& trace, std::uint64_t parties = 1) {
    Written written;
    CausalOrder order(written);
    std::uint64_t time = 0;
    for (Event event : trace.events) {
        event.time = ++time;
        order.event(event, parties);
    }
    order.finish();
    return {written.text, order.unmatched(), order.held_at_most()};
}

} // namespace

TEST_CASE("causal order: what is in order passes as it is") {
    test::Trace trace;
    trace.fork(1, 2);
    trace.rel_seq(1, 7, 1);
    trace.acq_seq(2, 7, 1);
    trace.acq(2, 8); // without seq it waits for nothing
    trace.exit(2);
    trace.join(1, 2);
    const Ordered result = ordered(trace);
    CHECK(result.text == "1:f2 1:r7.1 2:a7.1 2:a8.0 2:e 1:j2");
    CHECK(result.unmatched == 0);
    CHECK(result.held_at_most == 0);
}

TEST_CASE("causal order: an acquire waits for its release, and its thread with it") {
    test::Trace trace;
    trace.acq_seq(1, 7, 2);
    trace.info(1);
    trace.info(2);
    trace.rel_seq(2, 7, 1);
    trace.rel_seq(2, 7, 2);
    trace.info(2);
    const Ordered result = ordered(trace);
    CHECK(result.text == "2:begin 2:i 2:r7.1 2:r7.2 1:a7.2 1:i 2:i");
    CHECK(result.unmatched == 0);
    CHECK(result.held_at_most == 2);
}

TEST_CASE("causal order: a chain of threads, each waiting for the one before") {
    test::Trace trace;
    constexpr ThreadId threads = 100000;
    for (ThreadId thid = threads; thid > 1; --thid) {
        trace.acq_seq(thid, 7, thid - 1);
        trace.rel_seq(thid, 7, thid);
    }
    trace.rel_seq(1, 7, 1);
    const Ordered result = ordered(trace);
    CHECK(result.text.starts_with("1:r7.1 2:begin 2:a7.1 2:r7.2 3:begin 3:a7.2 3:r7.3"));
    CHECK(result.unmatched == 0);
}

TEST_CASE("causal order: a departure waits for all arrivals of its round") {
    test::Trace trace;
    trace.rel_seq(1, 7, 1);
    trace.acq_seq(1, 7, 1);
    trace.rel_seq(1, 7, 2);
    trace.rel_seq(2, 7, 1);
    trace.acq_seq(2, 7, 1);
    trace.rel_seq(2, 7, 2);
    trace.acq_seq(2, 7, 2);
    CHECK(ordered(trace, 2).text == "1:r7.1 2:begin 2:r7.1 1:a7.1 1:r7.2 2:a7.1 2:r7.2 2:a7.2");
}

TEST_CASE("causal order: what is not in the log is waited for to the end only") {
    test::Trace trace;
    trace.acq_seq(1, 7, 1);
    trace.acq_seq(2, 8, 1);
    trace.join(1, 2);
    trace.rel_seq(2, 7, 2);
    const Ordered result = ordered(trace);
    CHECK(result.text == "1:a7.1 2:begin 2:a8.1 2:r7.2 1:j2");
    CHECK(result.unmatched == 3);
}

TEST_CASE("causal order: who waits in vain goes first, whoever is earlier") {
    test::Trace trace;
    trace.acq_seq(1, 7, 1); // of what thread 2 releases later
    trace.join(3, 2);
    trace.acq_seq(2, 8, 1); // of what nobody releases
    trace.rel_seq(2, 7, 1);
    trace.exit(2);
    const Ordered result = ordered(trace);
    CHECK(result.text == "2:begin 2:a8.1 2:r7.1 2:e 3:begin 3:j2 1:a7.1");
    CHECK(result.unmatched == 1);
}

TEST_CASE("causal order: a round that lacks a release is waited for in vain") {
    test::Trace trace;
    trace.rel_seq(1, 7, 1);
    trace.acq_seq(1, 8, 1);
    trace.acq_seq(2, 7, 1);
    trace.rel_seq(2, 8, 1);
    trace.rel_seq(2, 8, 1);
    const Ordered result = ordered(trace, 2);
    CHECK(result.text == "1:r7.1 2:begin 2:a7.1 2:r8.1 2:r8.1 1:a8.1");
    CHECK(result.unmatched == 1);
}

TEST_CASE("causal order: forks and joins that cannot be become infos") {
    test::Trace trace;
    trace.info(2);
    trace.fork(1, 2);
    trace.fork(2, 1);
    trace.join(1, 3);
    CHECK(ordered(trace).text == "2:begin 2:i 1:i 2:i 1:i");
}

TEST_CASE("causal order: a new lifetime of an object has new rounds") {
    test::Trace trace;
    trace.rel_seq(1, 7, 1);
    trace.newsync(1, 7, "sem");
    trace.acq_seq(2, 7, 1);
    trace.rel_seq(1, 7, 1);
    CHECK(ordered(trace).text == "1:r7.1 1:i 1:r7.1 2:begin 2:a7.1");
}
