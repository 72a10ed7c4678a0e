// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/heap.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/locks.h"

#include <algorithm>

namespace ilm {

namespace {

/// The curve has at most this many points, each for a part of the time.
constexpr std::uint64_t parts_of_time = 200;

} // namespace

Heap::Heap(const Run& run, const Timeline& timeline)
    : run_(run), span_(timeline.span), at_peak_(run.threads.size()),
      allocated_(run.threads.size()) {
    const LargeVector<TimedLife> lives = timed_lives(
        run, [&](StepIndex step) { return timeline.begin(run, step); }, LockTurns::recorded);
    peak_ = heap_peak(run, lives);
    follow(lives);
    count_blocks(live_at_peak(run, lives));
    find_temporary();
    worst_ = worst_heap(run, LockTurns::any);
}

HeapSite& Heap::site_of(const RunBlock& block) {
    HeapSite*& site = by_stack_[block.at];
    if (site == nullptr)
        site = &sites_[site_name(run_, block.at)];
    return *site;
}

void Heap::follow(std::span<const TimedLife> lives) {
    LargeVector<std::uint64_t> begun(run_.blocks.size());
    std::uint64_t bytes = 0;
    for (const TimedLife& timed_life : lives) {
        const RunLife& life = run_.lives[timed_life.life];
        const RunBlock& block = run_.blocks[life.block];
        bytes = life.begins ? bytes + block.size : bytes - block.size;
        add_to_curve({timed_life.time, bytes});
        if (life.begins) {
            begun[life.block] = timed_life.time;
        } else {
            HeapSite& site = site_of(block);
            ++site.freed;
            site.lifetime += timed_life.time - begun[life.block];
        }
    }
}

void Heap::add_to_curve(HeapLevel level) {
    const std::uint64_t part = level.time / (span_ / parts_of_time + 1);
    if (curve_.size() <= part)
        curve_.resize(part + 1);
    curve_[part] = {level.time, std::max(curve_[part].bytes, level.bytes)};
}

void Heap::count_blocks(const LargeVector<bool>& at_peak) {
    for (BlockIndex i = 0; i < run_.blocks.size(); ++i) {
        const RunBlock& block = run_.blocks[i];
        HeapSite& site = site_of(block);
        if (at_peak[i]) {
            site.at_peak += block.size;
            stacks_at_peak_[block.at] += block.size;
            ++site.blocks_at_peak;
            at_peak_[block.owner] += block.size;
            librarys_at_peak_ += block.is_librarys ? block.size : 0;
        }
        ++site.blocks;
        site.allocated += block.size;
        allocated_[block.owner] += block.size;
        site.never_read += block.read == 0 ? 1 : 0;
        site.never_written += block.written == 0 ? 1 : 0;
        if (block.freed_by == no_thread) {
            site.never_freed += block.size;
            never_freed_[block.at] += block.size;
        } else if (block.freed_by != block.owner) {
            ++site.freed_by_another;
        }
    }
}

/// Counts temporary blocks as heaptrack does. The lives of each thread are in their order.
void Heap::find_temporary() {
    std::vector<BlockIndex> latest(run_.threads.size(), no_block); // that a thread has allocated
    for (const RunLife& life : run_.lives) {
        const RunBlock& block = run_.blocks[life.block];
        if (life.begins) {
            latest[block.owner] = life.block;
        } else if (block.freed_by == block.owner && latest[block.owner] == life.block) {
            ++site_of(block).temporary;
            ++temporary_[block.at];
        }
    }
}

Table Heap::curve_table() const {
    Table table{"heap_curve",
                {{"time", Measure::work}, {"bytes", Measure::bytes}},
                {},
                "The heap over time. The span is divided into up to 200 equal parts. A row has the "
                "largest number of bytes in one of them, and the time of the last change there.",
                false};
    for (const HeapLevel& level : curve_)
        if (level.time > 0 || level.bytes > 0)
            table.rows.push_back({level.time, level.bytes});
    return table;
}

Table Heap::site_table() const {
    Table table{"heap_by_site",
                {{"at_peak", Measure::bytes},
                 {"share", Measure::share},
                 {"blocks_at_peak", Measure::count},
                 {"allocated", Measure::bytes},
                 {"blocks", Measure::count},
                 {"mean_lifetime", Measure::ratio},
                 {"never_freed", Measure::bytes},
                 {"temporary", Measure::count},
                 {"freed_by_another", Measure::count},
                 {"never_read", Measure::count},
                 {"never_written", Measure::count},
                 {"site"}},
                {},
                "Heap blocks, by the place that allocates them. Mean lifetime: of the blocks that "
                "are freed. Never freed: bytes. Temporary: blocks that their thread frees before "
                "it allocates the next one. Freed by another: blocks that another thread frees "
                "than the one that allocated them. Never read, never written: blocks."};
    for (const auto& [name, site] : sites_)
        table.rows.push_back({site.at_peak, ratio(site.at_peak, peak_.bytes), site.blocks_at_peak,
                              site.allocated, site.blocks, ratio(site.lifetime, site.freed),
                              site.never_freed, site.temporary, site.freed_by_another,
                              site.never_read, site.never_written, name});
    sort_by_first(table);
    return table;
}

Table Heap::thread_table() const {
    Table table{"heap_by_thread",
                {{"at_peak", Measure::bytes},
                 {"share", Measure::share},
                 {"allocated", Measure::bytes},
                 {"thread"}},
                {},
                "Bytes by the thread that has allocated them."};
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
        if (allocated_[thread] > 0)
            table.rows.push_back({at_peak_[thread], ratio(at_peak_[thread], peak_.bytes),
                                  allocated_[thread], thread_name(run_, thread)});
    return table;
}

void Heap::add_witness(const WorstHeap& worst, const char* turns, Table& table) const {
    if (!worst.known)
        return;
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread) {
        const StepIndex step = worst.witness[thread];
        const bool came = step != no_step;
        table.rows.push_back({worst.bytes, came ? run_.steps[step].id : 0, std::string(turns),
                              thread_name(run_, thread),
                              came ? place_name(run_, run_.steps[step].at) : ""});
    }
}

