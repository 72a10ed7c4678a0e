// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/faster/limits.h"

#include "ilmgen/analysis/meetings/even_rounds.h"
#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/replay.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

namespace ilm {

namespace {

/// How many candidates of each kind are tried: those with most waiting, most of the path, or most
/// loss.
constexpr std::size_t most_locks = 3;
constexpr std::size_t most_stages = 3;
constexpr std::size_t most_meetings = 3;
/// A gain from which on a cause is a limit of the run, and one from which on balance has a line.
constexpr double limits_the_run = 0.05;
constexpr double is_worth_a_line = 0.01;
/// A lock that costs this part of the time is said to serialise the run.
constexpr double serialises = 0.4;
/// A stage is named after a function that has this share of its thread's part of the path. Sleep
/// that costs this part of the time is said to take most of it.
constexpr double is_most = 0.5;
/// A thread that does this share of the serial part is said to be the only one that works.
constexpr double is_nearly_all = 0.99;

const char* key_of(Cause cause) {
    switch (cause) {
    case Cause::lock: return "lock";
    case Cause::stage: return "stage";
    case Cause::imbalance: return "imbalance";
    case Cause::ranks: return "ranks";
    case Cause::serial: return "serial";
    case Cause::sleep: return "sleep";
    default: return "io";
    }
}

std::string capitalised(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

/// "lock.c:3" for "f (lock.c:3)"; a text without such an end is returned whole.
std::string line_of(const std::string& place) {
    const std::size_t begin = place.rfind(" (");
    return begin == std::string::npos || !place.ends_with(')')
               ? place
               : place.substr(begin + 2, place.size() - begin - 3);
}

/// CPython's own lock has no name in a trace. This is a guess, and the report says so.
bool is_perhaps_pythons(const Run& run, const ObjectWaits& waits) {
    const RunObject& object = run.objects[waits.objects.front()];
    const std::string file = object.at == 0 ? "" : run.stacks.own_object(object.at);
    return object.prim == TRACE_PRIM_COND &&
           (file.starts_with("python3") || file.starts_with("libpython3"));
}

/// "34 % less time"
std::string less_time_of(const CausedLimit& limit, double error = 0) {
    return less_time(limit.gain, limit.range ? limit.range->gain : GainRange(), error);
}

/// A sentence that ends with the gain.
std::function<std::string(const CausedLimit&)> sentence_about(const std::string& begin) {
    return [begin](const CausedLimit& limit) { return begin + less_time_of(limit); };
}

const MachineRun& enough(const Cores& cores) {
    return *std::ranges::find_if(cores.machines(), [&cores](const MachineRun& machine) {
        return machine.processors >= cores.threads();
    });
}

} // namespace

RunLimits::RunLimits(const LimitSources& from, const Doing& doing)
    : from_(from), run_(from.run), doing_(doing), similar_(from.run, from.functions),
      serial_(from.run, from.timeline), enough_(enough(from.cores)), time_(enough_.replayed.time) {
    if (time_ == 0)
        return;
    try_locks();
    try_stages();
    try_meetings();
    try_ranks();
    try_serial_part();
    std::ranges::for_each(all_kinds_of_away, [this](Away why) { try_without(why); });
    std::stable_sort(causes_.begin(), causes_.end(),
                     [](const CausedLimit& a, const CausedLimit& b) { return a.gain > b.gain; });
    find_ranges();
}

CausedLimit RunLimits::tried(Cause cause, const std::string& what, const std::string& change_text,
                             const TriedChange& change) const {
    doing_(short_name(what) + " " + change_text);
    const std::uint64_t replayed =
        replayed_time(run_, from_.cores.machine(enough_.processors), change.change);
    const std::uint64_t time =
        std::max(replayed, time_ - std::min(change.most_saved.value_or(time_), time_));
    return {cause, what, change_text, time, 1 - ratio(time, time_)};
}

/// How much less work the changed run has.  Intervals that get more do not count.
std::uint64_t RunLimits::saved_work(const Change& change) const {
    const StepFactors* const factors = from_.cores.machine(enough_.processors).factors;
    std::uint64_t saved = 0;
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        saved += time_of_work(factors, step,
                              run_.steps[step].work -
                                  std::min(run_.steps[step].work, change.work(step)));
    return saved;
}

void RunLimits::keep(CausedLimit limit, const Sentence& sentence, const TriedChange& change) {
    limit.sentence = sentence(limit);
    if (Largest& largest = largest_[limit.cause]; limit.gain > largest.gain)
        largest = {limit.gain, sentence, change};
    if (limit.gain > 0)
        causes_.push_back(std::move(limit));
}

bool RunLimits::is_worth_a_range(const CausedLimit& limit) const {
    return from_.cores.has_ranges() &&
           (is_limit(limit) || (limit.cause == Cause::imbalance && limit.gain >= is_worth_a_line));
}

/// Only for the largest cause of each kind, because each range needs several replays, and the first
/// screen says no other causes.
void RunLimits::find_ranges() {
    for (CausedLimit& limit : causes_) {
        const auto largest = largest_.extract(limit.cause);
        if (largest.empty() || !is_worth_a_range(limit))
            continue;
        doing_(short_name(limit.what) + " " + limit.change + ": how far the time may be off");
        const auto& [gain, sentence, change] = largest.mapped();
        limit.range = from_.cores.range_of_change(enough_, change, limit.time);
        limit.sentence = sentence(limit);
    }
    largest_.clear();
}

void RunLimits::try_locks() {
    std::size_t tried_locks = 0;
    std::vector<Candidate> locks;
    for (const ObjectWaits& object : from_.waits.objects()) {
        if (object.objects.empty() || object.contended == 0)
            continue;
        if (++tried_locks > most_locks)
            break;
        Turns turns = turns_at(run_, from_.timeline, similar_, object);
        if (turns.are_taken)
            locks.push_back({&object, std::move(turns)});
    }
    std::ranges::for_each(locks, [this](const Candidate& lock) { try_lock(lock); });
    if (locks.size() > 1 &&
        std::ranges::none_of(causes_, [this](const CausedLimit& limit) { return is_limit(limit); }))
        try_locks_together(std::move(locks));
}

void RunLimits::try_lock(const Candidate& lock) {
    const std::string name = capitalised(name_of(lock));
    const std::string threads = std::to_string(lock.turns.threads);
    keep(
        tried_without({lock}),
        [this, name, threads](const CausedLimit& limit) {
            return name +
                   (limit.gain >= serialises ? " serialises the run: " : " holds threads up: ") +
                   threads + speedups_text(limit, "it");
        },
        without({lock}));
}

/// " threads are 1.33 times as fast as one; without it 2.00"
std::string RunLimits::speedups_text(const CausedLimit& limit, const std::string& without) const {
    const TimeRange range = limit.range ? limit.range->time : TimeRange();
    return " threads are " + speedup_text() + "; without " + without + " " +
           from_.cores.speedup_text(limit.time, range) +
           (range.has_two_states ? two_states_text : "");
}

/// Returns "1.33 times as fast as one" for the unchanged run.
std::string RunLimits::speedup_text() const {
    return from_.cores.speedup_text(time_, enough_.range) + " times as fast as one" +
           (enough_.range.has_two_states ? two_states_text : "");
}

/// Each of two locks may keep the order that the other one makes. Example: a thread of Python that
/// has got its own lock needs the interpreter's next, and gets it in the same order. A lock is left
/// out if the gain is hardly smaller without it.
void RunLimits::try_locks_together(std::vector<Candidate> locks) {
    constexpr double hardly_less = 0.9;
    CausedLimit limit = tried_without(locks);
    for (std::size_t i = locks.size(); is_limit(limit) && locks.size() > 2 && i-- > 0;) {
        std::vector<Candidate> fewer = locks;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const CausedLimit without = tried_without(fewer);
        if (without.gain < hardly_less * limit.gain)
            continue;
        limit = without;
        locks = std::move(fewer);
    }
    std::string names = capitalised(name_of(locks.front()));
    std::uint32_t threads = 0;
    for (std::size_t i = 0; i < locks.size(); ++i) {
        threads = std::max(threads, locks[i].turns.threads);
        names += i == 0 ? "" : " and " + name_of(locks[i]);
    }
    keep(
        limit,
        [this, names, threads](const CausedLimit& together) {
            return names +
                   (together.gain >= serialises ? " together serialise the run: "
                                                : " together hold threads up: ") +
                   std::to_string(threads) + speedups_text(together, "them");
        },
        without(locks));
}

TriedChange RunLimits::without(const std::vector<Candidate>& locks) const {
    TriedChange without;
    without.change.ignored.resize(run_.objects.size());
    for (const Candidate& lock : locks)
        without.change.ignored |= lock.turns.with;
    return without;
}

CausedLimit RunLimits::tried_without(const std::vector<Candidate>& locks) const {
    std::string names;
    std::size_t n_objects = 0;
    for (const Candidate& lock : locks) {
        names += (names.empty() ? "" : " and ") + lock.object->name;
        n_objects += lock.object->objects.size();
    }
    const TriedChange change = without(locks);
    const bool is_one = locks.size() == 1;
    const char* const text = change.change.ignored.count() > n_objects
                                 ? "and its mutex order nothing"
                             : is_one ? "orders nothing"
                                      : "order nothing";
    return tried(Cause::lock, names, text, change);
}

std::string RunLimits::name_of(const Candidate& lock) const {
    const std::string place = place_name(run_, lock.turns.at);
    const std::string name = short_name(lock.object->name);
    if (is_perhaps_pythons(run_, *lock.object))
        return name + ", probably Python's global interpreter lock,";
    return place.empty() ? name : name + " (taken at " + line_of(short_name(place)) + ")";
}

/// "compress (thread 2)"; of several processes "sort (process 9381)".
std::string RunLimits::stage_name(ThreadIndex thread) const {
    const RunThread& this_thread = run_.threads[thread];
    if (this_thread.process != 0 && !this_thread.program.empty())
        return this_thread.program + " (process " + std::to_string(this_thread.process) + ")";
    const std::string number = "thread " + std::to_string(this_thread.id);
    return this_thread.name.empty() ? capitalised(number) : this_thread.name + " (" + number + ")";
}

/// A thread that has a similar thread is no stage. Neither is a thread that works alone for most of
/// its time, because that is the serial part.
void RunLimits::try_stages() {
    const std::vector<std::uint64_t> on_path = from_.path.by_thread();
    std::vector<std::uint64_t> alone(on_path.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        alone[run_.steps[step].thread] += serial_.alone()[step];
    std::vector<ThreadIndex> threads;
    for (ThreadIndex thread = 0; thread < on_path.size(); ++thread)
        if (ratio(on_path[thread], from_.timeline.span) >= limits_the_run &&
            2 * alone[thread] < on_path[thread] && !similar_.has_another(thread))
            threads.push_back(thread);
    std::ranges::sort(threads, [&](auto a, auto b) { return on_path[a] > on_path[b]; });
    threads.resize(std::min(threads.size(), most_stages));
    for (const ThreadIndex thread : threads)
        try_stage(thread, on_path[thread]);
}

void RunLimits::try_stage(ThreadIndex thread, std::uint64_t on_path) {
    const auto parts = from_.path.by_function(from_.functions, thread).parts();
    const FunctionIndex top = parts.front().first;
    const bool has_top = from_.functions.can_name(top);
    const bool is_one = has_top && ratio(parts.front().second, on_path) >= is_most;
    const auto work = [this, thread, top, is_one](StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        if (this_step.thread != thread)
            return this_step.work;
        const double share = is_one ? from_.functions.mixes().mix_of(step).share(top) : 1;
        return static_cast<std::uint64_t>(
            std::llround(static_cast<double>(this_step.work) * (1 - share / 2)));
    };
    TriedChange change{{work, {}, {}}};
    change.most_saved = saved_work(change.change);
    if (is_one)
        change.shares = from_.cores.uncertain().shares_of(from_.functions, top);
    const std::string function = has_top ? short_name(from_.functions.name(top)) : "";
    const double error = is_one ? from_.functions.relative_error(top) : 0;
    const std::string begin = stage_name(thread) + " is the bottleneck stage" +
                              (is_one    ? ": " + function + " "
                               : has_top ? ", mostly in " + function + "; "
                                         : "; ") +
                              "twice as fast: ";
    keep(
        tried(Cause::stage, thread_name(run_, thread), "twice as fast", change),
        [begin, error](const CausedLimit& limit) {
            return begin + less_time_of(limit, limit.gain * error);
        },
        change);
}

void RunLimits::try_meetings() {
    for (const std::string& meeting : from_.balance.worst(most_meetings)) {
        const auto even_rounds = std::make_shared<const EvenRounds>(run_, similar_, meeting);
        if (!even_rounds->changes())
            continue;
        const TriedChange change{
            {[even_rounds](StepIndex step) { return even_rounds->work(step); }, {}, {}},
            even_rounds->most_saved()};
        const std::string name = meeting == meeting_at_the_end ? "" : short_name(meeting);
        keep(tried(Cause::imbalance, meeting, "even", change),
             sentence_about(even_rounds->described(name) + "; dealt evenly: "), change);
    }
}

/// Each rank gets the mean of the ranks' work.
void RunLimits::try_ranks() {
    std::vector<std::uint64_t> work(run_.ranks.size());
    std::uint64_t sum = 0;
    for (const RunThread& thread : run_.threads)
        if (thread.rank != no_rank) {
            work[thread.rank] += thread.work;
            sum += thread.work;
        }
    if (work.size() < 2)
        return;
    const double mean = ratio(sum, work.size());
    const auto most = std::max_element(work.begin(), work.end());
    const auto rank = static_cast<RankIndex>(most - work.begin());
    const auto even = [this, work, mean](StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        const RankIndex own_rank = run_.threads[this_step.thread].rank;
        if (own_rank == no_rank || work[own_rank] == 0)
            return this_step.work;
        return static_cast<std::uint64_t>(std::llround(static_cast<double>(this_step.work) * mean /
                                                       static_cast<double>(work[own_rank])));
    };
    TriedChange change{{even, {}, {}}};
    change.most_saved = saved_work(change.change);
    const std::string name = rank_name(run_, rank);
    keep(tried(Cause::ranks, name, "even", change),
         sentence_about(capitalised(name) + " has " + fixed(static_cast<double>(*most) / mean) +
                        " times the mean work of " + std::to_string(work.size()) +
                        " ranks; dealt evenly: "),
         change);
}

void RunLimits::try_serial_part() {
    if (serial_.threads() < 2 || serial_.time() == 0)
        return;
    std::vector<std::uint64_t> by_thread(run_.threads.size());
    WorkParts by_function(from_.functions.mixes());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        by_thread[run_.steps[step].thread] += serial_.alone()[step];
        by_function.add(step, serial_.alone()[step]);
    }
    const auto most = std::max_element(by_thread.begin(), by_thread.end());
    const auto thread = static_cast<ThreadIndex>(most - by_thread.begin());
    const bool is_all = ratio(*most, serial_.time()) >= is_nearly_all;
    const auto parts = by_function.parts();
    const bool has_top = !parts.empty() && from_.functions.can_name(parts.front().first);
    const std::string part = percent(ratio(serial_.time(), from_.timeline.span)) + " of the time";
    const std::string name = thread_name(run_, thread);
    const std::string divided = "divided among " + std::to_string(serial_.threads());
    const auto work = [this](StepIndex step) {
        const std::uint64_t alone = serial_.alone()[step];
        return run_.steps[step].work - alone + alone / serial_.threads();
    };
    const TriedChange change{{work, {}, {}}, serial_.time()};
    keep(tried(Cause::serial, name, divided, change),
         sentence_about(
             (is_all ? "Only " + name + " works for " + part
                     : "One thread works alone for " + part + ", mostly " + name) +
             (has_top ? ": " + short_name(from_.functions.name(parts.front().first)) : "") + "; " +
             divided + ": "),
         change);
}

void RunLimits::try_without(Away why) {
    if (run_.times_away(why).empty())
        return;
    const AwayWords words = words_of(why);
    const std::vector<std::uint64_t> by_thread = away_by_thread(run_, why);
    const auto most = std::max_element(by_thread.begin(), by_thread.end());
    const std::string name = thread_name(run_, static_cast<ThreadIndex>(most - by_thread.begin()));
    TriedChange change;
    change.change.away[static_cast<std::size_t>(why)] = 0;
    const Cause cause = why == Away::asleep ? Cause::sleep : Cause::io;
    keep(
        tried(cause, name, std::string("nobody ") + words.it_does, change),
        [name, words](const CausedLimit& limit) {
            return capitalised(words.noun) +
                   (limit.gain >= is_most ? " takes most of the time: " : " holds threads up: ") +
                   name + ' ' + words.longest + "; without " + words.noun + ": " +
                   less_time_of(limit);
        },
        change);
}

bool RunLimits::is_limit(const CausedLimit& limit) const {
    return limit.gain >= limits_the_run;
}

/// Says why no change makes the run much faster.
std::string RunLimits::without_limit() const {
    const auto is_programs = [](const RunThread& thread) { return !thread.is_librarys; };
    if (std::ranges::count_if(run_.threads, is_programs) == 1)
        return "One thread: nothing ran in parallel";
    if (serial_.parallel_time() == 0)
        return "One thread at a time: nothing ran in parallel";
    const std::string threads = std::to_string(serial_.threads()) + " threads are ";
    if (from_.cores.speedup(time_) >= 0.9 * serial_.threads())
        return "Nothing holds the threads up: " + threads + speedup_text();
    return "No single cause costs 5 % of the time: up to " + threads + speedup_text();
}

Finding RunLimits::first() const {
    if (time_ == 0)
        return {};
    const bool has_limit = !causes_.empty() && is_limit(causes_.front());
    return {"Limit", has_limit ? causes_.front().sentence : without_limit()};
}

std::vector<Finding> RunLimits::others() const {
    constexpr std::size_t most_lines = 2;
    std::set<Cause> said = {Cause::imbalance};
    std::vector<Finding> lines;
    for (std::size_t i = 0; i < causes_.size() && is_limit(causes_[i]); ++i)
        if (said.insert(causes_[i].cause).second && i > 0 && lines.size() < most_lines)
            lines.push_back({lines.empty() ? "Also" : "", causes_[i].sentence});
    return lines;
}

Finding RunLimits::balance() const {
    for (std::size_t i = 0; i < causes_.size(); ++i)
        if (causes_[i].cause == Cause::imbalance && causes_[i].gain >= is_worth_a_line &&
            (i > 0 || !is_limit(causes_[i])))
            return {"Balance", causes_[i].sentence};
    return {};
}

std::vector<Table> RunLimits::tables() const {
    Table table{
        "limits",
        {{"gain", Measure::share}, {"time", Measure::work}, {"cause"}, {"change"}, {"what"}},
        {},
        "What limits the run. The gain is the part of the time that is saved in a replay with the "
        "change, with a processor for each thread. There are four kinds of changes: a lock orders "
        "nothing; a stage (a thread unlike all others) is twice as fast; threads or ranks that "
        "meet have equal parts of the work; the work of a thread that is alone is divided among "
        "several threads."};
    for (const CausedLimit& limit : causes_)
        table.rows.push_back(
            {limit.gain, limit.time, std::string(key_of(limit.cause)), limit.change, limit.what});
    if (!from_.cores.has_ranges())
        return {table};
    Table ranges{"limits_range", ChangedRange::columns(), {}, ChangedRange::about};
    ranges.columns.insert(ranges.columns.end(), {{"cause"}, {"change"}, {"what"}});
    for (const CausedLimit& limit : causes_)
        if (limit.range) {
            ranges.rows.push_back(limit.range->cells(limit.gain, limit.time));
            ranges.rows.back().insert(ranges.rows.back().end(),
                                      {std::string(key_of(limit.cause)), limit.change, limit.what});
        }
    return {table, ranges};
}

} // namespace ilm
