// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/memory_bound.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"

#include <map>

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
                         const MachineCosts* costs, double unit, const Doing& doing)
    : run_(run), is_known_(costs != nullptr && costs->memory) {
    if (!is_known_)
        return;
    const Roofline roofline(run, *costs->memory, unit);
    if (!limits_any(run, roofline, cores.threads()))
        return;
    doing("memory's limit");
    replay_on(cores, roofline);
    sum_up(functions, roofline);
}

void MemoryBound::replay_on(const Cores& cores, const Roofline& roofline) {
    const auto time_on = [&](std::uint32_t processors) {
        const Machine machine = cores.machine(processors);
        const auto at_work = processors_at_work(run_, replay(run_, machine));
        Change change;
        change.work = [&](StepIndex step) { return roofline.time(step, at_work[step]); };
        return replay(run_, machine, change).time;
    };
    const std::uint64_t on_one = time_on(1);
    for (const MachineRun& machine : cores.machines()) {
        const std::uint64_t time = machine.processors == 1 ? on_one : time_on(machine.processors);
        machines_.push_back({machine.processors, time, ratio(on_one, time),
                             cores.speedup(machine.replayed.time),
                             &machine >= cores.told_machines().data()});
    }
}

void MemoryBound::sum_up(const Functions& functions, const Roofline& roofline) {
    WorkParts bytes(functions.mixes());
    WorkParts work(functions.mixes());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        bytes.add(step, roofline.from_memory(step));
        work.add(step, run_.steps[step].work);
    }
    by_function_ = bytes.parts();
    const auto parts = work.parts();
    std::map<FunctionIndex, std::uint64_t> works(parts.begin(), parts.end());
    for (const auto& [function, _] : by_function_) {
        names_.push_back(function == no_work_key ? "not sampled" : functions.name(function));
        works_.push_back(works[function]); // 0: only the kernel moves bytes in it
    }
}

std::vector<Table> MemoryBound::tables() const {
    if (machines_.empty())
        return {};
    Table cores{
        "cores_memory",
        {{"processors", Measure::count, true},
         {"time", Measure::work},
         {"speedup", Measure::ratio}},
        {},
        "The same times, if all bytes of heap blocks that do not fit into a processor's caches "
        "come from memory, and the working processors share the memory's speed (--machine). The "
        "speedup is against one processor with the same limit. It is not known how many bytes "
        "really come from memory, so the true times are between these and those above."};
    for (const Limited& machine : machines_)
        cores.rows.push_back({std::uint64_t{machine.processors}, machine.time, machine.speedup});
    Table functions{
        "memory_by_function",
        {{"from_memory", Measure::bytes}, {"bytes_an_instruction", Measure::ratio}, {"function"}},
        {},
        "The largest number of bytes that can come from memory, by the function that reads and "
        "writes them, estimated from samples."};
    for (std::size_t i = 0; i < by_function_.size(); ++i)
        functions.rows.push_back(
            {by_function_[i].second, ratio(by_function_[i].second, works_[i]), names_[i]});
    return {cores, functions};
}

Finding MemoryBound::finding() const {
    constexpr double worth_saying = 1.05;
    std::string text;
    for (const Limited& machine : machines_)
        if (machine.is_told && machine.processors > 1 &&
            machine.without_limit > worth_saying * machine.speedup)
            text += (text.empty() ? "Memory may limit that to " : ", ") + fixed(machine.speedup) +
                    " on " + std::to_string(machine.processors);
    if (text.empty())
        return {};
    return {"", text + ": " + short_name(names_.front()) + " moves " +
                    rounded_bytes(by_function_.front().second) + " that caches cannot hold"};
}

} // namespace ilm
