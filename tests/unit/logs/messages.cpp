// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/completed.h"
#include "ilmgen/logs/messages/posted.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

namespace {

using namespace ilm;

constexpr std::int64_t kinds = 100'000;
constexpr std::int64_t under_way = 100; ///< at a time
/// The limit of objects for so many kinds, because only few of them have a message under way.
constexpr Address few_objects = 20'000;

MessageKey key_of(std::int64_t kind) {
    return {0, kind % 7, kind % 5, kind};
}

/// The sent messages in their order, to be compared with the received ones.
class Sent {
public:
    void add(const Handover& handover) {
        CHECK(all_.emplace(handover.object, handover.seq).second);
        sent_.push_back(handover);
    }
    void check(std::int64_t kind, const Handover& received) const {
        const Handover& sent = sent_.at(static_cast<std::size_t>(kind));
        REQUIRE(sent.object == received.object);
        REQUIRE(sent.seq == received.seq);
    }

private:
    std::vector<Handover> sent_;
    std::set<std::pair<Address, std::uint64_t>> all_;
};

} // namespace

TEST_CASE("messages: kinds of which nothing is under way cost nothing") {
    Address last_object = 0;
    CompletedMessages messages(last_object);
    Sent sent;
    for (std::int64_t step = 0; step < kinds + under_way; ++step) {
        const auto time = static_cast<std::uint64_t>(step);
        if (step < kinds)
            sent.add(messages.sent(key_of(step), 8, static_cast<std::uint64_t>(step % 7), time));
        if (step >= under_way)
            sent.check(step - under_way, messages.received(key_of(step - under_way), 8, time));
    }
    CHECK(last_object < few_objects);
    CHECK(messages.figures().matched == kinds);
    CHECK(messages.figures().ambiguous == 0);
    CHECK(messages.figures().sends_left == 0);
}

TEST_CASE("messages: a kind is not forgotten while its next message may be ambiguous") {
    Address last_object = 0;
    CompletedMessages messages(last_object);
    messages.sent(key_of(0), 8, 0, 1);
    messages.received(key_of(0), 8, 1000);
    for (std::int64_t kind = 1; kind < kinds; ++kind) { // of others
        messages.sent(key_of(kind), 8, 1, 2);
        messages.received(key_of(kind), 8, 2);
    }
    CHECK(last_object < few_objects);
    messages.sent(key_of(0), 8, 0, 999);
    messages.received(key_of(0), 8, 1001);
    CHECK(messages.figures().ambiguous == 2);
    messages.sent(key_of(0), 8, 0, 3000);
    messages.received(key_of(0), 8, 3001);
    CHECK(messages.figures().ambiguous == 2);
}

TEST_CASE("posted messages: kinds of which nothing is under way cost nothing") {
    Address last_object = 0;
    MessageFates fates(false);
    PostedMessages messages(last_object, fates, false);
    Sent sent;
    const auto call_of = [](std::int64_t kind, std::uint64_t caller, std::int64_t partner) {
        return MessageCall{{{caller, 0}, partner, kind, kind, false},
                           false,
                           0,
                           static_cast<std::int64_t>(caller),
                           8};
    };
    for (std::int64_t step = 0; step < kinds + under_way; ++step) {
        if (step < kinds) {
            CHECK(!messages.post(call_of(step, 2, 1)));
            sent.add(*messages.send(call_of(step, 1, 2)));
        }
        if (step < under_way)
            continue;
        const std::int64_t kind = step - under_way;
        messages.complete({{1, 0}, kind, false, {}, {}}, [](const Handover&) { FAIL("a send"); });
        messages.complete({{2, 0}, kind, false, {}, {}},
                          [&](const Handover& received) { sent.check(kind, received); });
    }
    CHECK(last_object < few_objects);
    CHECK(messages.figures().matched == kinds);
    CHECK(messages.figures().sends_left == 0);
    CHECK(messages.unfinished() == 0);
}
