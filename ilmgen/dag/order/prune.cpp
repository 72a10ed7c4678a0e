// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/order/prune.h"

#include "ilmgen/dag/intervals/intervals.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace ilm {

namespace {

bool orders_nothing(const DagBlock& block, Vertex vertex) {
    const Step& step = block.steps[vertex];
    return !step.ordered && !step.awaited && boost::out_degree(vertex, block.dag) == 0;
}

/// The counters of `later` as seen from where `sum` begins.
void append_counters(Step& sum, const Step& later) {
    const Place place = place_of(later);
    std::uint64_t peak = 0;
    // Fails only for a negative result: both terms come from balances, which have 63 bits.
    if (__builtin_add_overflow(sum.hbal, later.hmax, &peak))
        peak = 0;
    sum.hmax = std::max(sum.hmax, peak);
    add(sum.hbal, later.hbal, place, "heap bytes");
    add(sum.icnt, later.icnt, place, "instructions");
}

/// The heap blocks of a run of steps, merged.
class MergedBlocks {
public:
    void append(const HeapLists& lists, const Step& step) {
        append(born_, lists.born_in(step));
        append(died_, lists.died_in(step));
        append(used_, lists.used_in(step));
    }

    /// Puts them in order at the end of the lists, as those of this step.  A block that is born and
    /// dies in the run is gone, its traffic with it.
    void list_for(Step& step, HeapLists& lists) {
        std::sort(born_.begin(), born_.end(), by_address);
        std::stable_sort(died_.begin(), died_.end(), by_address);
        if (const std::vector<MemBlock> gone = born_and_died(); !gone.empty()) {
            remove(born_, gone);
            remove(died_, gone);
            remove(used_, gone);
        }
        add_up(used_, 0, place_of(step));
        step.first_born = lists.born.size();
        step.first_used = lists.used.size();
        step.born = move_to(lists.born, born_);
        step.died = move_to(lists.used, died_);
        step.used = move_to(lists.used, used_);
    }

private:
    template <class Block>
    static void append(std::vector<Block>& to, std::span<const Block> from) {
        to.insert(to.end(), from.begin(), from.end());
    }

    template <class Block>
    static std::uint32_t move_to(std::vector<Block>& list, std::vector<Block>& from) {
        const std::size_t count = from.size();
        append(list, std::span<const Block>(from));
        from.clear();
        return static_cast<std::uint32_t>(count);
    }

    /// By address.
    std::vector<MemBlock> born_and_died() const {
        std::vector<MemBlock> both;
        for (const MemBlock& block : born_)
            if (std::binary_search(died_.begin(), died_.end(),
                                   BlockUsage{block.addr, block.size, 0, 0, block.alloc},
                                   by_address))
                both.push_back(block);
        return both;
    }

    template <class Block>
    static void remove(std::vector<Block>& from, const std::vector<MemBlock>& blocks) {
        std::erase_if(from, [&blocks](const Block& block) {
            return std::binary_search(blocks.begin(), blocks.end(),
                                      MemBlock{block.addr, block.size, block.alloc}, by_address);
        });
    }

    std::vector<MemBlock> born_;
    std::vector<BlockUsage> died_;
    std::vector<BlockUsage> used_;
};

/// Merges all steps of a run into its last.  Heap blocks are merged once for the whole run: one
/// step at a time would be quadratic.
void merge_run(DagBlock& block, std::span<const Vertex> run, MergedBlocks& merged) {
    Step& kept = block.steps[run.back()];
    Step sum;
    for (const Vertex vertex : run) {
        const Step& step = block.steps[vertex];
        append_counters(sum, step);
        merged.append(block.heap, step);
    }
    merged.list_for(kept, block.heap);
    kept.icnt = sum.icnt;
    kept.hbal = sum.hbal;
    kept.hmax = sum.hmax;
}

} // namespace

void prune(DagBlock& block) {
    MergedBlocks merged;
    for (ThreadSteps& thread : block.threads) {
        const std::span steps =
            std::span(block.by_thread).subspan(thread.begin, thread.end - thread.begin);
        std::size_t kept = 0;
        std::size_t begin = 0; // of the run; what is kept never catches up with it
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (i + 1 < steps.size() && orders_nothing(block, steps[i]))
                continue;
            if (i > begin)
                merge_run(block, steps.subspan(begin, i - begin + 1), merged);
            steps[kept++] = steps[i];
            begin = i + 1;
        }
        thread.end = thread.begin + kept;
    }
}

} // namespace ilm
