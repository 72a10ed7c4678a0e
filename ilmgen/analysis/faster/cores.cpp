// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/cores.h"

#include "ilmgen/analysis/faster/fitted.h"
#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/dealt_items.h"
#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/analysis/schedule/roofline.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ilm {

namespace {

/// A factor of all work differs so much from 1 that it is worth saying.
constexpr double worth_a_factor = 0.05;

/// A bound on the speed-up that is above it by this factor is worth saying.
constexpr double worth_a_bound = 1.03;

/// The time with a processor for each thread, and without the order of the locks. Each order of the
/// locks adds to the order that is left, so no order of the locks takes less time.
std::uint64_t time_without_locks(const Run& run, const StepFactors* factors) {
    const auto enough = static_cast<std::uint32_t>(std::max<std::size_t>(run.threads.size(), 1));
    Change change;
    change.ignored.resize(run.objects.size());
    for (ObjectIndex object = 0; object < run.objects.size(); ++object)
        change.ignored[object] = is_lock(run.objects[object]);
    for (const auto& [counter, _] : dealt_items(run))
        change.ignored[counter] = true;
    Machine machine{enough, LockOrder::recorded};
    machine.factors = factors;
    return replayed_time(run, machine, change);
}

} // namespace

std::vector<Column> ChangedRange::columns() {
    return {{"gain_p10", Measure::share}, {"gain", Measure::share}, {"gain_p90", Measure::share},
            {"time_p10", Measure::work},  {"time", Measure::work},  {"time_p90", Measure::work},
            {"states", Measure::count}};
}

std::vector<Cell> ChangedRange::cells(double usual_gain, std::uint64_t usual_time) const {
    return {gain.p10, usual_gain, gain.p90, time.p10, usual_time, time.p90, gain.states()};
}

Cores::Cores(const Run& run, const Doing& doing, const CoresDetail& detail)
    : run_(run), detail_(detail), threads_(run.most_threads_at_once()),
      deals_(!dealt_items(run).empty()), chooses_an_order_(chooses_an_order(run)),
      hand_overs_(detail.costs == nullptr
                      ? std::nullopt
                      : std::optional(HandOvers(run, *detail.costs, detail.unit))),
      fitted_hand_overs_(hand_overs_),
      time_on_one_(hand_overs_ || run.is_ever_away() ? replayed_time(run, machine(1)) : run.work),
      uncertain_(run, hand_overs_ ? &*hand_overs_ : nullptr, detail.errors) {
    if (detail.on_one != nullptr && detail.on_one->wall_ns > 0)
        off_on_one_ = {detail.on_one->shortest_ns / detail.on_one->wall_ns,
                       detail.on_one->longest_ns / detail.on_one->wall_ns};
    if (detail.on_several != nullptr)
        compare_with_measured(*detail.on_several, doing);
    const std::uint32_t enough = std::bit_ceil(threads_);
    std::uint32_t processors = detail.all_machines ? 1 : std::max<std::uint32_t>(enough / 2, 1);
    for (; processors <= enough; processors *= 2)
        replay_on(processors, doing);
    replay_beyond(doing);
    find_bounds();
}

Machine Cores::machine(std::uint32_t processors, LockOrder order) const {
    Machine machine{processors, order};
    if (hand_overs_)
        machine.hand_overs = processors == 1 ? &*hand_overs_ : &*fitted_hand_overs_;
    const auto factors = factors_.find(processors);
    machine.factors = factors == factors_.end() ? nullptr : &factors->second;
    return machine;
}

/// Processors without a thread change nothing.
void Cores::compare_with_measured(const NativeTime& measured, const Doing& doing) {
    const auto several =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(measured.processors, threads_));
    if (several < 2 || measured.wall_ns <= 0)
        return;
    doing("the native run on " + std::to_string(measured.processors) + " processors");
    const Replayed usual = replay(run_, machine(several));
    if (usual.time == 0)
        return;
    several_ = several;
    const LargeVector<double> at_work = processors_at_work(run_, usual);
    const auto replayed =
        static_cast<double>(time_as_measured(usual.time, measured.wall_ns, at_work));
    off_ = {measured.wall_ns / replayed, measured.shortest_ns / replayed,
            measured.longest_ns / replayed};
}

