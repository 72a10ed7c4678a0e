// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/what_if.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/analysis/schedule/replay.h"

#include <algorithm>
#include <cmath>
#include <memory>

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
    if (cores.has_ranges())
        find_ranges();
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

void WhatIf::replay_with(const Outcome& kind) {
    doing_(short_name(kind.what) + " " + kind.change);
    const Change change = kind.tried().change;
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

TriedChange WhatIf::faster(FunctionIndex function, double rest) const {
    const auto work = std::make_shared<LargeVector<std::uint64_t>>();
    work->reserve(run_.steps.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const auto all = static_cast<double>(run_.steps[step].work);
        const double share = functions_.mixes().mix_of(step).share(function);
        work->push_back(static_cast<std::uint64_t>(std::llround(all * (1 - share * (1 - rest)))));
    }
    return {{[work](StepIndex step) { return (*work)[step]; }, {}, {}},
            {},
            cores_.uncertain().shares_of(functions_, function)};
}

void WhatIf::try_function(FunctionIndex function, double rest, const char* change) {
    Outcome kind{functions_.name(function), change};
    kind.error = functions_.relative_error(function);
    kind.can_be_said = functions_.can_name(function);
    kind.tried = [this, function, rest] { return faster(function, rest); };
    replay_with(kind);
}

void WhatIf::try_without(const ObjectWaits& object) {
    Outcome kind{object.name, orders_nothing};
    kind.tried = [this, &object] { return TriedChange{{{}, set_of(run_, object.objects), {}}}; };
    replay_with(kind);
}

void WhatIf::try_split(const ObjectWaits& object) {
    Outcome kind{object.name, split_in_two};
    kind.tried = [this, &object] { return TriedChange{{{}, {}, set_of(run_, object.objects)}}; };
    replay_with(kind);
}

/// Only of what the first screen says, because each range needs several replays.
void WhatIf::find_ranges() {
    for (const std::size_t i : said()) {
        Outcome& outcome = outcomes_[i];
        doing_(short_name(outcome.what) + " " + outcome.change + ": how far the time may be off");
        outcome.range = cores_.range_of_change(*machines_.back(), outcome.tried(), outcome.time);
    }
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
    if (!cores_.has_ranges())
        return {table};
    Table ranges{"what_if_range", ChangedRange::columns(), {}, ChangedRange::about};
    ranges.columns.insert(ranges.columns.end(),
                          {{"processors", Measure::count, true}, {"change"}, {"what"}});
    for (const Outcome& outcome : outcomes_)
        if (outcome.range) {
            ranges.rows.push_back(outcome.range->cells(outcome.gain, outcome.time));
            ranges.rows.back().insert(ranges.rows.back().end(), {std::uint64_t{outcome.processors},
                                                                 outcome.change, outcome.what});
        }
    return {table, ranges};
}

/// On the machine with enough processors.
std::vector<std::size_t> WhatIf::said() const {
    constexpr double worth_saying = 0.01;
    std::vector<std::size_t> said;
    for (const char* const change : {twice_as_fast, split_in_two}) {
        const auto best = std::ranges::find_if(outcomes_, [&](const Outcome& outcome) {
            return outcome.processors == machines_.back()->processors && outcome.change == change &&
                   outcome.can_be_said;
        });
        if (best != outcomes_.end() && best->gain >= worth_saying)
            said.push_back(static_cast<std::size_t>(best - outcomes_.begin()));
    }
    return said;
}

Finding WhatIf::finding() const {
    std::string text;
    for (const std::size_t i : said()) {
        const Outcome& outcome = outcomes_[i];
        text += (text.empty() ? "" : "; ") + short_name(outcome.what) + " " + outcome.change +
                ": " +
                less_time(outcome.gain, outcome.range ? outcome.range->gain : GainRange(),
                          outcome.error);
    }
    return text.empty() ? Finding{} : Finding{"What if", text};
}

} // namespace ilm
