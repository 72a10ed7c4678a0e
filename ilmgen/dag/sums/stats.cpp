// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/stats.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/error.h"
#include "ilmgen/model/prims.h"

#include <algorithm>
#include <string_view>

namespace ilm {

namespace {

Prims with_locks(Prims relaxed) {
    for (const KnownPrim& known : known_prims)
        if (known.holding != Holding::nothing)
            relaxed.emplace(known.name);
    return relaxed;
}

} // namespace

bool has_memory(const Figures& figures) {
    const auto has = [](const auto& thread) {
        const ThreadTotals& totals = thread.second;
        return totals.allocs > 0 || totals.frees > 0 || totals.read > 0 || totals.written > 0;
    };
    return std::any_of(figures.totals.begin(), figures.totals.end(), has);
}

double average_parallelism(std::uint64_t work, std::uint64_t span) {
    return span == 0 ? 0 : static_cast<double>(work) / static_cast<double>(span);
}

Stats::Stats(const Prims& relaxed) : span_(relaxed), span_without_locks_(with_locks(relaxed)) {}

void Stats::add(const Event& event) {
    if (event.thid != last_) {
        last_ = event.thid;
        last_totals_ = &so_far_.totals[event.thid];
    }
    const Place place = place_of(event);
    ilm::add(so_far_.work, event.icnt, place, "instructions");
    ilm::add(last_totals_->icnt, event.icnt, place, "instructions");
    ilm::add(last_totals_->wait, event.wait, place, "instructions spent waiting");
    if (is_sync(event.kind))
        ilm::add(last_totals_->library, event.library, place, "instructions of a library");
    add_memory(*last_totals_, event);
    if (const auto* const named = fact_in<ThreadName>(event))
        last_totals_->name = named->name;
    if (const auto* const begins = fact_in<ToolBegins>(event);
        begins != nullptr && so_far_.events == 0)
        so_far_.order = begins->order;
    span_.add(event);
    span_without_locks_.add(event);
    const std::uint64_t sync = is_sync(event.kind) ? 1 : 0;
    last_totals_->sync_events += sync;
    so_far_.sync_events += sync;
    ++so_far_.events;
}

void Stats::add_memory(ThreadTotals& totals, const Event& event) {
    const Place place = place_of(event);
    const auto traffic = [&](const BlockUsage& usage) {
        ilm::add(totals.read, usage.read, place, "bytes read");
        ilm::add(totals.written, usage.written, place, "bytes written");
    };
    if (event.kind == Kind::alloc) {
        ++totals.allocs;
        ilm::add(totals.allocated, event.block.size, place, "bytes allocated");
    } else if (event.kind == Kind::free) {
        ++totals.frees;
        ilm::add(totals.freed, event.block.size, place, "bytes freed");
        traffic(event.block);
    }
    for (const BlockUsage& usage : event.usage)
        traffic(usage);
}

void Stats::end_of_block() {
    ++so_far_.dag_blocks;
    span_.trim();
    span_without_locks_.trim();
}

Figures Stats::figures(const HeapBlocks& heap) const {
    Figures figures = so_far_;
    figures.threads = figures.totals.size();
    figures.span = span_.length();
    figures.span_without_locks = span_without_locks_.length();
    figures.peak_heap = heap.peak();
    figures.peak_event = heap.peak_event();
    return figures;
}

} // namespace ilm
