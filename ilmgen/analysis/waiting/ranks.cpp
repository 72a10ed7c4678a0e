// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/ranks.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <utility>

namespace ilm {

namespace {

using Times = LargeVector<std::pair<std::uint64_t, std::uint64_t>>; ///< begins, ends

/// Time in any of them.
std::uint64_t covered_by(Times& times) {
    std::sort(times.begin(), times.end());
    std::uint64_t covered = 0;
    std::uint64_t latest = 0;
    for (const auto& [begin, end] : times) {
        covered += end - std::min(end, std::max(begin, latest));
        latest = std::max(latest, end);
    }
    return covered;
}

} // namespace

Ranks::Ranks(const Run& run, const Timeline& timeline)
    : run_(run), span_(timeline.span), sums_(run.ranks.size()) {
    if (sums_.empty())
        return;
    for (const RunThread& thread : run.threads)
        if (thread.rank != no_rank) {
            ++sums_[thread.rank].threads;
            sums_[thread.rank].work += thread.work;
        }
    add_waits(timeline);
    add_busy(timeline);
}

void Ranks::add_waits(const Timeline& timeline) {
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RunStep& this_step = run_.steps[step];
        const RankIndex rank = run_.threads[this_step.thread].rank;
        if (rank == no_rank || this_step.kind != Kind::acq)
            continue;
        const RunObject& object = run_.objects[this_step.other];
        if (!object.operation.empty())
            sums_[rank].waited_in_operations += timeline.waited(run_, step);
        else if (object.prim == TRACE_PRIM_MESSAGE)
            sums_[rank].waited_for_messages += timeline.waited(run_, step);
    }
}

void Ranks::add_busy(const Timeline& timeline) {
    std::vector<Times> times(sums_.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const RankIndex rank = run_.threads[run_.steps[step].thread].rank;
        if (rank != no_rank && run_.steps[step].work > 0)
            times[rank].emplace_back(timeline.begin(run_, step), timeline.arrival(run_, step));
    }
    for (RankIndex rank = 0; rank < times.size(); ++rank)
        sums_[rank].busy = covered_by(times[rank]);
}

PopFactors Ranks::factors() const {
    UsefulTimes times;
    for (const RankSums& rank : sums_)
        times.add(rank.busy);
    return times.factors(span_);
}

std::vector<Table> Ranks::tables() const {
    Table ranks{
        "ranks",
        {{"busy", Measure::work},
         {"busy_share", Measure::share},
         {"waited_for_messages", Measure::work},
         {"waited_in_operations", Measure::work},
         {"work", Measure::work},
         {"threads", Measure::count},
         {"rank"}},
        {},
        "Busy: the time in which at least one thread of the rank works. Busy share: its part of "
        "the run's time. Waited: how long the rank's threads together wait for messages of other "
        "ranks, and in collective operations. Work: that of all its threads together."};
    for (RankIndex rank = 0; rank < sums_.size(); ++rank) {
        const RankSums& sums = sums_[rank];
        ranks.rows.push_back({sums.busy, ratio(sums.busy, span_), sums.waited_for_messages,
                              sums.waited_in_operations, sums.work, sums.threads,
                              rank_name(run_, rank)});
    }
    sort_by_first(ranks);
    Table efficiency{
        "efficiency_of_ranks",
        {{"parallel_efficiency", Measure::share},
         {"load_balance", Measure::share},
         {"communication_efficiency", Measure::share}},
        {},
        "The factors of the POP centre for ranks. Load balance is the mean busy time divided by "
        "the largest. Communication efficiency is the largest busy time divided by the run's time, "
        "with messages that take no time. Parallel efficiency is their product."};
    const PopFactors of = factors();
    if (!sums_.empty())
        efficiency.rows = {{of.parallel_efficiency, of.load_balance, of.serialisation}};
    return {ranks, efficiency};
}

Finding Ranks::finding(const std::string& most_apart) const {
    if (sums_.size() < 2)
        return {};
    const PopFactors of = factors();
    return {"Ranks", std::to_string(sums_.size()) + ": parallel efficiency " +
                         percent(of.parallel_efficiency) + ", load balance " +
                         percent(of.load_balance) + ", communication " + percent(of.serialisation) +
                         (most_apart.empty() ? "" : "; " + most_apart)};
}

} // namespace ilm
