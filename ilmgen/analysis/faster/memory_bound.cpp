// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/memory_bound.h"

#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace ilm {

namespace {

bool limits_any(const Run& run, const Roofline& roofline, std::uint32_t threads) {
    for (const RunTraffic& traffic : run.traffic)
        if (roofline.limits(traffic.step, threads))
            return true;
    return false;
}

} // namespace

MemoryBound::MemoryBound(const Run& run, const Functions& functions, const Cores& cores,
                         const Measured& measured, const std::string& cost, double unit,
                         const Doing& doing)
    : run_(run), is_known_(measured.on_several != nullptr ||
                           (measured.machine != nullptr && measured.machine->memory)),
      doubts_(measured.doubts_memory),
      many_(cost == "ns" ? many_a_nanosecond : many_an_instruction) {
    if (measured.on_several != nullptr)
        return;
    if (is_known_)
        limit_by_pace(functions, cores, *measured.machine->memory, unit, doing);
    else if (doubts_ && !run.traffic.empty())
        limit_to_one(functions, cores, doing);
}

void MemoryBound::limit_by_pace(const Functions& functions, const Cores& cores,
                                const MemoryPace& pace, double unit, const Doing& doing) {
    const Roofline roofline(run_, pace, unit);
    if (!limits_any(run_, roofline, cores.threads()))
        return;
    doing("memory's limit");
    replay_on(cores,
              {[](StepIndex) { return 1; },
               [&](StepIndex step, double at_work) { return roofline.time(step, at_work); }});
    movers_ = sum_up(functions, [&](StepIndex step) { return roofline.from_memory(step); });
    about_times_ =
        "The same times, if all bytes of heap blocks that do not fit into a processor's caches "
        "come from memory, and the working processors share the memory's speed (--machine). The "
        "speedup is against one processor with the same limit. It is not known how many bytes "
        "really come from memory, so the true times are between these and those above.";
    about_movers_ = "The largest number of bytes that can come from memory, by the function that "
                    "reads and writes them, estimated from samples.";
    reason_ = short_name(movers_.front().name) + " moves " + rounded_bytes(movers_.front().bytes) +
              " that caches cannot hold";
}

void MemoryBound::limit_to_one(const Functions& functions, const Cores& cores, const Doing& doing) {
    LargeVector<std::uint64_t> bytes(run_.steps.size());
    for (const RunTraffic& traffic : run_.traffic)
        bytes[traffic.step] = traffic.moved;
    const BytesOf bytes_of = [&bytes](StepIndex step) { return bytes[step]; };
    movers_ = sum_up(functions, bytes_of);
    std::erase_if(movers_, [this](const Mover& mover) {
        return mover.function == no_work_key || mover.bytes_a_unit() <= many_.in_a_unit;
    });
    if (movers_.empty())
        return;
    doing("memory's limit");
    const SharedMemory memory(run_, shares_of_movers(functions, bytes_of));
    const LargeVector<double> at_once =
        replay_on(cores, {[&](StepIndex step) { return memory.share(step); },
                          [&](StepIndex step, double all) { return memory.time(step, all); }});
    leave_out_lonely(functions, memory, at_once);
    if (movers_.empty()) {
        machines_.clear();
        return;
    }
    const std::string large =
        "blocks of " + std::to_string(more_than_caches >> 20) + " MiB or more";
    about_times_ = "The same times, if the functions of the next table are together no faster on "
                   "several processors than on one. How fast the memory is was not measured, so "
                   "the true times are between these and those above.";
    about_movers_ = "Bytes that functions move from and to " + large +
                    ", estimated from samples. Functions that move no more than " +
                    std::string(many_.text) + " are left out.";
    reason_ = names_of_movers() + (movers_.size() == 1 ? " moves" : " move") + " more than " +
              many_.text + " from and to " + large +
              "; `hpcmp --machine` measures how fast memory is";
}

/// Removes from movers_ all functions but those of steps during which other threads move many
/// bytes, too.
void MemoryBound::leave_out_lonely(const Functions& functions, const SharedMemory& memory,
                                   std::span<const double> at_once) {
    constexpr double worth_noting = 0.01; // of a processor
    std::set<FunctionIndex> crowded;
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        if (memory.share(step) > 0 && at_once[step] > memory.share(step) + worth_noting)
            for (const auto& [function, _] : functions.mixes().mix_of(step).samples)
                crowded.insert(function);
    std::erase_if(movers_, [&](const Mover& mover) { return !crowded.contains(mover.function); });
}

