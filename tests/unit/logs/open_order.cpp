// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/open_order.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

namespace {

using namespace ilm;

/// Follows the definition: looks for two operations of different tasks that are under way at a
/// time.
class AllPairs {
public:
    void begin(std::uint64_t number, std::int64_t task, const DenseSet& complete) {
        if (complete.contains(number))
            return;
        for (const auto& [other, others_task] : under_way_)
            if (others_task != task) {
                begun_before_another_.insert(number);
                for (const auto& [earlier, its_task] : under_way_)
                    begun_before_another_.insert(earlier);
                break;
            }
        under_way_.emplace(number, task);
    }
    void end(std::uint64_t number) { under_way_.erase(number); }
    const std::unordered_set<std::uint64_t>& found() const { return begun_before_another_; }

private:
    std::map<std::uint64_t, std::int64_t> under_way_;
    std::unordered_set<std::uint64_t> begun_before_another_;
};

} // namespace

TEST_CASE("open order: agrees with the definition") {
    std::mt19937_64 random(1);
    for (int round = 0; round < 2000; ++round) {
        OpenOrder order;
        AllPairs expected;
        DenseSet complete;
        std::unordered_set<std::uint64_t> found;
        const std::uint64_t tasks = 1 + random() % 3;
        const std::uint64_t likely_to_end = 1 + random() % 4;
        std::uint64_t begun = 0;
        for (int step = 0; step < 30; ++step) {
            if (begun == 0 || random() % (1 + likely_to_end) == 0) {
                const auto task = static_cast<std::int64_t>(random() % tasks);
                order.begin(++begun, task, complete, found);
                expected.begin(begun, task, complete);
            } else { // one that has begun, or will begin next
                const std::uint64_t number = 1 + random() % (begun + 1);
                complete.insert(number);
                order.end(number);
                expected.end(number);
            }
            REQUIRE(found == expected.found());
        }
    }
}
