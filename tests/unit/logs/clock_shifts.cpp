// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/clocks/shifts.h"

#include "tests/unit/support.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <random>

namespace {

using namespace ilm;
using Constraints = std::vector<ClockConstraint>;

bool allowed(const Constraints& constraints, const std::vector<std::int64_t>& shifts,
             std::int64_t early) {
    for (const ClockConstraint& c : constraints)
        if (shifts[c.from] - shifts[c.to] > c.slack + early)
            return false;
    return true;
}

std::int64_t change(const std::vector<std::int64_t>& shifts) {
    std::int64_t sum = 0;
    for (const std::int64_t shift : shifts)
        sum += std::abs(shift);
    return sum;
}

/// The least change of all shifts from -most to most; empty if none is allowed.
std::optional<std::int64_t> least_change(const Constraints& constraints, std::size_t clocks,
                                         std::int64_t most, std::int64_t early) {
    std::optional<std::int64_t> least;
    std::vector<std::int64_t> shifts(clocks, -most);
    for (;;) {
        if (allowed(constraints, shifts, early) && (!least || change(shifts) < *least))
            least = change(shifts);
        std::size_t clock = 0;
        while (clock < clocks && shifts[clock] == most)
            shifts[clock++] = -most;
        if (clock == clocks)
            return least;
        ++shifts[clock];
    }
}

} // namespace

TEST_CASE("clock shifts: clocks that agree stay as they are") {
    const ClockShifts result = least_shifts(3, {{0, 1, 0}, {1, 2, 5}, {2, 0, 7}});
    CHECK(result.shifts == std::vector<std::int64_t>{0, 0, 0});
    CHECK(result.early == 0);
}

TEST_CASE("clock shifts: the one wrong clock of many is shifted") {
    // Messages take 1; clock 1 is 100 behind.
    Constraints constraints;
    for (std::size_t other : {0U, 2U, 3U}) {
        constraints.push_back({other, 1, -99});
        constraints.push_back({1, other, 101});
    }
    constraints.push_back({0, 2, 1});
    constraints.push_back({2, 0, 1});
    CHECK(least_shifts(4, constraints).shifts == std::vector<std::int64_t>{0, 99, 0, 0});
}

TEST_CASE("clock shifts: a contradiction leaves the least that it can") {
    // There and back again in -5.
    const ClockShifts result = least_shifts(2, {{0, 1, -3}, {1, 0, -2}});
    CHECK(result.early == 3);
    CHECK(allowed({{0, 1, -3}, {1, 0, -2}}, result.shifts, 3));
}

TEST_CASE("clock shifts: the least change, as trying all of them finds") {
    std::mt19937 random(1);
    for (unsigned round = 0; round < test::inputs(400); ++round) {
        const std::size_t clocks = 2 + random() % 3;
        Constraints constraints;
        for (std::size_t i = 0; i < 1 + random() % 6; ++i) {
            const std::size_t from = random() % clocks;
            const std::size_t to = (from + 1 + random() % (clocks - 1)) % clocks;
            constraints.push_back({from, to, static_cast<std::int64_t>(random() % 9) - 4});
        }
        const ClockShifts result = least_shifts(clocks, constraints);
        REQUIRE(allowed(constraints, result.shifts, result.early));
        CHECK(change(result.shifts) == least_change(constraints, clocks, 12, result.early));
        if (result.early > 0)
            CHECK(!least_change(constraints, clocks, 12, result.early - 1));
    }
}

/// The change is least if no set of clocks can be set on or back by one for less, because it is an
/// L-natural-convex function (Murota: Discrete Convex Analysis, 2003, theorem 7.14).
TEST_CASE("clock shifts: the least change of more clocks") {
    std::mt19937 random(2);
    for (int round = 0; round < 100; ++round) {
        const std::size_t clocks = 5 + random() % 6;
        Constraints constraints;
        for (std::size_t i = 0; i < clocks + random() % (3 * clocks); ++i) {
            const std::size_t from = random() % clocks;
            const std::size_t to = (from + 1 + random() % (clocks - 1)) % clocks;
            constraints.push_back({from, to, static_cast<std::int64_t>(random() % 2000) - 800});
        }
        const ClockShifts result = least_shifts(clocks, constraints);
        REQUIRE(allowed(constraints, result.shifts, result.early));
        for (unsigned set = 1; set < 1U << clocks; ++set)
            for (const std::int64_t step : {-1, 1}) {
                std::vector<std::int64_t> other = result.shifts;
                for (std::size_t clock = 0; clock < clocks; ++clock)
                    other[clock] += (set >> clock & 1U) != 0 ? step : 0;
                const bool better = change(other) < change(result.shifts);
                REQUIRE(!(better && allowed(constraints, other, result.early)));
            }
    }
}

TEST_CASE("clock shifts: slacks as large as they may be, and many clocks") {
    constexpr std::int64_t largest = std::int64_t{1} << 61;
    CHECK(least_shifts(2, {{0, 1, -largest}, {1, 0, largest}}).early == 0);
    Constraints chain;
    for (std::size_t i = 0; i < few_clocks; ++i)
        chain.push_back({i, i + 1, -1});
    const ClockShifts forward = least_shifts(few_clocks + 1, chain);
    CHECK(allowed(chain, forward.shifts, 0));
    // Half of them go back.
    chain.resize(2000);
    const ClockShifts least = least_shifts(2001, chain);
    CHECK(allowed(chain, least.shifts, 0));
    CHECK(change(least.shifts) == 1000 * 1001);
}