Table Heap::worst_table() const {
    Table table{
        "heap_of_any_schedule",
        {{"bytes", Measure::bytes}, {"event", Measure::count}, {"locks"}, {"thread"}, {"at"}},
        {},
        "The largest heap that any schedule can need, with locks taken in any order or in the "
        "recorded one, and all other order as recorded. The rows describe a moment at which a "
        "schedule needs it: each thread has come to its event (0: to none that orders threads), "
        "and has gone on to where its own balance is highest. The table is empty if nothing is "
        "allocated, or if the run has too many events without a common meeting.",
        false};
    if (run_.blocks.empty())
        return table;
    add_witness(worst_, "any", table);
    add_witness(has_locks(run_) ? worst_heap(run_, LockTurns::recorded) : worst_, "recorded",
                table);
    return table;
}

std::vector<Table> Heap::tables() const {
    return {site_table(), thread_table(), worst_table(), curve_table()};
}

namespace {

/// The place with the largest part of the sum, with what others allocate for it.
struct LargestUser {
    std::string place; ///< empty: the trace does not say
    std::uint64_t part = 0;
    std::uint64_t sum = 0;
};

LargestUser largest_user(const Run& run, const std::map<StackNumber, std::uint64_t>& by_stack) {
    LargestUser largest;
    std::map<std::string, std::uint64_t> users;
    for (const auto& [at, part] : by_stack) {
        users[at == 0 ? std::string() : run.stacks.place_of_user(at)] += part;
        largest.sum += part;
    }
    for (const auto& [place, part] : users)
        if (part > largest.part) {
            largest.place = short_name(place);
            largest.part = part;
        }
    return largest;
}

/// ", SHARE of it from PLACE"
std::string share_of(const LargestUser& largest) {
    return largest.place.empty()
               ? std::string()
               : ", " + percent(ratio(largest.part, largest.sum)) + " of it from " + largest.place;
}

} // namespace

Finding Heap::peak_finding() const {
    std::string text = "peak " + rounded_bytes(peak_.bytes) + " at " +
                       percent(ratio(peak_.time, span_)) + " of the time" +
                       share_of(largest_user(run_, stacks_at_peak_));
    if (librarys_at_peak_ > 0)
        text += "; " + rounded_bytes(librarys_at_peak_) + " of it made inside MPI";
    if (worst_.known)
        text += "; no schedule needs more than " + rounded_bytes(worst_.bytes);
    return {"Heap", text};
}

/// The C library and runtimes never free a few kilobytes of their own.
Finding Heap::never_freed_finding() const {
    constexpr std::uint64_t few_bytes = 100'000;
    const LargestUser largest = largest_user(run_, never_freed_);
    if (largest.sum < few_bytes)
        return {};
    return {"", rounded_bytes(largest.sum) + " never freed" + share_of(largest)};
}

Finding Heap::temporary_finding() const {
    constexpr std::uint64_t few_blocks = 1000;
    const LargestUser largest = largest_user(run_, temporary_);
    if (largest.sum < few_blocks || 10 * largest.sum < run_.blocks.size())
        return {};
    return {"", percent(ratio(largest.sum, run_.blocks.size())) + " of " +
                    rounded(run_.blocks.size()) + " blocks freed before the next allocation" +
                    share_of(largest)};
}

std::vector<Finding> Heap::findings() const {
    if (peak_.bytes == 0)
        return {};
    return {peak_finding(), never_freed_finding(), temporary_finding()};
}

} // namespace ilm