std::string MemoryBound::names_of_movers() const {
    constexpr std::size_t most_named = 3;
    std::string text = short_name(movers_.front().name);
    for (std::size_t i = 1; i < std::min(movers_.size(), most_named); ++i)
        text += (i + 1 == movers_.size() ? " and " : ", ") + short_name(movers_[i].name);
    if (movers_.size() > most_named)
        text += " and " + std::to_string(movers_.size() - most_named) + " more";
    return text;
}

/// Returns, by step, which share of its work is in the functions of movers_.
LargeVector<double> MemoryBound::shares_of_movers(const Functions& functions,
                                                  const BytesOf& bytes_of) const {
    LargeVector<double> shares(run_.steps.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        if (bytes_of(step) > 0)
            for (const Mover& mover : movers_)
                shares[step] += functions.mixes().mix_of(step).share(mover.function);
    return shares;
}

/// Returns, by step, how much is at work at once on the largest machine.
LargeVector<double> MemoryBound::replay_on(const Cores& cores, const Rule& rule) {
    LargeVector<double> at_work;
    const auto time_on = [&](std::uint32_t processors) {
        const Machine machine = cores.machine(processors);
        at_work = processors_at_work(run_, replay(run_, machine), rule.share);
        Change change;
        change.work = [&](StepIndex step) { return rule.time(step, at_work[step]); };
        return replayed_time(run_, machine, change);
    };
    const std::uint64_t on_one = time_on(1);
    for (const MachineRun& machine : cores.machines()) {
        const std::uint64_t time = machine.processors == 1 ? on_one : time_on(machine.processors);
        machines_.push_back({machine.processors, time, ratio(on_one, time),
                             cores.speedup(machine.replayed.time),
                             &machine >= cores.told_machines().data()});
    }
    return at_work;
}

/// The function with the most bytes comes first.
std::vector<MemoryBound::Mover> MemoryBound::sum_up(const Functions& functions,
                                                    const BytesOf& bytes_of) const {
    WorkParts bytes(functions.mixes());
    WorkParts work(functions.mixes());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        bytes.add(step, bytes_of(step));
        work.add(step, run_.steps[step].work);
    }
    const auto parts = work.parts();
    const std::map<FunctionIndex, std::uint64_t> works(parts.begin(), parts.end());
    std::vector<Mover> all;
    for (const auto& [function, moved] : bytes.parts()) {
        const auto found = works.find(function);
        all.push_back({function, function == no_work_key ? "not sampled" : functions.name(function),
                       moved, found == works.end() ? 0 : found->second});
    }
    return all;
}

std::vector<Table> MemoryBound::tables() const {
    if (machines_.empty())
        return {};
    Table cores{"cores_memory",
                {{"processors", Measure::count, true},
                 {"time", Measure::work},
                 {"speedup", Measure::ratio}},
                {},
                about_times_};
    for (const Limited& machine : machines_)
        cores.rows.push_back({std::uint64_t{machine.processors}, machine.time, machine.speedup});
    Table functions{
        "memory_by_function",
        {{"from_memory", Measure::bytes}, {"bytes_an_instruction", Measure::ratio}, {"function"}},
        {},
        about_movers_};
    for (const Mover& mover : movers_)
        functions.rows.push_back({mover.bytes, mover.bytes_a_unit(), mover.name});
    return movers_.empty() ? std::vector<Table>{cores} : std::vector<Table>{cores, functions};
}

Finding MemoryBound::finding() const {
    constexpr double worth_saying = 1.05;
    std::string less;
    for (const Limited& machine : machines_) {
        if (!machine.is_told || machine.processors == 1)
            continue;
        const std::string told =
            fixed(machine.speedup) + " on " + std::to_string(machine.processors);
        if (machine.without_limit > worth_saying * machine.speedup)
            less += (less.empty() ? "Memory may limit that to " : ", ") + told;
    }
    return less.empty() ? Finding() : Finding{"", less + ": " + reason_};
}

} // namespace ilm
