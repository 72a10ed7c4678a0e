// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/io_waits.h"

#include "ilmgen/analysis/code/native_places.h"

#include <cmath>
#include <optional>
#include <unordered_map>

namespace ilm {

namespace {

class IoWaits {
public:
    IoWaits(Run& run, const Native& native) : run_(run), native_(native), places_(native.waits) {}

    std::uint64_t put();

private:
    std::optional<std::size_t> function_of(StackNumber stack);
    std::uint64_t calls_of(const RunIoCalls& calls) const;

    Run& run_;
    const Native& native_;
    NativePlaces places_;
    std::unordered_map<StackNumber, std::optional<std::size_t>> by_stack_;
};

std::optional<std::size_t> IoWaits::function_of(StackNumber stack) {
    const auto [known, is_new] = by_stack_.try_emplace(stack);
    if (is_new)
        if (const auto calls = run_.stacks.calls(stack); !calls.empty())
            known->second = places_.find(*calls.front());
    return known->second;
}

/// Without the read that ends the interval, if another thread has written what it reads.
std::uint64_t IoWaits::calls_of(const RunIoCalls& calls) const {
    const RunStep& step = run_.steps[calls.step];
    const bool is_ordered = step.kind == Kind::acq && step.at == calls.stack && step.n_sources > 0;
    return calls.count - (is_ordered ? 1 : 0);
}

std::uint64_t IoWaits::put() {
    std::vector<double> calls(native_.waits.size());
    for (const RunIoCalls& made : run_.io_calls)
        if (const auto function = function_of(made.stack))
            calls[*function] += static_cast<double>(calls_of(made));
    LargeVector<double> waits;
    for (const RunIoCalls& made : run_.io_calls) {
        const auto function = function_of(made.stack);
        if (!function || calls[*function] <= 0)
            continue;
        waits.resize(run_.steps.size());
        waits[made.step] +=
            native_.waits[*function].ns * static_cast<double>(calls_of(made)) / calls[*function];
    }
    LargeVector<std::uint64_t>& in_io = run_.away[static_cast<std::size_t>(Away::in_io)];
    for (const double ns : waits)
        in_io.push_back(static_cast<std::uint64_t>(std::llround(ns)));
    std::uint64_t looks = 0;
    for (std::size_t function = 0; function < calls.size(); ++function)
        looks += calls[function] > 0 ? native_.waits[function].samples : 0;
    return looks;
}

} // namespace

std::uint64_t put_io_waits(Run& run, const Native& native) {
    return IoWaits(run, native).put();
}

} // namespace ilm
