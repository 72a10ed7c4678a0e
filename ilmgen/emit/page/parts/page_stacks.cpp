// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_stacks.h"

#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <ranges>

namespace ilm {

namespace {

/// The functions of the stack, from the outermost on, including inlined ones.
std::vector<std::string> functions_of(const Run& run, StackNumber stack) {
    std::vector<std::string> functions;
    for (const CodePlace* const code : run.stacks.calls(stack)) {
        const std::string nameless =
            nameless_code(code->object.substr(code->object.rfind('/') + 1));
        if (code->source.empty())
            functions.push_back(nameless);
        for (const SourceLine& source : code->source)
            functions.push_back(source.function.empty() ? nameless : short_name(source.function));
    }
    if (functions.empty())
        functions.emplace_back("not told");
    std::ranges::reverse(functions);
    return functions;
}

} // namespace

PageFrames::PageFrames(const Run& run, PageNames& names)
    : run_(run), names_(names), frame_names_{names.number_of("all")} {}

FrameIndex PageFrames::child(FrameIndex parent, const std::string& function) {
    const NameIndex name = names_.number_of(function);
    const auto next = static_cast<FrameIndex>(parents_.size());
    const auto [found, is_new] = frames_.try_emplace({parent, name}, next);
    if (is_new) {
        parents_.push_back(parent);
        frame_names_.push_back(name);
    }
    return found->second;
}

FrameIndex PageFrames::frame_of(StackNumber stack) {
    const auto [found, is_new] = by_stack_.try_emplace(stack, 0);
    if (is_new) {
        FrameIndex frame = 0;
        for (const std::string& function : functions_of(run_, stack))
            frame = child(frame, function);
        found->second = frame;
    }
    return found->second;
}

void PageFrames::add_to(Columns& columns) const {
    columns.add("frame_parents", parents_);
    columns.add("frame_names", frame_names_);
}

PageMixes::PageMixes(const Run& run, const PageSlices& slices, PageFrames& frames)
    : run_(run), frames_(frames), mixes_(run, [](StackNumber stack) { return stack; }) {
    by_slice_.resize(slices.size());
    sum_by_slice(
        run, slices, Sum{WorkParts(mixes_)}, [this](Sum& sum, StepIndex step) { add(step, sum); },
        [this](SliceIndex slice, const Sum& sum) { by_slice_[slice] = mix_of(sum); });
}

void PageMixes::add(StepIndex step, Sum& sum) const {
    const std::uint64_t work = run_.steps[step].work;
    if (work == 0)
        return;
    sum.parts.add(step, work);
    const WorkMix* const mix = &mixes_.mix_of(step);
    sum.is_mixed = sum.is_mixed || (sum.latest != nullptr && sum.latest != mix);
    sum.latest = mix;
}

/// Slices whose steps have the same mix share it.  A slice with several mixes has one of its own.
std::uint32_t PageMixes::mix_of(const Sum& sum) {
    if (sum.latest == nullptr || mixes_.whole().all == 0)
        return 0;
    if (sum.is_mixed)
        return add(sum.parts.parts());
    const auto [found, is_new] = numbers_.try_emplace(sum.latest, 0);
    if (is_new)
        found->second = add(Parts(sum.latest->samples.begin(), sum.latest->samples.end()));
    return found->second;
}

std::uint32_t PageMixes::add(const Parts& parts) {
    for (const auto& [stack, weight] : parts) {
        part_frames_.push_back(frames_.frame_of(stack));
        part_weights_.push_back(weight);
    }
    sizes_.push_back(static_cast<std::uint32_t>(parts.size()));
    return static_cast<std::uint32_t>(sizes_.size() - 1);
}

void PageMixes::add_to(Columns& columns) const {
    columns.add("mixes", by_slice_);
    columns.add("mix_sizes", sizes_);
    columns.add("mix_frames", part_frames_);
    columns.add("mix_weights", part_weights_);
}

} // namespace ilm
