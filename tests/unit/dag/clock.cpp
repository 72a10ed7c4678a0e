// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/clock.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace ilm;

namespace {

/// A clock beside what it is to be.
struct Both {
    Clock clock;
    std::vector<EventId> plain;

    void learn(Slot slot, EventId id) {
        clock.learn(slot, id);
        plain[slot] = std::max(plain[slot], id);
    }

    bool agree() const {
        for (Slot slot = 0; slot < plain.size(); ++slot)
            if (clock.known(slot) != plain[slot])
                return false;
        return true;
    }
};

template <class Choose>
void combine(Both& to, const Both& from, Choose choose) {
    for (std::size_t slot = 0; slot < to.plain.size(); ++slot)
        to.plain[slot] = choose(to.plain[slot], from.plain[slot]);
}

} // namespace

TEST_CASE("a clock knows what it learned, and its copies what they were told") {
    constexpr Slot far = 4000000000;
    Clock clock;
    CHECK(clock.known(0) == 0);
    clock.learn(3, 7);
    const Clock before = clock;
    clock.learn(far, 9);
    clock.learn(3, 5);
    CHECK(clock.known(3) == 7);
    CHECK(clock.known(far) == 9);
    CHECK(clock.known(far - 1) == 0);
    CHECK(before.known(far) == 0);
    CHECK(before.known(3) == 7);
}

TEST_CASE("clocks of any sizes behave as plain vectors do") {
    for (const Slot slots : std::initializer_list<Slot>{1, 16, 17, 256, 257, 5000}) {
        CAPTURE(slots);
        std::mt19937 random(slots);
        const auto below = [&random](unsigned limit) {
            return std::uniform_int_distribution<unsigned>(0, limit - 1)(random);
        };
        std::vector<Both> clocks(6, {{}, std::vector<EventId>(slots)});
        for (unsigned i = 0; i < 400; ++i) {
            Both& to = clocks[below(6)];
            const Both from = clocks[below(6)];
            switch (below(12)) {
            case 0:
                to.clock.meet(from.clock);
                combine(to, from, [](EventId a, EventId b) { return std::min(a, b); });
                break;
            case 1: to = from; break;
            case 2:
            case 3:
                to.clock.join(from.clock);
                combine(to, from, [](EventId a, EventId b) { return std::max(a, b); });
                break;
            default: to.learn(below(slots), 1 + below(1000)); break;
            }
        }
        for (const Both& both : clocks)
            CHECK(both.agree());
    }
}
