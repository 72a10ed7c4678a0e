// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/what_if.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/analysis/schedule/replay.h"

#include <algorithm>
#include <cmath>

namespace ilm {

namespace {

/// Functions with most of the critical path, and objects that are waited for longest.
constexpr std::size_t most_functions = 5;
constexpr std::size_t most_objects = 5;
/// The limit for all replays together, without those of the machine with enough processors.
constexpr std::uint64_t most_steps = 50'000'000;
constexpr std::uint64_t replays_of_a_machine = 2 * most_functions + 2 * most_objects;

/// The changes that are tried: to a function, or to an object.
constexpr const char* twice_as_fast = "twice as fast";
constexpr const char* for_free = "free";
constexpr const char* orders_nothing = "orders nothing";
constexpr const char* split_in_two = "split in two";

boost::dynamic_bitset<> set_of(const Run& run, const std::vector<ObjectIndex>& objects) {
    boost::dynamic_bitset<> set(run.objects.size());
    for (const ObjectIndex object : objects)
        set[object] = true;
    return set;
}

} // namespace

WhatIf::WhatIf(const Run& run, const Functions& functions, const CriticalPath& path,
               const Waits& waits, const Cores& cores, bool all_machines, const Doing& doing)
    : run_(run), functions_(functions), cores_(cores), doing_(doing) {
    choose_machines(all_machines);
    std::size_t tried = 0;
    for (const auto& [function, work] : path.by_function(functions)) {
        if (function == no_work_key || work == 0 || !functions.tell() || ++tried > most_functions)
            break;
        try_function(function, 0.5, twice_as_fast);
        try_function(function, 0, for_free);
    }
    tried = 0;
    for (const ObjectWaits& object : waits.objects()) {
        if (object.objects.empty() || object.contended == 0)
            continue;
        if (++tried > most_objects)
            break;
        try_without(object);
        if (is_lock(run.objects[object.objects.front()]))
            try_split(object);
    }
    std::stable_sort(outcomes_.begin(), outcomes_.end(),
                     [](const Outcome& a, const Outcome& b) { return a.gain > b.gain; });
}

/// One processor is left out, because the time there is hardly more than the work. Machines with
/// more processors than threads are left out, because they make no difference.
void WhatIf::choose_machines(bool all) {
    std::uint64_t steps = 0;
    for (const MachineRun& machine : cores_.machines()) {
        const bool enough = machine.processors >= cores_.threads();
        steps += run_.steps.size() * replays_of_a_machine;
        if (enough || (all && machine.processors > 1 && steps <= most_steps))
            machines_.push_back(&machine);
        if (enough)
            return;
    }
}

void WhatIf::replay_with(const Change& change, const Outcome& kind) {
    doing_(short_name(kind.what) + " " + kind.change);
    for (const MachineRun* machine : machines_) {
        const std::uint64_t time = replayed_time(run_, cores_.machine(machine->processors), change);
        const double gain = time == 0 ? 1 : 1 - ratio(time, machine->replayed.time);
        Outcome& outcome = outcomes_.emplace_back(kind);
        outcome.processors = machine->processors;
        outcome.time = time;
        outcome.gain = gain;
        outcome.error = gain * kind.error;
    }
}

void WhatIf::try_function(FunctionIndex function, double rest, const char* change) {
    std::vector<std::uint64_t> work;
    work.reserve(run_.steps.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const auto all = static_cast<double>(run_.steps[step].work);
        const double share = functions_.mixes().mix_of(step).share(function);
        work.push_back(static_cast<std::uint64_t>(std::llround(all * (1 - share * (1 - rest)))));
    }
    Outcome kind{functions_.name(function), change};
    kind.error = functions_.relative_error(function);
    kind.can_be_said = functions_.can_name(function);
    replay_with({[&work](StepIndex step) { return work[step]; }, {}, {}}, kind);
}

void WhatIf::try_without(const ObjectWaits& object) {
    replay_with({{}, set_of(run_, object.objects), {}}, {object.name, orders_nothing});
}

void WhatIf::try_split(const ObjectWaits& object) {
    replay_with({{}, {}, set_of(run_, object.objects)}, {object.name, split_in_two});
}

std::vector<Table> WhatIf::tables() const {
    Table table{"what_if",
                {{"gain", Measure::share},
                 {"time", Measure::work},
                 {"processors", Measure::count, true},
                 {"change"},
                 {"what"}},
                {},
                "The time on this number of processors if a function were faster, or if an object "
                "held up no thread. Everything else that threads do stays as recorded."};
    for (const Outcome& outcome : outcomes_)
        table.rows.push_back({outcome.gain, outcome.time, std::uint64_t{outcome.processors},
                              outcome.change, outcome.what});
    return {table};
}

/// On the machine with enough processors.
const Outcome* WhatIf::best(const char* change) const {
    const auto found =
        std::find_if(outcomes_.begin(), outcomes_.end(), [&](const Outcome& outcome) {
            return outcome.processors == machines_.back()->processors && outcome.change == change &&
                   outcome.can_be_said;
        });
    return found == outcomes_.end() ? nullptr : &*found;
}

namespace {

/// A gain from which on it is worth a line.
constexpr double worth_saying = 0.01;

} // namespace

Finding WhatIf::finding() const {
    std::string text;
    for (const char* const change : {twice_as_fast, split_in_two}) {
        const Outcome* const outcome = best(change);
        if (outcome == nullptr || outcome->gain < worth_saying)
            continue;
        text += (text.empty() ? "" : "; ") + short_name(outcome->what) + " " + change + ": " +
                gain_text(outcome->gain, outcome->error) + " less time";
    }
    return text.empty() ? Finding{} : Finding{"What if", text};
}

} // namespace ilm
