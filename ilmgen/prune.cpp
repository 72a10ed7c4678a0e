// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/prune.h"

#include "ilmgen/error.h"
#include "ilmgen/intervals.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace ilm {

namespace {

bool orders_nothing(const Dag& dag, Vertex vertex) {
    const Step& step = dag[vertex];
    return !step.ordered && !step.awaited && step.before.empty() &&
           boost::out_degree(vertex, dag) == 0;
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

template <class Block>
void append(std::vector<Block>& to, const std::vector<Block>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

/// The blocks that are in both, by address.
std::vector<MemBlock> born_and_died(const Step& step) {
    std::vector<MemBlock> both;
    for (const MemBlock& block : step.born)
        if (std::binary_search(step.died.begin(), step.died.end(),
                               BlockUsage{block.addr, block.size, 0, 0, block.alloc},
                               by_address<BlockUsage>))
            both.push_back(block);
    return both;
}

template <class Block>
void remove(std::vector<Block>& from, const std::vector<MemBlock>& blocks) {
    std::erase_if(from, [&blocks](const Block& block) {
        return std::binary_search(blocks.begin(), blocks.end(),
                                  MemBlock{block.addr, block.size, block.alloc},
                                  by_address<MemBlock>);
    });
}

/// Blocks are merged once for the whole run: one step at a time would be quadratic.
void merge_run(Dag& dag, std::span<const Vertex> run) {
    Step& kept = dag[run.back()];
    Step sum;
    for (const Vertex vertex : run) {
        const Step& step = dag[vertex];
        append_counters(sum, step);
        append(sum.born, step.born);
        append(sum.died, step.died);
        append(sum.usage, step.usage);
    }
    std::sort(sum.born.begin(), sum.born.end(), by_address<MemBlock>);
    std::stable_sort(sum.died.begin(), sum.died.end(), by_address<BlockUsage>);
    if (const std::vector<MemBlock> gone = born_and_died(sum); !gone.empty()) {
        remove(sum.born, gone);
        remove(sum.died, gone);
        remove(sum.usage, gone);
    }
    add_up(sum.usage, place_of(kept));
    kept.icnt = sum.icnt;
    kept.hbal = sum.hbal;
    kept.hmax = sum.hmax;
    kept.born = std::move(sum.born);
    kept.died = std::move(sum.died);
    kept.usage = std::move(sum.usage);
}

} // namespace

void prune(DagBlock& block) {
    for (auto& [thid, steps] : block.threads) {
        std::vector<Vertex> kept;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (i + 1 < steps.size() && orders_nothing(block.dag, steps[i]))
                continue;
            if (i > begin)
                merge_run(block.dag, std::span(steps).subspan(begin, i - begin + 1));
            kept.push_back(steps[i]);
            begin = i + 1;
        }
        steps = std::move(kept);
    }
}

} // namespace ilm
