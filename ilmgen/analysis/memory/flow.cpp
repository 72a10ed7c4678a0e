// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/flow.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <tuple>

namespace ilm {

namespace {

constexpr std::uint64_t line_size = 64;
/// A finding is given if one thread reads at least this share of all bytes from another thread.
constexpr double least_share = 0.01;

/// thread_name() by the threads' own numbers.
class Names {
public:
    explicit Names(const Run& run) : run_(run) {
        for (ThreadIndex thread = 0; thread < run.threads.size(); ++thread)
            indices_[run.threads[thread].id] = thread;
    }
    std::string operator()(ThreadId thid) const { return thread_name(run_, indices_.at(thid)); }

private:
    const Run& run_;
    std::unordered_map<ThreadId, ThreadIndex> indices_;
};

} // namespace

Slot Knowledge::slot_of(ThreadId thid) {
    return slots_.try_emplace(thid, static_cast<Slot>(slots_.size())).first->second;
}

bool Knowledge::comes_after(ThreadId thid, ThreadId other, EventId event) {
    return thid == other || clocks_[thid].known(slot_of(other)) >= event;
}

void Knowledge::begin(const Event& event) {
    if (std::optional<Clock> fork = predecessors_.fork_of(event))
        clocks_[event.thid] = std::move(*fork);
}

void Knowledge::end(const Event& event) {
    Clock& clock = clocks_[event.thid];
    if (const std::optional<Clock> exit = predecessors_.exit_of(event))
        clock.join(*exit);
    if (const ReleasedClocks* const published = predecessors_.releases_of(event)) {
        clock.join(published->others);
        if (event.mode != Mode::rd)
            clock.join(published->reads);
    }
    Clock known;
    if (predecessors_.leaves_something(event.kind)) {
        known = clock;
        known.learn(slot_of(event.thid), event.id);
    }
    predecessors_.add(event, known);
    predecessors_.forget_old_rounds(event);
}

void Flow::event(const Event& event) {
    knowledge_.begin(event);
    for (std::size_t i = 0; i < event.usage.size(); ++i)
        use(event, event.usage[i], event.live_usage[i]);
    if (event.kind == Kind::alloc) {
        live_.begin(event.live, {event.block.size, event.id, event.at, {}, {}});
    } else if (event.kind == Kind::free) {
        use(event, event.block, event.live);
        live_.end(event.live);
    }
    knowledge_.end(event);
}

void Flow::use(const Event& event, const BlockUsage& usage, LiveNumber number) {
    FlowBlock* const block = live_.find(number);
    if (block == nullptr)
        return;
    if (usage.read > 0)
        read(event, *block, usage.read);
    if (usage.written > 0)
        write(event, *block, usage.addr);
}

void Flow::read(const Event& event, FlowBlock& block, std::uint64_t bytes) {
    read_ += bytes;
    if (block.written.thid != 0 && block.written.thid != event.thid) {
        bytes_[{block.written.thid, event.thid, block.at}] += bytes;
        if (keeps_reads_)
            reads_.add({event.id, block.written.thid, event.thid, bytes});
        check_order(event, block, block.written);
    }
    for (FlowAccess& access : block.reads)
        if (access.thid == event.thid) {
            access.until = event.id;
            return;
        }
    block.reads.push_back({event.thid, event.id});
}

void Flow::write(const Event& event, FlowBlock& block, Address addr) {
    if (block.written.thid != 0 && block.written.thid != event.thid) {
        ++turns_[{block.written.thid, event.thid, block.at}];
        check_order(event, block, block.written);
    }
    for (const FlowAccess& access : block.reads)
        if (access.thid != event.thid)
            check_order(event, block, access);
    block.written = {event.thid, event.id};
    block.reads.clear();
    if (block.size <= line_size)
        write_line(event.thid, block, addr);
}

/// Counts a turn if another thread was the last to write into the line, into another block.
void Flow::write_line(ThreadId thid, const FlowBlock& block, Address addr) {
    LastWrite& last = lines_[addr / line_size];
    if (last.thid != 0 && last.thid != thid && last.alloc != block.alloc)
        ++line_turns_[{last.at, block.at}];
    last = {thid, block.alloc, block.at};
}

void Flow::check_order(const Event& event, const FlowBlock& block, const FlowAccess& before) {
    if (!knowledge_.comes_after(event.thid, before.thid, before.until))
        ++unordered_[{before.thid, event.thid, block.at}];
}

std::map<std::pair<ThreadId, ThreadId>, std::uint64_t> Flow::by_thread() const {
    std::map<std::pair<ThreadId, ThreadId>, std::uint64_t> sums;
    for (const auto& [between, bytes] : bytes_)
        sums[{between.from, between.to}] += bytes;
    return sums;
}

namespace {

Table between_table(const char* name, const Column& number, const char* about) {
    return {name, {number, {"from"}, {"to"}, {"site"}}, {}, about};
}

} // namespace

std::vector<Table> Flow::tables(const Run& run) const {
    const Names name_of(run);
    // Different stacks may have the same place.
    const auto fill = [&](Table table, const std::map<FlowKey, std::uint64_t>& numbers) {
        std::map<std::tuple<ThreadId, ThreadId, std::string>, std::uint64_t> sums;
        for (const auto& [between, number] : numbers)
            sums[{between.from, between.to, site_name(run, between.at)}] += number;
        for (const auto& [key, sum] : sums)
            table.rows.push_back(
                {sum, name_of(std::get<0>(key)), name_of(std::get<1>(key)), std::get<2>(key)});
        sort_by_first(table);
        return table;
    };
    Table threads{
        "flow_by_thread",
        {{"bytes", Measure::bytes}, {"from"}, {"to"}},
        {},
        "Bytes that a thread reads in heap blocks into which another thread was the last to write. "
        "If the reader also writes into the block, some of these bytes may be its own."};
    for (const auto& [pair, bytes] : by_thread())
        threads.rows.push_back({bytes, name_of(pair.first), name_of(pair.second)});
    sort_by_first(threads);
    Table lines{"flow_lines_in_turn",
                {{"turns", Measure::count}, {"site"}, {"other_site"}},
                {},
                "False sharing: how often a thread writes into a small block after another thread "
                "has written into a neighbouring block of the same cache line (64 bytes)."};
    for (const auto& [sites, turns] : line_turns_)
        lines.rows.push_back({turns, site_name(run, sites.first), site_name(run, sites.second)});
    sort_by_first(lines);
    return {
        threads,
        fill(between_table("flow_by_site", {"bytes", Measure::bytes},
                           "The same, by the place that allocates the blocks."),
             bytes_),
        fill(between_table("flow_in_turn", {"turns", Measure::count},
                           "How often a thread writes into a block into which another thread was "
                           "the last to write."),
             turns_),
        lines,
        fill(between_table("flow_unordered", {"pairs", Measure::count},
                           "Pairs of accesses of two threads to one block that no recorded order "
                           "separates, where at least one is a write. A read is compared with the "
                           "latest write before it, and a write with the latest write and with "
                           "each thread's latest read since then. Other pairs are not compared. "
                           "Such a pair need not be a data race: the accesses may be to different "
                           "bytes, or be ordered by something that is not recorded."),
             unordered_)};
}

Finding Flow::finding(const Run& run) const {
    const Names name_of(run);
    const auto pairs = by_thread();
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto most = std::max_element(pairs.begin(), pairs.end(), fewer);
    if (most == pairs.end() || ratio(most->second, read_) < least_share)
        return {};
    const auto [from, to] = most->first;
    std::pair<StackNumber, std::uint64_t> site;
    for (const auto& [between, bytes] : bytes_)
        if (between.from == from && between.to == to && bytes > site.second)
            site = {between.at, bytes};
    const std::string place = short_name(place_name(run, site.first));
    return {"Flow", name_of(to) + " reads " + rounded_bytes(most->second) + " that " +
                        name_of(from) + " wrote" + (place.empty() ? "" : ", from " + place)};
}

} // namespace ilm
