// SPDX-License-Identifier: GPL-2.0-or-later
//
// A set of numbers that come nearly in order.
#ifndef ILMGEN_LOGS_ORDER_DENSE_SET_H
#define ILMGEN_LOGS_ORDER_DENSE_SET_H

#include <bit>
#include <cstdint>
#include <memory>
#include <tsl/robin_map.h>

namespace ilm {

/// Numbers from 1 on.  Memory: a few words, and a few more for each stretch of 64 numbers that lies
/// behind the first missing number and contains numbers of the set.
class DenseSet {
public:
    bool contains(std::uint64_t number) const {
        if (number < first_missing_)
            return true;
        return (stretch(number / length) >> number % length & 1) != 0;
    }

    void insert(std::uint64_t number) {
        if (number < first_missing_)
            return;
        const std::uint64_t bit = std::uint64_t{1} << number % length;
        if (number / length == first_missing_ / length) {
            here_ |= bit;
            advance();
        } else {
            if (!beyond_)
                beyond_ = std::make_unique<Stretches>();
            (*beyond_)[number / length] |= bit;
        }
    }

    /// The lowest number from 1 on that is not in the set.
    std::uint64_t first_missing() const { return first_missing_; }

private:
    static constexpr std::uint64_t length = 64;
    using Stretches = tsl::robin_map<std::uint64_t, std::uint64_t>;

    std::uint64_t stretch(std::uint64_t index) const {
        if (index == first_missing_ / length)
            return here_;
        if (!beyond_)
            return 0;
        const auto found = beyond_->find(index);
        return found == beyond_->end() ? 0 : found->second;
    }

    void advance() {
        for (;;) {
            const std::uint64_t place = first_missing_ % length;
            const auto there = static_cast<std::uint64_t>(std::countr_one(here_ >> place));
            first_missing_ += there;
            if (place + there < length)
                return;
            here_ = take(first_missing_ / length);
        }
    }

    std::uint64_t take(std::uint64_t index) {
        if (!beyond_)
            return 0;
        const auto found = beyond_->find(index);
        if (found == beyond_->end())
            return 0;
        const std::uint64_t taken = found->second;
        beyond_->erase(found);
        if (beyond_->empty())
            beyond_.reset();
        return taken;
    }

    std::uint64_t first_missing_ = 1;
    std::uint64_t here_ = 0; ///< a bit for each number of the stretch with first_missing_
    std::unique_ptr<Stretches> beyond_; ///< later stretches, by index; null: none
};

} // namespace ilm

#endif
