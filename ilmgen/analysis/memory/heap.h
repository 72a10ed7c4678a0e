// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap over virtual time: on a machine on which nobody waits for a
// processor.
#ifndef ILMGEN_ANALYSIS_HEAP_H
#define ILMGEN_ANALYSIS_HEAP_H

#include "ilmgen/analysis/memory/any_schedule.h"
#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ilm {

/// Blocks that come from the same place.
struct HeapSite {
    std::uint64_t at_peak = 0; ///< bytes
    std::uint64_t blocks_at_peak = 0;
    std::uint64_t allocated = 0; ///< bytes
    std::uint64_t blocks = 0;
    std::uint64_t freed = 0;       ///< blocks
    std::uint64_t lifetime = 0;    ///< sum of the blocks' lifetimes, in units of cost
    std::uint64_t never_freed = 0; ///< bytes
    std::uint64_t temporary = 0;   ///< blocks that their thread frees before it allocates the next
    std::uint64_t freed_by_another = 0; ///< blocks, as are the next two
    std::uint64_t never_read = 0;
    std::uint64_t never_written = 0;
};

class Heap {
public:
    Heap(const Run& run, const Timeline& timeline);

    HeapLevel peak() const { return peak_; }
    /// Bytes at the peak in blocks that MPI has allocated for itself.
    std::uint64_t librarys_at_peak() const { return librarys_at_peak_; }
    /// The highest heap over all schedules that keep the recorded order, but may give locks out in
    /// other turns.
    const WorstHeap& worst() const { return worst_; }

    std::vector<Table> tables() const;
    /// Findings about the peak, about bytes that are never freed and, if there are many, about
    /// temporary blocks. Empty if nothing is allocated.
    std::vector<Finding> findings() const;

private:
    HeapSite& site_of(const RunBlock& block);
    void follow(std::span<const TimedLife> lives);
    void add_to_curve(HeapLevel level);
    void count_blocks(const LargeVector<bool>& at_peak);
    Table curve_table() const;
    Table site_table() const;
    Table thread_table() const;
    Table worst_table() const;
    void find_temporary();
    Finding peak_finding() const;
    Finding never_freed_finding() const;
    Finding temporary_finding() const;
    void add_witness(const WorstHeap& worst, const char* turns, Table& table) const;

    const Run& run_;
    std::uint64_t span_;
    HeapLevel peak_;
    std::uint64_t librarys_at_peak_ = 0;
    WorstHeap worst_;
    std::map<std::string, HeapSite> sites_;
    std::map<StackNumber, HeapSite*> by_stack_; ///< into sites_
    /// By the stack where blocks are allocated: bytes at the peak, bytes that are never freed, and
    /// temporary blocks.
    std::map<StackNumber, std::uint64_t> stacks_at_peak_;
    std::map<StackNumber, std::uint64_t> never_freed_;
    std::map<StackNumber, std::uint64_t> temporary_;
    std::vector<std::uint64_t> at_peak_;   ///< bytes, by the thread that allocated them
    std::vector<std::uint64_t> allocated_; ///< the same
    std::vector<HeapLevel> curve_;         ///< highest in each part of the time
};

} // namespace ilm

#endif