std::uint64_t Cores::time_as_measured(std::uint64_t time, double wanted,
                                      const LargeVector<double>& at_work) {
    if (fit_hand_overs(time, wanted, at_work) || detail_.slowdown == nullptr)
        return fit_all_work(time, wanted, at_work);
    choose_slowdown(time, wanted, at_work);
    fit_hand_overs(time, wanted, at_work);
    return fit_all_work(time, wanted, at_work);
}

std::uint64_t Cores::time_on_several(const LargeVector<double>& at_work) {
    const auto several = static_cast<std::uint32_t>(several_);
    factors_.clear();
    add_factors(several, at_work);
    return replayed_time(run_, machine(several));
}

/// Returns whether the cost of hand-overs may be the reason why the time is not as wanted.
bool Cores::fit_hand_overs(std::uint64_t& time, double wanted, const LargeVector<double>& at_work) {
    if (!hand_overs_)
        return is_close(time, wanted);
    const auto time_at = [&](double position) {
        fitted_hand_overs_ = hand_overs_->at(position);
        return time_on_several(at_work);
    };
    const double other = static_cast<double>(time) > wanted ? -1 : 1;
    const Fitted best = fitted({0, time}, other, wanted, time_at);
    fitted_hand_overs_ = hand_overs_->at(best.figure);
    time = best.time;
    return best.is_reason;
}

void Cores::choose_slowdown(std::uint64_t& time, double wanted,
                            const LargeVector<double>& at_work) {
    slowdown_ = detail_.slowdown;
    const std::uint64_t slowed = time_on_several(at_work);
    if (distance(slowed, wanted) < distance(time, wanted)) {
        time = slowed;
        return;
    }
    slowdown_ = nullptr;
    factors_.clear();
}

/// If half of the run is serial, the other half must change by more than the whole.
std::uint64_t Cores::fit_all_work(std::uint64_t time, double wanted,
                                  const LargeVector<double>& at_work) {
    const auto time_with = [&](double factor) {
        all_work_ = factor;
        return time_on_several(at_work);
    };
    const double most = std::pow(wanted / static_cast<double>(time), 3);
    const Fitted best = fitted({1, time}, most, wanted, time_with);
    all_work_ = best.figure;
    factors_.clear();
    add_factors(static_cast<std::uint32_t>(several_), at_work);
    return best.time;
}

/// The native run does not tell how this factor grows on more processors, so it stays the same.
double Cores::factor_of_all_work(double at_work) const {
    return 1 + (all_work_ - 1) * (std::min(at_work, several_) - 1) / (several_ - 1);
}

/// `at_work`: by step, as processors_at_work().
void Cores::add_factors(std::uint32_t processors, const LargeVector<double>& at_work) {
    if (slowdown_ == nullptr && all_work_ == 1)
        return;
    StepFactors& factors = factors_[processors];
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const double of_function =
            slowdown_ == nullptr ? 1 : slowdown_->factor(step, at_work[step]);
        factors.push_back(static_cast<float>(of_function * factor_of_all_work(at_work[step])));
    }
}

void Cores::find_factors(std::uint32_t processors) {
    const bool are_needed = slowdown_ != nullptr || all_work_ != 1;
    if (are_needed && processors > 1 && !factors_.contains(processors))
        add_factors(processors, processors_at_work(run_, replay(run_, machine(processors))));
}

void Cores::find_bounds() {
    const std::uint64_t as_in_run =
        chooses_an_order_ ? time_without_locks(run_, nullptr) : timeline_of(run_).span;
    for (MachineRun& on : machines_) {
        const StepFactors* const factors = machine(on.processors).factors;
        on.work = factors == nullptr ? run_.work : 0;
        for (StepIndex step = 0; factors != nullptr && step < run_.steps.size(); ++step)
            on.work += time_of_work(factors, step, run_.steps[step].work);
        on.without_locks = factors == nullptr ? as_in_run : time_without_locks(run_, factors);
    }
    if (!deals_)
        return;
    const std::uint64_t dealt = std::ranges::min(machines_, {}, &MachineRun::dealt).dealt;
    for (MachineRun& on : machines_)
        on.without_locks = std::min(on.without_locks, dealt);
}

