// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/meetings/rounds.h"

#include "ilmgen/analysis/said/names.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

namespace {

bool is_barrier(const RunObject& object) {
    return object.prim == TRACE_PRIM_BARRIER;
}

bool has_rounds(const RunObject& object) {
    return is_barrier(object) || !object.operation.empty();
}

std::pair<Part, RoundsOfPart> last_most_often(const Rounds& rounds) {
    const auto less = [](const auto& a, const auto& b) { return a.second.last < b.second.last; };
    return *std::max_element(rounds.parts.begin(), rounds.parts.end(), less);
}

} // namespace

std::uint64_t Rounds::waited() const {
    std::uint64_t sum = 0;
    for (const auto& [part, one] : parts)
        sum += one.waited;
    return sum;
}

Meetings::Meetings(const Run& run, const Timeline& timeline)
    : run_(run), by_object_(run.objects.size()) {
    collect(timeline);
    open_.clear();
    passed_on_.clear();
    std::erase_if(meetings_, [](const auto& entry) { return entry.second.rounds == 0; });
}

void Meetings::collect(const Timeline& timeline) {
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        if (run_.has_object(step) && has_rounds(run_.objects[run_.steps[step].other]))
            take_part(step, timeline);
    for (const auto& [key, round] : open_)
        end_round(key.first, round);
}

/// In MPI_Scan a rank acquires number N from the rank before it, and releases number N + 1 for the
/// rank after it. Both numbers belong to the same round.
Meetings::RoundKey Meetings::key_of(StepIndex step) {
    const RunStep& this_step = run_.steps[step];
    const RoundKey key{this_step.other, this_step.seq};
    if (const auto first = passed_on_.find(key); first != passed_on_.end())
        return first->second;
    if (this_step.kind != Kind::rel || this_step.before == no_step ||
        is_barrier(run_.objects[this_step.other]))
        return key;
    const RunStep& before = run_.steps[this_step.before];
    if (before.kind != Kind::acq || before.thread != this_step.thread ||
        before.other != this_step.other || before.seq + 1 != this_step.seq)
        return key;
    return passed_on_[key] = key_of(this_step.before);
}

/// A part that releases arrives at its release.  A part that only acquires arrives when it asks.
/// The first acquire at a barrier ends the round, because all have arrived before the first one
/// leaves.
void Meetings::take_part(StepIndex step, const Timeline& timeline) {
    const RunStep& this_step = run_.steps[step];
    const RoundKey key = key_of(step);
    const Part part = part_of(step);
    if (by_object_[this_step.other] == nullptr)
        by_object_[this_step.other] = &meetings_[name_of(this_step.other)];
    if (this_step.kind == Kind::acq)
        by_object_[this_step.other]->parts[part].waited += timeline.waited(run_, step);
    const Arrival arrival{timeline.arrival(run_, step), this_step.at};
    if (!is_barrier(run_.objects[this_step.other])) {
        open_[key].try_emplace(part, arrival);
    } else if (this_step.kind == Kind::rel) {
        open_[key][part] = arrival;
    } else if (const auto round = open_.extract(key); !round.empty()) {
        end_round(this_step.other, round.mapped());
    }
}

void Meetings::end_round(ObjectIndex object, const Round& round) {
    if (round.size() < 2)
        return;
    const auto less = [](const auto& a, const auto& b) { return a.second.time < b.second.time; };
    const auto [first, last] = std::minmax_element(round.begin(), round.end(), less);
    const std::uint64_t apart = last->second.time - first->second.time;
    Rounds& rounds = *by_object_[object];
    if (rounds.rounds == 0 || apart > rounds.most_apart) {
        rounds.most_apart = apart;
        rounds.last_at = last->second.at;
    }
    ++rounds.rounds;
    rounds.apart += apart;
    for (const auto& [part, arrival] : round)
        ++rounds.parts[part].rounds;
    if (apart > 0)
        ++rounds.parts[last->first].last;
}

Part Meetings::part_of(StepIndex step) const {
    const RunStep& this_step = run_.steps[step];
    const RankIndex rank = run_.threads[this_step.thread].rank;
    const bool is_of_ranks = rank != no_rank && !run_.objects[this_step.other].operation.empty();
    return {is_of_ranks, is_of_ranks ? rank : this_step.thread};
}

std::string Meetings::name_of(ObjectIndex object) const {
    const std::string& operation = run_.objects[object].operation;
    return operation.empty() ? object_name(run_, object) : operation;
}

std::string Meetings::name_of(const Part& part) const {
    return part.is_rank ? rank_name(run_, part.index) : thread_name(run_, part.index);
}

std::vector<Table> Meetings::tables() const {
    Table meetings{
        "rounds",
        {{"waited", Measure::work},
         {"rounds", Measure::count},
         {"apart", Measure::work},
         {"most_apart", Measure::work},
         {"last_rounds", Measure::count},
         {"last", Measure::text, false},
         {"most_apart_at", Measure::text, false},
         {"meeting"}},
        {},
        "Rounds of barriers and of MPI's collective operations. Waited: how long all participants "
        "together wait. Apart: the time from the first arrival to the last one, summed over the "
        "rounds. Most apart: the longest such time in one round, with the place of the last "
        "arrival. Last: the thread or rank that came last in the most rounds, and in how many."};
    Table parts{"rounds_by_part",
                {{"waited", Measure::work},
                 {"rounds", Measure::count},
                 {"last", Measure::count},
                 {"part"},
                 {"meeting"}},
                {},
                "The same for each rank or thread. Last: in how many rounds it came last."};
    for (const auto& [name, rounds] : meetings_) {
        const auto [last, often] = last_most_often(rounds);
        meetings.rows.push_back({rounds.waited(), rounds.rounds, rounds.apart, rounds.most_apart,
                                 often.last, often.last == 0 ? std::string() : name_of(last),
                                 place_name(run_, rounds.last_at), name});
        for (const auto& [part, sums] : rounds.parts)
            parts.rows.push_back({sums.waited, sums.rounds, sums.last, name_of(part), name});
    }
    sort_by_first(meetings);
    sort_by_first(parts);
    return {meetings, parts};
}

std::string Meetings::most_apart(const std::string& cost) const {
    const Rounds* most = nullptr;
    std::string name;
    for (const auto& [meeting, rounds] : meetings_)
        if (rounds.parts.begin()->first.is_rank &&
            (most == nullptr || rounds.apart > most->apart)) {
            most = &rounds;
            name = meeting;
        }
    if (most == nullptr || most->apart == 0)
        return {};
    const Part last = last_most_often(*most).first;
    return name + ": the last one comes " + rounded_cost(most->apart / most->rounds, cost) +
           " after the first one in an average round, most often " + name_of(last);
}

} // namespace ilm
