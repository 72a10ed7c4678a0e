// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/native_errors.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ilm {

Distribution NativeErrors::time_by(std::uint64_t samples) {
    const double off = to_the_tenth / std::sqrt(static_cast<double>(samples));
    return {std::max(0.0, 1 - off), 1, 1 + off};
}

NativeErrors::NativeErrors(std::vector<Part> functions, std::uint64_t samples_of_allocator,
                           double ns_of_life)
    : parts_(std::move(functions)), functions_(parts_.size()), ns_of_life_(ns_of_life) {
    if (samples_of_allocator > 0)
        parts_.push_back({"the allocator", samples_of_allocator});
}

std::uint32_t NativeErrors::add_kind(std::vector<double> shares) {
    shares_.push_back(std::move(shares));
    return static_cast<std::uint32_t>(shares_.size() - 1);
}

/// By step: the allocator's part of its nanoseconds.
LargeVector<double> NativeErrors::allocating(const Run& run) const {
    LargeVector<double> all(run.steps.size());
    for (const RunLife& life : run.lives)
        all[life.step] += ns_of_life_;
    return all;
}

NativeErrors::OtherWork NativeErrors::work_if(const Run& run, std::size_t part,
                                              double position) const {
    const double more = time_by(parts_[part].samples).at(position) - 1;
    LargeVector<double> works = allocating(run);
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const auto work = static_cast<double>(run.steps[step].work);
        const double allocating = std::min(work, works[step]);
        const double of_part =
            part < functions_ ? (work - allocating) * shares_[kinds_[step]][part] : allocating;
        works[step] = work + more * of_part;
    }
    const double sum = std::accumulate(works.begin(), works.end(), 0.0);
    const double scale = sum > 0 ? static_cast<double>(run.work) / sum : 1;
    OtherWork other{LargeVector<std::uint64_t>(works.size()), scale * (1 + more), scale};
    std::ranges::transform(works, other.steps.begin(), [scale](double work) {
        return static_cast<std::uint64_t>(std::llround(work * scale));
    });
    return other;
}

std::vector<double> NativeErrors::shares_of(const Run& run,
                                            const std::function<bool(StackNumber)>& counts) const {
    std::vector<double> shares(parts_.size());
    double all = 0;
    for (const RunSample& sample : run.samples) {
        if (!counts(sample.stack))
            continue;
        const auto count = static_cast<double>(sample.count);
        all += count;
        if (const std::size_t part = parts_of_stacks_.at(sample.stack); part < functions_)
            shares[part] += count;
    }
    for (double& share : shares)
        share /= std::max(all, 1.0);
    return shares;
}

} // namespace ilm