/// Adds a machine with twice as many processors. If the machine before has a processor for each
/// thread of the run, and hand-overs cost nothing, the times on both are the same.
void Cores::replay_beyond(const Doing& doing) {
    const std::uint32_t enough = machines_.back().processors;
    if (!hand_overs_ && factors_.empty() && run_.threads.size() <= enough) {
        machines_.push_back(machines_.back());
        machines_.back().processors = 2 * enough;
        return;
    }
    detail_.schedule = {};
    replay_on(2 * enough, doing);
}

/// Tells the times of the steps, and then forgets them, because they take more memory than the run.
void Cores::replay_on(std::uint32_t processors, const Doing& doing) {
    doing("processors: " + std::to_string(processors));
    find_factors(processors);
    Machine wanted = machine(processors);
    wanted.tells_steps = detail_.schedule || needs_heap_peaks();
    MachineRun& result = machines_.emplace_back();
    result.processors = processors;
    result.replayed = replay(run_, wanted);
    try_orders(result);
    if (has_ranges())
        find_range(result);
    if (needs_heap_peaks())
        find_heap_peak(result);
    if (detail_.schedule)
        detail_.schedule(result);
    result.replayed.begins = {};
    result.replayed.done = {};
    result.replayed.woken_by = {};
}

void Cores::try_orders(MachineRun& result) const {
    const auto try_on = [this, &result](const Machine& wanted) {
        const std::uint64_t time = replayed_time(run_, wanted);
        result.shortest = std::min(result.shortest, time);
        result.longest = std::max(result.longest, time);
        return time;
    };
    result.shortest = result.longest = result.replayed.time;
    if (chooses_an_order_)
        for (const LockOrder order : {LockOrder::last_come, LockOrder::recorded})
            try_on(machine(result.processors, order));
    if (deals_) {
        Machine deals_anew = machine(result.processors);
        deals_anew.deals_anew = true;
        result.dealt = try_on(deals_anew);
    }
}

void Cores::find_heap_peak(MachineRun& result) const {
    result.heap_peak = heap_peak(run_, timed_lives(run_, result.replayed)).bytes;
}

void Cores::find_range(MachineRun& machine) const {
    const auto time_if_known = [&](const Deviation& deviation) {
        const std::uint64_t time = time_if(machine, deviation);
        machine.times.emplace(deviation, time);
        return static_cast<double>(time);
    };
    const auto usual = static_cast<double>(machine.replayed.time);
    const Spread spread = uncertain_.spread_of(usual, time_if_known);
    machine.range = spread.of_time();
    machine.doubtful = spread.largest;
    uncertain_.find_states(machine.range, spread, usual, time_if_known);
    allow_for_one_processor(machine);
    allow_for_measured(machine);
}

/// If threads hand over so often that more processors only make the run slower, the kernel may
/// leave all threads on one: Linux wakes a thread on its waker's processor if it expects that to be
/// faster. Then the run takes as long as on one processor, so that there are two stable states.
void Cores::allow_for_one_processor(MachineRun& machine) const {
    if (!hand_overs_ || machine.replayed.time <= time_on_one_)
        return;
    const std::uint64_t on_one = replayed_time(run_, this->machine(1));
    machine.range.p10 = std::min(machine.range.p10, on_one);
    machine.range.has_two_states = machine.range.has_two_states || machine.range.is_wide();
}

/// Between one processor and those of the native run, the replay is off by less.
void Cores::allow_for_measured(MachineRun& machine) const {
    const double part = std::min(1.0, (machine.processors - 1) / (several_ - 1));
    const bool was_wide = machine.range.is_wide();
    const auto allow_for = [&machine](double off) {
        const auto time = static_cast<std::uint64_t>(
            std::llround(static_cast<double>(machine.replayed.time) * off));
        machine.range.p10 = std::min(machine.range.p10, time);
        machine.range.p90 = std::max(machine.range.p90, time);
    };
    if (machine.processors == 1)
        std::ranges::for_each(off_on_one_, allow_for);
    for (const double off : off_)
        allow_for(1 + (off - 1) * part);
    machine.is_measured = machine.range.is_wide() && !was_wide;
}

