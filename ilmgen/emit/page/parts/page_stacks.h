// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stacks of a run for a page: a tree of calls whose root is outermost, and the stacks in which
// each slice's work was done.
#ifndef ILMGEN_EMIT_PAGE_PAGE_STACKS_H
#define ILMGEN_EMIT_PAGE_PAGE_STACKS_H

#include "ilmgen/analysis/code/work_mixes.h"
#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_names.h"
#include "ilmgen/emit/page/parts/page_slices.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// A node of the tree; 0 is its root.
using FrameIndex = std::uint32_t;

class PageFrames {
public:
    PageFrames(const Run& run, PageNames& names);

    /// The innermost call of a stack.
    FrameIndex frame_of(StackNumber stack);
    void add_to(Columns& columns) const;

private:
    FrameIndex child(FrameIndex parent, const std::string& function);

    const Run& run_;
    PageNames& names_;
    std::vector<FrameIndex> parents_ = {0};
    std::vector<NameIndex> frame_names_;
    std::map<std::pair<FrameIndex, NameIndex>, FrameIndex> frames_;
    std::unordered_map<StackNumber, FrameIndex> by_stack_;
};

/// The shares of the stacks in each slice's work. Mix 0 is for slices without work, or without
/// samples.
class PageMixes {
public:
    PageMixes(const Run& run, const PageSlices& slices, PageFrames& frames);

    void add_to(Columns& columns) const;

private:
    using Parts = std::vector<std::pair<WorkKey, std::uint64_t>>; ///< weights by stack
    /// The work of a slice.
    struct Sum {
        WorkParts parts;
        const WorkMix* latest = nullptr; ///< of its steps' mixes
        bool is_mixed = false;
    };

    void add(StepIndex step, Sum& sum) const;
    std::uint32_t mix_of(const Sum& sum);
    std::uint32_t add(const Parts& parts);

    const Run& run_;
    PageFrames& frames_;
    WorkMixes mixes_;
    std::unordered_map<const WorkMix*, std::uint32_t> numbers_;
    LargeVector<std::uint32_t> by_slice_;
    LargeVector<std::uint32_t> sizes_ = {0}; ///< by mix
    LargeVector<FrameIndex> part_frames_;
    LargeVector<std::uint64_t> part_weights_;
};

} // namespace ilm

#endif
