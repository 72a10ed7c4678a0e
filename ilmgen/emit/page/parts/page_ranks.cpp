// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_ranks.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/waiting/messages.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace ilm {

namespace {

std::vector<RankIndex> in_order(const Run& run) {
    std::vector<RankIndex> order(run.ranks.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](RankIndex a, RankIndex b) {
        const auto key = [&](RankIndex rank) {
            return std::tie(run.ranks[rank].job, run.ranks[rank].number);
        };
        return key(a) < key(b);
    });
    return order;
}

} // namespace

/// Adds the column `rank_cells`, in which a cell is sender * size + receiver, each as the
/// difference to the one before, and columns with the figures of each cell.
PageRanks::PageRanks(const Run& run, const Timeline& timeline, Columns& columns) {
    const std::vector<RankIndex> order = in_order(run);
    const std::size_t together = (order.size() + most - 1) / most;
    std::vector<std::uint64_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i / together;
        const std::string name = rank_name(run, order[i]);
        if (i % together == 0)
            names_.push_back(name);
        else if (i % together + 1 == together || i + 1 == order.size())
            names_.back() += " to " + name;
    }
    std::map<std::uint64_t, MessageSums> cells;
    const Messages messages(run, timeline);
    for (const auto& [pair, sums] : messages.between_ranks())
        cells[place[pair.first] * names_.size() + place[pair.second]].add(sums);
    std::map<std::uint64_t, std::uint64_t> moved;
    for (const auto& [pair, sums] : messages.moves()) {
        const std::uint64_t cell = place[pair.first] * names_.size() + place[pair.second];
        moved[cell] += sums.bytes;
        cells[cell].add({});
    }
    std::vector<std::uint64_t> numbers, counts, bytes, one_sided, waited, lay;
    std::uint64_t before = 0;
    for (const auto& [cell, sums] : cells) {
        numbers.push_back(cell - before);
        before = cell;
        counts.push_back(sums.messages);
        bytes.push_back(sums.bytes);
        one_sided.push_back(moved[cell]);
        waited.push_back(sums.waited);
        lay.push_back(sums.lay);
    }
    columns.add("rank_cells", numbers);
    columns.add("rank_messages", counts);
    columns.add("rank_bytes", bytes);
    columns.add("rank_moved", one_sided);
    columns.add("rank_waited", waited);
    columns.add("rank_lay", lay);
}

} // namespace ilm