/// On one processor the time is the native run's CPU time, however it divides among functions.
std::uint64_t Cores::time_if(const MachineRun& on, const Deviation& deviation) const {
    if (on.processors == 1 && uncertain_.part(deviation.figure) != nullptr)
        return on.replayed.time;
    const auto known = on.times.find(deviation);
    return known != on.times.end() ? known->second
                                   : uncertain_.time_if(deviation, machine(on.processors));
}

/// The gain compares two times that deviate in the same way. Example: with slow hand-overs a run
/// takes 150 in place of 100, and 75 in place of 60 without its lock. So the gain is 50 % in place
/// of 40 %.
ChangedRange Cores::range_of_change(const MachineRun& on, const TriedChange& tried,
                                    std::uint64_t time) const {
    std::map<Deviation, std::uint64_t> times;
    const auto changed_time_if = [&](const Deviation& deviation) {
        const auto [known, is_new] = times.try_emplace(deviation);
        if (is_new) {
            known->second = uncertain_.time_if(deviation, machine(on.processors), tried);
            if (tried.most_saved) {
                const std::uint64_t before = time_if(on, deviation);
                const std::uint64_t saved = uncertain_.most_saved_if(deviation, tried);
                known->second = std::max(known->second, before - std::min(saved, before));
            }
        }
        return static_cast<double>(known->second);
    };
    const auto gain_if = [&](const Deviation& deviation) {
        const auto before = static_cast<double>(time_if(on, deviation));
        return before > 0 ? 1 - changed_time_if(deviation) / before : 0;
    };
    const auto usual = static_cast<double>(time);
    const double usual_gain = 1 - ratio(time, on.replayed.time);
    const Spread spread = uncertain_.spread_of(usual, changed_time_if);
    const Spread spread_of_gain = uncertain_.spread_of(usual_gain, gain_if);
    ChangedRange range{spread.of_time(), spread_of_gain.of_gain()};
    uncertain_.find_states(range.time, spread, usual, changed_time_if);
    uncertain_.find_states(range.gain, spread_of_gain, usual_gain, gain_if);
    return range;
}

TimeRange Cores::range_on_one() const {
    const auto [shortest, longest] = off_on_one_;
    const auto time = static_cast<double>(time_on_one_);
    return {static_cast<std::uint64_t>(std::llround(time * shortest)),
            static_cast<std::uint64_t>(std::llround(time * longest))};
}

SpeedupRange Cores::speedup_range(std::uint64_t time, const TimeRange& range) const {
    const double usual = speedup(time);
    if (usual <= 0 || range.p10 == 0)
        return {usual, usual};
    const auto [shortest, longest] = off_on_one_;
    const double less = std::hypot(1 - speedup(range.p90) / usual, 1 - shortest);
    const double more = std::hypot(speedup(range.p10) / usual - 1, longest - 1);
    return {usual * std::max(0.0, 1 - less), usual * (1 + more)};
}

double Cores::speedup(const MachineRun& machine) const {
    return speedup(machine.replayed.time);
}

/// A schedule takes at least the work divided by the processors, and at least the longest chain
/// without the locks' order.  Example: two threads each work 3 outside a lock and 1 inside it. The
/// work is 8, the chain 4, so the speed-up is at most 2, whoever has the lock first.
double Cores::most_speedup(const MachineRun& machine) const {
    const double slower_than_work = machine.work == 0 ? 1 : ratio(time_on_one_, machine.work);
    return std::min(machine.processors * slower_than_work, speedup(machine.without_locks));
}

double Cores::order_dependent(const MachineRun& machine) const {
    return ratio(machine.longest - machine.shortest, machine.replayed.time);
}

