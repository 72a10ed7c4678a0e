// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/balance.h"

#include "ilmgen/analysis/names.h"
#include "ilmgen/analysis/ratio.h"
#include "ilmgen/analysis/region_ends.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

namespace {

std::pair<ThreadIndex, std::uint64_t> most_often(const Meeting& meeting) {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    return *std::max_element(meeting.slowest_in.begin(), meeting.slowest_in.end(), fewer);
}

} // namespace

double Meeting::imbalance() const {
    return means == 0 ? 1 : static_cast<double>(slowest) / means;
}

Balance::Balance(const Run& run, const Timeline& timeline)
    : run_(run), span_(timeline.span), done_(run.threads.size()), met_(run.threads.size()) {
    collect();
    rounds_.clear();
    entered_.clear();
}

void Balance::collect() {
    for (StepIndex index = 0; index < run_.steps.size(); ++index) {
        const RunStep& step = run_.steps[index];
        done_[step.thread] += step.work;
        if (step.kind == Kind::join)
            join(index);
        else if (step.kind == Kind::fork || step.kind == Kind::exit)
            end_joins(step.thread);
        if (is_region(run_, index))
            region(step);
        else if (run_.has_object(index) && run_.objects[step.other].prim == TRACE_PRIM_BARRIER)
            barrier(step);
    }
    for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
        end_joins(thread);
}

void Balance::barrier(const RunStep& step) {
    const RoundKey key{step.other, step.seq};
    if (step.kind == Kind::rel) {
        rounds_[key][step.thread] = done_[step.thread] - met_[step.thread];
    } else {
        end_round(key);
        met_[step.thread] = done_[step.thread];
    }
}

/// Odd numbers are beginnings, even ones ends (docs/trace-format.md).  A thread that executes tasks
/// while it waits for the others ends the region again after each of them, so its latest end
/// counts.
void Balance::region(const RunStep& step) {
    const bool begins = step.seq % 2 == 1;
    met_[step.thread] = done_[step.thread];
    if (begins) {
        entered_[{step.other, step.seq + 1}][step.thread] = done_[step.thread];
        return;
    }
    const RoundKey key{step.other, step.seq};
    const Round& entered = entered_[key];
    if (const auto at = entered.find(step.thread); at != entered.end())
        rounds_[key][step.thread] = done_[step.thread] - at->second;
    if (step.kind == Kind::acq) {
        end_round(key);
        entered_.erase(key);
    }
}

void Balance::join(StepIndex index) {
    const RunStep& step = run_.steps[index];
    if (step.other == nowhere || run_.threads[step.other].is_librarys)
        return;
    auto& [name, round] = joins_[step.thread];
    if (round.empty()) {
        const std::string place = place_name(run_, step.at);
        name = place.empty() ? "joins" : "joins at " + place;
    }
    round[step.other] = done_[step.other] - met_[step.other];
}

void Balance::end_joins(ThreadIndex parent) {
    const auto joins = joins_.find(parent);
    if (joins == joins_.end())
        return;
    end_round(joins->second.first, joins->second.second);
    joins_.erase(joins);
}

/// All have arrived before the first one leaves.
void Balance::end_round(const RoundKey& key) {
    const auto round = rounds_.find(key);
    if (round == rounds_.end())
        return;
    end_round(object_name(run_, key.first), round->second);
    rounds_.erase(round);
}

void Balance::end_round(const std::string& name, const Round& round) {
    if (round.size() < 2)
        return;
    Meeting& meeting = meetings_[name];
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [slowest, most] = *std::max_element(round.begin(), round.end(), less);
    ++meeting.rounds;
    meeting.parts += round.size();
    meeting.slowest += most;
    ++meeting.slowest_in[slowest];
    std::uint64_t work = 0;
    for (const auto& [thread, part] : round) {
        work += part;
        meeting.lost += most - part;
    }
    meeting.means += ratio(work, round.size());
}

PopFactors Balance::pop() const {
    std::uint64_t most = 0;
    std::uint64_t work = 0;
    std::uint64_t threads = 0;
    for (const RunThread& thread : run_.threads) {
        if (thread.is_librarys)
            continue;
        most = std::max(most, thread.work);
        work += thread.work;
        ++threads;
    }
    PopFactors factors;
    factors.load_balance = ratio(work, most * threads);
    factors.serialisation = ratio(most, span_);
    factors.parallel_efficiency = factors.load_balance * factors.serialisation;
    return factors;
}

std::vector<Table> Balance::tables() const {
    Table meetings{"balance",
                   {{"lost", Measure::work},
                    {"rounds", Measure::count},
                    {"threads", Measure::ratio},
                    {"mean", Measure::ratio},
                    {"slowest", Measure::ratio},
                    {"imbalance", Measure::ratio},
                    {"slowest_rounds", Measure::count},
                    {"slowest_thread", Measure::text, false},
                    {"meeting"}},
                   {},
                   "Rounds of barriers, parallel regions, series of joins. mean, slowest: work of "
                   "a thread in a round, average over rounds, each of which counts once; "
                   "imbalance: slowest over mean; lost: "
                   "what others could have done while the slowest worked; slowest_rounds: in how "
                   "many this thread was the slowest."};
    for (const auto& [name, meeting] : meetings_) {
        const auto [thread, rounds] = most_often(meeting);
        meetings.rows.push_back({meeting.lost, meeting.rounds, ratio(meeting.parts, meeting.rounds),
                                 meeting.means / static_cast<double>(meeting.rounds),
                                 ratio(meeting.slowest, meeting.rounds), meeting.imbalance(),
                                 rounds, thread_name(run_, thread), name});
    }
    sort_by_first(meetings);
    const PopFactors factors = pop();
    Table pop{
        "efficiency",
        {{"parallel_efficiency", Measure::share},
         {"load_balance", Measure::share},
         {"serialisation", Measure::share}},
        {{factors.parallel_efficiency, factors.load_balance, factors.serialisation}},
        "The POP centre's factors of all threads but a library's: load balance is mean over "
        "largest work, serialisation largest work over span, parallel efficiency their product."};
    return {meetings, pop};
}

Finding Balance::finding() const {
    const auto less = [](const auto& a, const auto& b) { return a.second.lost < b.second.lost; };
    const auto worst = std::max_element(meetings_.begin(), meetings_.end(), less);
    if (worst == meetings_.end() || worst->second.lost == 0)
        return {};
    const Meeting& meeting = worst->second;
    const auto [thread, rounds] = most_often(meeting);
    const std::string often =
        meeting.rounds == 1 ? ""
        : rounds == meeting.rounds
            ? " in all rounds"
            : " in " + std::to_string(rounds) + " of " + std::to_string(meeting.rounds) + " rounds";
    return {"Balance", short_name(worst->first) + ": slowest thread " + fixed(meeting.imbalance()) +
                           " x the mean, " + thread_name(run_, thread) + often};
}

} // namespace ilm
