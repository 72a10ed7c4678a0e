// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/fitted.h"

namespace ilm {

namespace {

constexpr int most_halvings = 6;

} // namespace

Fitted fitted(const Fitted& usual, double other, double wanted,
              const std::function<std::uint64_t(double)>& time_of) {
    Fitted nearest = usual;
    nearest.is_reason = true;
    if (is_close(usual.time, wanted))
        return nearest;
    const bool is_longer = static_cast<double>(usual.time) > wanted;
    const auto is_on_the_usual_side = [&](double figure) {
        const std::uint64_t time = time_of(figure);
        if (distance(time, wanted) < distance(nearest.time, wanted))
            nearest = {figure, time, true};
        return (static_cast<double>(time) > wanted) == is_longer;
    };
    if (is_on_the_usual_side(other))
        return usual;
    double begin = usual.figure;
    double end = other;
    for (int i = 0; i < most_halvings && !is_close(nearest.time, wanted); ++i) {
        const double middle = (begin + end) / 2;
        (is_on_the_usual_side(middle) ? begin : end) = middle;
    }
    return nearest;
}

} // namespace ilm