std::vector<Table> Cores::tables() const {
    Table cores{"cores",
                {{"processors", Measure::count, true},
                 {"time", Measure::work},
                 {"speedup", Measure::ratio},
                 {"speedup_at_most", Measure::ratio},
                 {"efficiency", Measure::share},
                 {"order_dependent", Measure::share},
                 {.key = "heap_peak", .measure = Measure::bytes, .is_of_memory = true},
                 {"locks_kept", Measure::count}},
                {},
                "The same work, replayed on this number of processors. A lock or a processor goes "
                "to the thread that comes first, and a thread keeps its processor until it waits. "
                "Everything else is as recorded. Speedup at most: no schedule and no order of the "
                "locks is faster than this, which is the smaller of the number of processors and "
                "the work divided by the span without locks. Order dependent: how much the time "
                "differs between three orders of the locks, which are first come, last come and "
                "recorded; other orders may differ by more. Locks kept: the number of locks whose "
                "recorded order had to be kept, because threads would wait for ever otherwise."};
    for (const MachineRun& machine : machines_) {
        const Replayed& replay = machine.replayed;
        cores.rows.push_back({std::uint64_t{machine.processors}, replay.time, speedup(machine),
                              most_speedup(machine), speedup(machine) / machine.processors,
                              order_dependent(machine), machine.heap_peak,
                              std::uint64_t{replay.kept}});
    }
    std::vector<Table> tables{cores, thread_table()};
    if (has_ranges())
        tables.push_back(range_table());
    if (deals_)
        tables.push_back(dealt_table());
    return tables;
}

