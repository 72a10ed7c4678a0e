// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_rounds.h"

#include "ilmgen/analysis/meetings/work_rounds.h"
#include "ilmgen/emit/page/parts/page_names.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

/// Fewer rounds are no repetition.
constexpr std::uint64_t least_rounds = 3;
/// Each meeting takes a row of the timeline.
constexpr std::size_t most_meetings = 3;

/// Empty if the run has one process.
std::string process_of(const RunThread& thread) {
    return thread.process == 0 ? "" : " of process " + std::to_string(thread.process);
}

} // namespace

PageRounds::PageRounds(const Run& run, const FineSlices& fine) {
    std::map<std::pair<bool, std::uint32_t>, Meeting> meetings;
    WorkRounds rounds(run, [&](const std::string& name, const WorkRound& round) {
        if (round.end == no_step)
            return;
        const bool has_object = run.has_object(round.end);
        const RunStep& end = run.steps[round.end];
        Meeting& meeting = meetings[{has_object, has_object ? end.other : end.thread}];
        if (meeting.rounds == 0)
            meeting.name = name + process_of(run.threads[end.thread]);
        ++meeting.rounds;
        ++meeting.ends[fine.slice_of(round.end)];
    });
    rounds.collect();
    for (auto& [_, meeting] : meetings)
        if (meeting.rounds >= least_rounds)
            meetings_.push_back(std::move(meeting));
    std::ranges::stable_sort(meetings_, std::greater(), &Meeting::rounds);
    meetings_.resize(std::min(meetings_.size(), most_meetings));
}

std::vector<std::string> PageRounds::names() const {
    std::vector<std::string> names;
    for (const Meeting& meeting : meetings_)
        names.push_back(clipped(meeting.name));
    return names;
}

void PageRounds::add_to(Columns& columns, const PageSlices& slices) const {
    LargeVector<std::size_t> sizes;
    LargeVector<SliceIndex> places;
    LargeVector<std::uint64_t> counts;
    for (const Meeting& meeting : meetings_) {
        std::map<SliceIndex, std::uint64_t> ends;
        for (const auto& [fine, rounds] : meeting.ends)
            ends[slices.slice_of_fine(fine)] += rounds;
        SliceIndex before = 0;
        for (const auto& [slice, rounds] : ends) {
            places.push_back(slice - std::exchange(before, slice));
            counts.push_back(rounds);
        }
        sizes.push_back(ends.size());
    }
    columns.add("round_sizes", sizes);
    columns.add("round_slices", places);
    columns.add("round_counts", counts);
}

} // namespace ilm
