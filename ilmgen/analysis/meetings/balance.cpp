// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/balance.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>
#include <functional>
#include <utility>

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

Balance::Balance(const Run& run, const Timeline& timeline) : run_(run), span_(timeline.span) {
    WorkRounds rounds(
        run, [this](const std::string& meeting, const WorkRound& round) { add(meeting, round); });
    rounds.collect();
}

void Balance::add(const std::string& name, const WorkRound& round) {
    Meeting& meeting = meetings_[name];
    const auto less = [](const auto& a, const auto& b) { return a.second.work < b.second.work; };
    const auto slowest = std::max_element(round.parts.begin(), round.parts.end(), less);
    const std::uint64_t most = slowest->second.work;
    ++meeting.rounds;
    meeting.parts += round.parts.size();
    meeting.slowest += most;
    ++meeting.slowest_in[slowest->first];
    std::uint64_t work = 0;
    for (const auto& [thread, part] : round.parts) {
        work += part.work;
        meeting.lost += most - part.work;
    }
    meeting.means += ratio(work, round.parts.size());
}

PopFactors Balance::pop() const {
    UsefulTimes works;
    for (const RunThread& thread : run_.threads)
        if (!thread.is_librarys)
            works.add(thread.work);
    return works.factors(span_);
}

std::vector<Table> Balance::tables() const {
    Table meetings{
        "balance",
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
        "Rounds of barriers, parallel regions and series of joins. Mean, slowest: the work of the "
        "mean and of the slowest thread in a round, as an average over the rounds. Imbalance: "
        "slowest divided by mean. Lost: the work that the other threads could have done while the "
        "slowest one worked. Slowest rounds: in how many rounds this thread was the slowest."};
    for (const auto& [name, meeting] : meetings_) {
        const auto [thread, rounds] = most_often(meeting);
        meetings.rows.push_back({meeting.lost, meeting.rounds, ratio(meeting.parts, meeting.rounds),
                                 meeting.means / static_cast<double>(meeting.rounds),
                                 ratio(meeting.slowest, meeting.rounds), meeting.imbalance(),
                                 rounds, thread_name(run_, thread), name});
    }
    sort_by_first(meetings);
    const PopFactors factors = pop();
    Table pop{"efficiency",
              {{"parallel_efficiency", Measure::share},
               {"load_balance", Measure::share},
               {"serialisation", Measure::share}},
              {{factors.parallel_efficiency, factors.load_balance, factors.serialisation}},
              "The factors of the POP centre for all threads that no library has created. Load "
              "balance is the mean work divided by the largest, serialisation is the largest work "
              "divided by the span, and parallel efficiency is their product."};
    return {meetings, pop};
}

std::vector<std::string> Balance::worst(std::size_t most) const {
    std::vector<std::pair<std::uint64_t, std::string>> lost;
    for (const auto& [name, meeting] : meetings_)
        if (meeting.lost > 0)
            lost.emplace_back(meeting.lost, name);
    std::sort(lost.begin(), lost.end(), std::greater<>());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < lost.size() && i < most; ++i)
        names.push_back(lost[i].second);
    return names;
}

} // namespace ilm