/// Has a column for each reason to be away that occurs.
Table Cores::thread_table() const {
    Table table{"cores_by_thread",
                {{"processors", Measure::count, true},
                 {"working", Measure::work},
                 {"idle", Measure::work},
                 {"thread"}},
                {},
                "How long each thread works, and how long it waits for other threads or for a "
                "processor, from its beginning to its end."};
    std::vector<std::vector<std::uint64_t>> away; // by reason, by thread
    for (const Away why : all_kinds_of_away) {
        if (run_.times_away(why).empty())
            continue;
        const AwayWords words = words_of(why);
        table.columns.insert(table.columns.end() - 1, {words.key, Measure::work});
        table.about +=
            std::string(" ") + words.key + ": " + words.of_whom + ", and needs no processor then.";
        away.push_back(away_by_thread(run_, why));
    }
    for (const MachineRun& machine : machines_) {
        const Replayed& replay = machine.replayed;
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread) {
            std::uint64_t idle =
                replay.ends[thread] - replay.begun[thread] - replay.working[thread];
            std::vector<Cell> row{std::uint64_t{machine.processors}, replay.working[thread]};
            for (const std::vector<std::uint64_t>& time : away) {
                idle -= time[thread];
                row.emplace_back(time[thread]);
            }
            row.insert(row.begin() + 2, idle);
            row.emplace_back(thread_name(run_, thread));
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

/// Has a column for hand-overs only if they cost something.
Table Cores::range_table() const {
    Table table{"cores_range",
                {{"processors", Measure::count, true},
                 {"time_p10", Measure::work},
                 {"time", Measure::work},
                 {"time_p90", Measure::work},
                 {"speedup_p10", Measure::ratio},
                 {"speedup", Measure::ratio},
                 {"speedup_p90", Measure::ratio},
                 {"states", Measure::count}},
                {},
                "How far the same times and speed-ups may be off. States: 2 if the times between "
                "both ends fall "
                "into two groups, else 1."};
    if (hand_overs_) {
        table.columns.push_back({"handing_over", Measure::work});
        table.about +=
            " Each hand-over between threads takes as long as the 10th, 50th and 90th percentile "
            "of the measured ones (--machine). After a native run on several processors, the "
            "second of these is the cost with which the replay takes as long as this run, if there "
            "is one between the other two. Handing over: the time that all threads together spend "
            "on hand-overs.";
    }
    if (detail_.errors != nullptr)
        table.about +=
            " Each function has as many native samples as the 10th and 90th percentile of such "
            "counts, while the CPU time of the run stays as measured (--native).";
    table.about += " The squares of what each cause adds to the time are summed up, and so are the "
                   "squares of what each takes from it.";
    for (const MachineRun& machine : machines_) {
        const SpeedupRange speedups = speedup_range(machine.replayed.time, machine.range);
        std::vector<Cell> row{std::uint64_t{machine.processors},
                              machine.range.p10,
                              machine.replayed.time,
                              machine.range.p90,
                              speedups.p10,
                              speedup(machine),
                              speedups.p90,
                              machine.range.states()};
        if (hand_overs_)
            row.emplace_back(machine.replayed.handing_over);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table Cores::dealt_table() const {
    Table dealt{"cores_dealt",
                {{"processors", Measure::count, true}, {"time", Measure::work}},
                {},
                "The time if items that threads take from a counter go to the thread that is free "
                "first. In the table above, each thread has the items that it had in the run."};
    for (const MachineRun& machine : machines_)
        dealt.rows.push_back({std::uint64_t{machine.processors}, machine.dealt});
    return dealt;
}

std::string Cores::speedup_text(std::uint64_t time, const TimeRange& range) const {
    const SpeedupRange speedups = speedup_range(time, range);
    return speedups.is_wide() ? between(fixed(speedups.p10), fixed(speedups.p90))
                              : fixed(speedup(time));
}

std::string Cores::speedup_text(const MachineRun& machine) const {
    if (speedup_range(machine.replayed.time, machine.range).is_wide())
        return speedup_text(machine.replayed.time, machine.range);
    const bool is_close = most_speedup(machine) < worth_a_bound * speedup(machine);
    return fixed(speedup(machine)) +
           (is_close || hand_overs_ ? "" : " to " + fixed(most_speedup(machine)));
}

/// Says if the native run on several processors, few native samples or few looks are the reason for
/// most of a range.
std::string Cores::reason_of_ranges() const {
    const auto [shortest, longest] = off_on_one_;
    if (is_wide_range(shortest, longest))
        return ", because without Valgrind runs on one core take " +
               between(fixed(shortest), fixed(longest)) + " times as long as the usual one";
    for (const MachineRun& machine : told_machines()) {
        if (machine.is_measured) {
            const auto [least, most] = std::ranges::minmax(off_);
            return ", because without Valgrind the run takes " +
                   (fixed(least) == fixed(most) ? fixed(most)
                                                : between(fixed(least), fixed(most))) +
                   " times as long on " + formatted("%.0f", several_) + " as in the replay";
        }
        if (!machine.range.is_wide() || !machine.doubtful)
            continue;
        if (const NativeErrors::Part* const part = uncertain_.part(*machine.doubtful))
            return ", because the native run has only " + std::to_string(part->samples) +
                   " samples of " + short_name(part->name);
        if (uncertain_.is_io(*machine.doubtful))
            return ", because only " + std::to_string(uncertain_.io_looks()) +
                   " looks found threads waiting for I/O";
    }
    return {};
}

Finding Cores::finding() const {
    constexpr double worth_saying = 0.001;
    std::string text;
    double dependent = 0;
    for (const MachineRun& machine : told_machines()) {
        if (machine.processors == 1)
            continue;
        text += (text.empty() ? "On " : ", on ") + std::to_string(machine.processors) +
                (text.empty() ? " cores " : " ") + speedup_text(machine) +
                (text.empty() ? " times as fast" : "") +
                (machine.range.has_two_states ? two_states_text : "");
        dependent = std::max(dependent, order_dependent(machine));
    }
    return {"", text + (hand_overs_ ? " with what hand-overs cost" : "") + reason_of_ranges() +
                    (dependent < worth_saying
                         ? ""
                         : "  (three lock orders differ by " + percent(dependent) + ")")};
}

Finding Cores::finding_of_slowdown() const {
    const std::string on_several =
        " times as long on " + formatted("%.0f", several_) + " processors as on one";
    const std::string all = std::abs(all_work_ - 1) < worth_a_factor
                                ? ""
                                : "by the native run's duration all work takes " + fixed(all_work_);
    if (slowdown_ != nullptr)
        return {"", "That contains what caches and memory change: without Valgrind " +
                        short_name(slowdown_->function) + " takes " +
                        fixed(slowdown_->of_function) + on_several +
                        (all.empty() ? "" : ", and " + all + " times as long in addition")};
    return {"",
            all.empty() ? "" : "That contains what the replay cannot know: " + all + on_several};
}

} // namespace ilm
