// SPDX-License-Identifier: GPL-2.0-or-later
//
// The heap over virtual time, for ms_print and other viewers of Massif's files.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/export/frames.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ilm {

namespace {

constexpr std::uint64_t parts_of_time = 100;
/// Every tenth snapshot has a call tree, as in Massif's files.
constexpr std::size_t detailed_each = 10;
/// Calls with a smaller part of the snapshot's bytes are summed up, as in Massif's files.
constexpr double threshold = 0.01;

/// Blocks by the calls that led to them, from the allocation outwards.
struct CallTree {
    std::uint64_t bytes = 0;
    std::map<std::string, CallTree> callers;
};

struct Snapshot {
    std::size_t lives = 0; ///< so many of them come before
    HeapLevel level;
};

std::string without_breaks(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

class MassifWriter {
public:
    MassifWriter(const Run& run, OutputFile& out) : run_(run), out_(out) {}

    void write(const std::string& cost) {
        // Massif calls instructions i. Its unit ms is none of the other units that logs have.
        text_ << "desc: ilmgen\ncmd: "
              << without_breaks(run_.command.empty() ? "not told" : run_.command)
              << "\ntime_unit: " << (cost == "instructions" ? "i" : cost) << '\n';
        const Timeline timeline = timeline_of(run_);
        const LargeVector<TimedLife> lives = timed_lives(
            run_, [&](StepIndex step) { return timeline.begin(run_, step); }, LockTurns::recorded);
        const std::vector<Snapshot> snapshots = choose(lives, timeline.span);
        const auto peak = std::max_element(
            snapshots.begin(), snapshots.end(),
            [](const Snapshot& a, const Snapshot& b) { return a.level.bytes < b.level.bytes; });
        std::size_t life = 0;
        for (auto snapshot = snapshots.begin(); snapshot != snapshots.end(); ++snapshot) {
            for (; life < snapshot->lives; ++life)
                follow(run_.lives[lives[life].life]);
            const auto number = static_cast<std::size_t>(snapshot - snapshots.begin());
            write_snapshot(number, snapshot->level);
            if (snapshot == peak && peak->level.bytes > 0)
                write_tree("peak", snapshot->level.bytes);
            else if (number % detailed_each == detailed_each - 1)
                write_tree("detailed", snapshot->level.bytes);
            else
                text_ << "heap_tree=empty\n";
            out_.write(text_.str());
            text_.str("");
        }
    }

private:
    /// Chooses the highest level of each part of the time, and the level at the end.
    std::vector<Snapshot> choose(std::span<const TimedLife> lives, std::uint64_t span) const {
        std::vector<Snapshot> chosen = {{0, {0, 0}}};
        const std::uint64_t part = span / parts_of_time + 1;
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < lives.size(); ++i) {
            const RunLife& life = run_.lives[lives[i].life];
            const std::uint64_t size = run_.blocks[life.block].size;
            bytes = life.begins ? bytes + size : bytes - size;
            const HeapLevel level{lives[i].time, bytes};
            if (i == 0 || level.time / part != chosen.back().level.time / part)
                chosen.push_back({i + 1, level});
            else if (bytes > chosen.back().level.bytes)
                chosen.back() = {i + 1, level};
        }
        if (chosen.back().lives < lives.size())
            chosen.push_back({lives.size(), {span, bytes}});
        return chosen;
    }

    void follow(const RunLife& life) {
        const RunBlock& block = run_.blocks[life.block];
        std::uint64_t& live = live_[block.at];
        live = life.begins ? live + block.size : live - block.size;
    }

    void write_snapshot(std::size_t number, const HeapLevel& level) {
        text_ << "#-----------\nsnapshot=" << number << "\n#-----------\ntime=" << level.time
              << "\nmem_heap_B=" << level.bytes << "\nmem_heap_extra_B=0\nmem_stacks_B=0\n";
    }

    void write_tree(const char* kind, std::uint64_t bytes) {
        text_ << "heap_tree=" << kind << '\n';
        CallTree tree;
        for (const auto& [stack, live] : live_) {
            if (live == 0)
                continue;
            CallTree* node = &tree;
            node->bytes += live;
            for (const std::string& frame : frames_of(run_, stack)) {
                node = &node->callers[frame];
                node->bytes += live;
            }
        }
        write_node(tree, "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.", 0,
                   static_cast<std::uint64_t>(static_cast<double>(bytes) * threshold));
    }

    void write_node(const CallTree& node, const std::string& name, int depth, std::uint64_t least) {
        std::vector<std::pair<const CallTree*, const std::string*>> shown;
        std::uint64_t small = 0;
        std::size_t small_places = 0;
        for (const auto& [frame, caller] : node.callers) {
            if (caller.bytes >= least) {
                shown.emplace_back(&caller, &frame);
            } else {
                small += caller.bytes;
                ++small_places;
            }
        }
        std::stable_sort(shown.begin(), shown.end(), [](const auto& a, const auto& b) {
            return a.first->bytes > b.first->bytes;
        });
        begin_line(depth, shown.size() + (small_places > 0 ? 1 : 0), node.bytes) << name << '\n';
        for (const auto& [caller, frame] : shown)
            write_node(*caller, *frame, depth + 1, least);
        if (small_places > 0)
            begin_line(depth + 1, 0, small)
                << "in " << small_places << (small_places == 1 ? " place" : " places, all")
                << " below massif's threshold (1.00%)\n";
    }

    std::ostream& begin_line(int depth, std::size_t children, std::uint64_t bytes) {
        return text_ << std::string(static_cast<std::size_t>(depth), ' ') << 'n' << children << ": "
                     << bytes << ' ';
    }

    const Run& run_;
    OutputFile& out_;
    std::ostringstream text_;
    std::map<StackNumber, std::uint64_t> live_; ///< bytes
};

} // namespace

void write_massif(const Run& run, const std::string& cost, OutputFile& out) {
    MassifWriter(run, out).write(cost);
}

bool begins_massif(std::string_view begin) {
    return begin.starts_with("desc: ilmgen\n");
}

} // namespace ilm
