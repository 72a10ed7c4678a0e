// SPDX-License-Identifier: GPL-2.0-or-later
//
// A set of numbers that come nearly in order.
#ifndef ILMGEN_FROM_DENSE_SET_H
#define ILMGEN_FROM_DENSE_SET_H

#include <boost/icl/interval_set.hpp>

#include <bit>
#include <cstdint>
#include <memory>

namespace ilm {

/// Numbers from 1 on.  Memory: a few words, and more for numbers that are far ahead of one that is
/// missing.
class DenseSet {
public:
    bool contains(std::uint64_t number) const {
        if (number < first_missing_)
            return true;
        const std::uint64_t ahead = number - first_missing_;
        if (ahead < window_size && (window_ >> ahead & 1) != 0)
            return true;
        return beyond_ && boost::icl::contains(*beyond_, number);
    }

    void insert(std::uint64_t number) {
        if (number < first_missing_)
            return;
        const std::uint64_t ahead = number - first_missing_;
        if (ahead >= window_size) {
            if (!beyond_)
                beyond_ = std::make_unique<Intervals>();
            beyond_->insert(number);
        } else {
            window_ |= std::uint64_t{1} << ahead;
            advance();
        }
    }

    /// The lowest number from 1 on that is not in it.
    std::uint64_t first_missing() const { return first_missing_; }

private:
    using Intervals = boost::icl::interval_set<std::uint64_t>;
    static constexpr std::uint64_t window_size = 64;

    void advance() {
        while ((window_ & 1) != 0) {
            skip(static_cast<std::uint64_t>(std::countr_one(window_)));
            while (beyond_ && boost::icl::first(*beyond_->begin()) <= first_missing_) {
                const std::uint64_t last = boost::icl::last(*beyond_->begin());
                if (last >= first_missing_)
                    skip(last + 1 - first_missing_);
                beyond_->erase(beyond_->begin());
                if (beyond_->empty())
                    beyond_.reset();
            }
        }
    }

    void skip(std::uint64_t count) {
        first_missing_ += count;
        window_ = count < window_size ? window_ >> count : 0;
    }

    std::uint64_t first_missing_ = 1;
    std::uint64_t window_ = 0;          ///< bit i: first_missing_ + i; the first is not set
    std::unique_ptr<Intervals> beyond_; ///< null: empty.  Numbers that were not in the window when
                                        ///< they came; none is below first_missing_ but of an
                                        ///< interval that reaches beyond it
};

} // namespace ilm

#endif
