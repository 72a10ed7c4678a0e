// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/nanoseconds.h"

#include "ilmgen/analysis/code/both_functions.h"
#include "ilmgen/analysis/code/io_waits.h"
#include "ilmgen/analysis/code/work_mixes.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/analysis/schedule/replay.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace ilm {

namespace {

/// A function with fewer native samples has no rate of its own.
constexpr std::uint64_t enough_native_samples = 8;

/// How many functions, those with the most time, are each a part of the errors (NativeErrors).
constexpr std::size_t most_parts = 5;

/// A part of the time that is worth a sentence.
constexpr double noticeable = 0.05;

/// Samples that stand for less of the native time are worth a sentence.
constexpr double enough_covered = 0.8;

/// Returns how many times as long the same code takes on several processors; 1 if it has few
/// samples, or if the difference may be chance.
double slowdown_unless_chance(double ns, double ns_on_several, std::uint64_t samples,
                              std::uint64_t samples_on_several) {
    if (std::min(samples, samples_on_several) < enough_native_samples ||
        std::min(ns, ns_on_several) <= 0)
        return 1;
    const double slowdown = ns_on_several / ns;
    const double by_chance =
        NativeErrors::to_the_tenth *
        std::sqrt(1 / static_cast<double>(samples) + 1 / static_cast<double>(samples_on_several));
    return std::abs(std::log(slowdown)) > by_chance ? slowdown : 1;
}

class Conversion {
public:
    /// `costs`: of the replays of this run; null: hand-overs cost nothing in them.
    Conversion(Run& run, const Native& native, const MachineCosts* costs)
        : run_(run), native_(native), functions_(run.stacks, native),
          mixes_(run, [this](StackNumber stack) { return functions_.function_of(stack); }),
          instructions_(functions_.size()), handing_over_(native.functions.size()),
          handing_over_on_several_(native.functions.size()) {
        count_instructions();
        check_common();
        find_rates();
        if (costs != nullptr) {
            find_hand_overs(*costs);
            find_rates();
        }
    }

    void convert();
    std::vector<std::string> sentences() const;
    /// After convert().
    NativeErrors errors();
    std::optional<Slowdown> slowdown() const;

private:
    bool is_native(WorkKey function) const { return function < native_.functions.size(); }
    /// Without samples, all instructions take the same time.
    bool has_samples() const { return mixes_.whole().all > 0; }
    void check_common() const;
    void count_instructions();
    void find_hand_overs(const MachineCosts& costs);
    std::vector<double> handing_over_on(std::uint64_t processors, const HandOvers& hand_overs,
                                        double NativeFunction::*kernel_ns);
    double ns(WorkKey function) const {
        return native_.functions[function].ns - handing_over_[function];
    }
    std::uint64_t cpu() const;
    void find_rates();
    double rate_of(const WorkMix& mix) const;
    std::vector<WorkKey> largest_functions() const;
    /// Whether the function has a rate of its own.
    bool is_rated(WorkKey function) const {
        return is_native(function) && instructions_[function] > 0 &&
               native_.functions[function].samples >= enough_native_samples;
    }
    double slowdown_of(WorkKey function) const;
    double slowdown_of_rest() const;
    double slowdown_of_mix(const WorkMix& mix, double of_rest) const;
    std::vector<double> shares_in(const WorkMix& mix, const std::vector<WorkKey>& parts) const;
    void convert_lives();
    void weigh_samples();
    LargeVector<double> costs_of_steps();
    void put_costs(std::span<const double> costs);
    void convert_threads();
    void add_functions(std::vector<std::string>& to) const;
    void add_times(std::vector<std::string>& to) const;
    void add_sizes(std::vector<std::string>& to) const;

    Run& run_;
    const Native& native_;
    BothFunctions functions_;
    WorkMixes mixes_;
    std::vector<double> instructions_; ///< by function
    std::vector<double> handing_over_; ///< by native function: the nanoseconds of hand-overs
    std::vector<double> handing_over_on_several_;
    std::vector<double> rates_;  ///< by function, ns an instruction
    std::vector<WorkKey> rated_; ///< functions that have a rate of their own
    std::unordered_map<const WorkMix*, double> rates_of_mixes_;
    double rest_rate_ = 0;
    double rest_instructions_ = 0; ///< of functions without a rate of their own
    double ns_of_life_ = 0;
    double scale_ = 1;
};

void Conversion::count_instructions() {
    std::unordered_map<const WorkMix*, double> work;
    for (StepIndex step = 0; step < run_.steps.size(); ++step)
        work[&mixes_.mix_of(step)] += static_cast<double>(run_.steps[step].work);
    for (const auto& [mix, sum] : work)
        for (const auto& [function, count] : mix->samples)
            instructions_[function] +=
                sum * static_cast<double>(count) / static_cast<double>(mix->all);
}

/// Throws Error if the two runs have no function in common. A few samples may miss the common
/// functions by chance, but many samples of the same program do not.
void Conversion::check_common() const {
    const auto natives = static_cast<std::ptrdiff_t>(native_.functions.size());
    const bool is_common = std::any_of(instructions_.begin(), instructions_.begin() + natives,
                                       [](double instructions) { return instructions > 0; });
    if (!is_common && mixes_.whole().all >= enough_native_samples)
        throw Error("--native: the native run and the recorded one have no function in common, so "
                    "they are not of the same program; hpcmp --native measures and records it");
}

/// The replays add the costs of hand-overs to the run's work. The native run also contains such
/// costs, as time in the kernel, so they would count twice.
void Conversion::find_hand_overs(const MachineCosts& costs) {
    const HandOvers hand_overs(run_, costs, 1);
    handing_over_ = handing_over_on(1, hand_overs, &NativeFunction::kernel_ns);
    if (native_.several > 1)
        handing_over_on_several_ =
            handing_over_on(native_.several, hand_overs, &NativeFunction::kernel_ns_on_several);
}

/// Returns, by native function, what its hand-overs cost in a replay on this number of processors,
/// but no more than the function's time in the kernel.
std::vector<double> Conversion::handing_over_on(std::uint64_t processors,
                                                const HandOvers& hand_overs,
                                                double NativeFunction::*kernel_ns) {
    const LargeVector<double> costs = costs_of_steps();
    Change change;
    change.work = [&costs](StepIndex step) {
        return static_cast<std::uint64_t>(std::llround(costs[step]));
    };
    // More processors than threads change nothing.
    Machine machine{static_cast<std::uint32_t>(
        std::min<std::uint64_t>(processors, run_.most_threads_at_once()))};
    machine.hand_overs = &hand_overs;
    machine.tells_steps = false;
    machine.tells_hand_overs = true;
    const Replayed replayed = replay(run_, machine, change);
    std::vector<double> handing_over(native_.functions.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const std::uint64_t cost = replayed.handing_over_before[step];
        const StepIndex before = run_.steps[step].before;
        if (cost == 0 || before == no_step)
            continue;
        const WorkKey function = functions_.native_at(run_.steps[before].at);
        if (function != no_work_key)
            handing_over[function] += static_cast<double>(cost);
    }
    for (WorkKey function = 0; function < handing_over.size(); ++function)
        handing_over[function] =
            std::min(handing_over[function], native_.functions[function].*kernel_ns);
    return handing_over;
}

/// The CPU time on one processor without hand-overs.
std::uint64_t Conversion::cpu() const {
    const double handing_over = std::accumulate(handing_over_.begin(), handing_over_.end(), 0.0);
    return static_cast<std::uint64_t>(
        std::llround(std::max(0.0, static_cast<double>(native_.cpu) - handing_over)));
}

void Conversion::find_rates() {
    double rest_ns = static_cast<double>(cpu());
    double rest_instructions = static_cast<double>(run_.work);
    rated_.clear();
    rates_of_mixes_.clear();
    if (!run_.lives.empty()) {
        ns_of_life_ = native_.allocator_ns / static_cast<double>(run_.lives.size());
        rest_ns -= native_.allocator_ns;
    }
    rates_.assign(functions_.size(), -1);
    for (WorkKey i = 0; i < native_.functions.size(); ++i) {
        if (!is_rated(i))
            continue;
        rates_[i] = ns(i) / instructions_[i];
        rated_.push_back(i);
        rest_ns -= ns(i);
        rest_instructions -= instructions_[i];
    }
    // The subtraction of doubles may leave a part of an instruction.
    const bool has_rest = rest_instructions > 1e-9 * static_cast<double>(run_.work);
    rest_instructions_ = has_rest ? rest_instructions : 0;
    rest_rate_ = has_rest ? std::max(0.0, rest_ns) / rest_instructions : 0;
    std::ranges::replace(rates_, -1.0, rest_rate_);
}

double Conversion::rate_of(const WorkMix& mix) const {
    if (mix.all == 0)
        return rest_rate_;
    double rate = 0;
    for (const auto& [function, count] : mix.samples)
        rate += rates_[function] * static_cast<double>(count) / static_cast<double>(mix.all);
    return rate;
}

/// Offsets become nanoseconds before scaling; the allocator's time for a block comes before the
/// block begins or ends.
void Conversion::convert_lives() {
    StepIndex step = no_step;
    double allocating = 0;
    for (RunLife& life : run_.lives) {
        if (life.step != step)
            allocating = 0;
        step = life.step;
        allocating += ns_of_life_;
        const double worked =
            static_cast<double>(life.offset) * rates_of_mixes_[&mixes_.mix_of(step)];
        life.offset = static_cast<std::uint64_t>(scale_ * (worked + allocating));
    }
}

/// Returns the nanoseconds of each step, before scaling.
LargeVector<double> Conversion::costs_of_steps() {
    LargeVector<double> costs(run_.steps.size());
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const WorkMix* const mix = &mixes_.mix_of(step);
        const auto [rate, is_new] = rates_of_mixes_.try_emplace(mix, 0);
        if (is_new)
            rate->second = rate_of(*mix);
        costs[step] = static_cast<double>(run_.steps[step].work) * rate->second;
    }
    for (const RunLife& life : run_.lives)
        costs[life.step] += ns_of_life_;
    return costs;
}

/// Sums are rounded, not intervals, so that the last sum is the CPU time to the nanosecond.
/// Example: three intervals of 0.4 ns end at 0.4, 0.8 and 1.2, and take 0, 1 and 0 ns.
void Conversion::put_costs(std::span<const double> costs) {
    const std::uint64_t cpu = this->cpu();
    double sum = 0;
    std::uint64_t before = 0;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        sum += costs[step];
        const auto rounded = static_cast<std::uint64_t>(std::llround(sum * scale_));
        const bool is_last = step + 1 == run_.steps.size();
        const std::uint64_t end = is_last ? cpu : std::min(cpu, rounded);
        run_.steps[step].work = end - before;
        before = end;
    }
    run_.work = cpu;
}

void Conversion::convert() {
    const LargeVector<double> costs = costs_of_steps();
    const double sum = std::accumulate(costs.begin(), costs.end(), 0.0);
    if (sum <= 0 && cpu() > 0)
        throw Error("--native: no function that the recorded run executes has native time");
    scale_ = sum > 0 ? static_cast<double>(cpu()) / sum : 0;
    convert_lives();
    put_costs(costs);
    for (RunLife& life : run_.lives)
        life.offset = std::min(life.offset, run_.steps[life.step].work);
    convert_threads();
    weigh_samples();
}

/// A sample counts for the time that its instructions take, where the mean counts 1.
void Conversion::weigh_samples() {
    constexpr std::uint64_t parts = 1000;
    double sum = 0;
    double all = 0;
    for (const RunSample& sample : run_.samples) {
        all += static_cast<double>(sample.count);
        sum += static_cast<double>(sample.count) * rates_[functions_.function_of(sample.stack)];
    }
    if (sum <= 0)
        return;
    for (RunSample& sample : run_.samples)
        sample.count = static_cast<std::uint64_t>(
            std::llround(static_cast<double>(sample.count * parts) *
                         rates_[functions_.function_of(sample.stack)] * all / sum));
    run_.sample_parts = parts;
}

/// The functions with the most time among those that have rates of their own.
std::vector<WorkKey> Conversion::largest_functions() const {
    std::vector<WorkKey> largest = rated_;
    std::ranges::stable_sort(largest, std::ranges::greater(),
                             [this](WorkKey function) { return ns(function); });
    largest.resize(std::min(largest.size(), most_parts));
    return largest;
}

/// Returns which share of the mix's time is in each of these functions and, as the last element, in
/// all others.
std::vector<double> Conversion::shares_in(const WorkMix& mix,
                                          const std::vector<WorkKey>& parts) const {
    std::vector<double> shares(parts.size() + 1);
    const double all = rate_of(mix) * static_cast<double>(mix.all);
    if (all <= 0) {
        shares.back() = 1;
        return shares;
    }
    for (const auto& [function, count] : mix.samples) {
        const auto part = std::ranges::find(parts, function) - parts.begin();
        shares[static_cast<std::size_t>(part)] +=
            rates_[function] * static_cast<double>(count) / all;
    }
    return shares;
}

NativeErrors Conversion::errors() {
    const std::vector<WorkKey> largest = largest_functions();
    std::uint64_t others = 0;
    for (const NativeFunction& function : native_.functions)
        others += function.samples;
    std::vector<NativeErrors::Part> parts;
    for (const WorkKey function : largest) {
        parts.push_back({functions_.name(function), native_.functions[function].samples});
        others -= native_.functions[function].samples;
    }
    if (others > 0)
        parts.push_back({"the other functions", others});
    NativeErrors errors(std::move(parts), ns_of_life_ > 0 ? native_.allocator_samples : 0,
                        ns_of_life_ * scale_);
    std::unordered_map<const WorkMix*, std::uint32_t> kinds;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const WorkMix& mix = mixes_.mix_of(step);
        const auto [kind, is_new] = kinds.try_emplace(&mix);
        if (is_new)
            kind->second = errors.add_kind(shares_in(mix, largest));
        errors.add_step(kind->second);
    }
    for (const RunSample& sample : run_.samples) {
        const WorkKey function = functions_.function_of(sample.stack);
        errors.add_stack(sample.stack, static_cast<std::size_t>(
                                           std::ranges::find(largest, function) - largest.begin()));
    }
    return errors;
}

/// Returns how many times as long the function takes on several processors, without hand-overs.
double Conversion::slowdown_of(WorkKey number) const {
    const NativeFunction& function = native_.functions[number];
    return slowdown_unless_chance(ns(number),
                                  function.ns_on_several - handing_over_on_several_[number],
                                  function.samples, function.samples_on_several);
}

/// Returns the same for all functions without a rate of their own. If no function has one, these
/// are the CPU times of both runs, which are not estimated from samples.
double Conversion::slowdown_of_rest() const {
    double rest_ns = static_cast<double>(native_.cpu) - native_.allocator_ns;
    double on_several =
        static_cast<double>(native_.cpu_on_several) - native_.allocator_ns_on_several;
    if (rated_.empty())
        return native_.several == 1 || std::min(rest_ns, on_several) <= 0 ? 1
                                                                          : on_several / rest_ns;
    std::uint64_t samples = 0;
    std::uint64_t samples_on_several = 0;
    for (WorkKey i = 0; i < native_.functions.size(); ++i) {
        const NativeFunction& function = native_.functions[i];
        if (is_rated(i)) {
            rest_ns -= function.ns;
            on_several -= function.ns_on_several;
        } else {
            samples += function.samples;
            samples_on_several += function.samples_on_several;
        }
    }
    return slowdown_unless_chance(rest_ns, on_several, samples, samples_on_several);
}

double Conversion::slowdown_of_mix(const WorkMix& mix, double of_rest) const {
    const double all = rate_of(mix) * static_cast<double>(mix.all);
    if (all <= 0)
        return of_rest;
    double slowdown = 1;
    for (const auto& [function, count] : mix.samples)
        slowdown += ((is_rated(function) ? slowdown_of(function) : of_rest) - 1) *
                    rates_[function] * static_cast<double>(count) / all;
    return slowdown;
}

std::optional<Slowdown> Conversion::slowdown() const {
    const double of_rest = slowdown_of_rest();
    const std::uint64_t at_work =
        std::min<std::uint64_t>(native_.several, run_.most_threads_at_once());
    Slowdown slowdown{.processors = static_cast<double>(std::max<std::uint64_t>(at_work, 2)),
                      .factors = {},
                      .function = rated_.empty() ? "all code" : "all other code",
                      .of_function = of_rest};
    double most = std::abs(rest_rate_ * rest_instructions_ * (of_rest - 1));
    for (const WorkKey function : rated_) {
        const double difference = std::abs(ns(function) * (slowdown_of(function) - 1));
        if (difference <= most)
            continue;
        most = difference;
        slowdown.function = functions_.name(function);
        slowdown.of_function = slowdown_of(function);
    }
    if (most <= 0)
        return std::nullopt;
    std::unordered_map<const WorkMix*, double> known;
    for (StepIndex step = 0; step < run_.steps.size(); ++step) {
        const WorkMix& mix = mixes_.mix_of(step);
        const auto [factor, is_new] = known.try_emplace(&mix);
        if (is_new)
            factor->second = slowdown_of_mix(mix, of_rest);
        slowdown.factors.push_back(factor->second);
    }
    return slowdown;
}

/// The library's share of a thread's work stays the same.
void Conversion::convert_threads() {
    std::vector<std::uint64_t> before(run_.threads.size());
    for (ThreadIndex i = 0; i < run_.threads.size(); ++i)
        before[i] = std::exchange(run_.threads[i].work, 0);
    for (const RunStep& step : run_.steps)
        run_.threads[step.thread].work += step.work;
    for (ThreadIndex i = 0; i < run_.threads.size(); ++i) {
        RunThread& thread = run_.threads[i];
        thread.library = static_cast<std::uint64_t>(ratio(thread.library, before[i]) *
                                                    static_cast<double>(thread.work));
    }
}

std::string share_text(double part, double whole) {
    return percent(part / whole);
}

/// Why the two runs may execute different functions of this object.
std::string reason_of(const std::string& object) {
    if (object.starts_with("libopenblas"))
        return "OpenBLAS chooses its code by the processor, and Valgrind's is another one; set "
               "OPENBLAS_CORETYPE, for example to Haswell, so that all runs take the same";
    return "libraries may choose other code under Valgrind, whose processor is another one";
}

void Conversion::add_functions(std::vector<std::string>& to) const {
    double only_native = run_.lives.empty() ? native_.allocator_ns : 0;
    double only_recorded = 0;
    WorkKey most_native = no_work_key;
    WorkKey most_recorded = no_work_key;
    for (WorkKey i = 0; i < functions_.size(); ++i) {
        if (is_native(i) && instructions_[i] <= 0) {
            only_native += native_.functions[i].ns;
            if (most_native == no_work_key ||
                native_.functions[i].ns > native_.functions[most_native].ns)
                most_native = i;
        }
        if (!is_native(i) || native_.functions[i].samples == 0) {
            only_recorded += instructions_[i];
            if (most_recorded == no_work_key || instructions_[i] > instructions_[most_recorded])
                most_recorded = i;
        }
    }
    const double cpu = static_cast<double>(native_.cpu);
    const double work = static_cast<double>(run_.work);
    if (most_native != no_work_key && only_native > noticeable * cpu)
        to.push_back(share_text(only_native, cpu) +
                     " of the native time is in functions that the recorded run does not execute "
                     "(most in " +
                     functions_.name(most_native) + "), so it is spread over the others; " +
                     reason_of(native_.functions[most_native].object));
    if (most_recorded != no_work_key && only_recorded > noticeable * work)
        to.push_back(share_text(only_recorded, work) +
                     " of the recorded instructions are in functions without a native sample "
                     "(most in " +
                     functions_.name(most_recorded) + "), so each takes the mean of the rest");
}

void Conversion::add_times(std::vector<std::string>& to) const {
    std::string text = "without Valgrind the program takes ";
    for (const NativeTime& time : native_.times) {
        const std::string place =
            time.processors == 1 ? "one core" : std::to_string(time.processors);
        text +=
            rounded_cost(static_cast<std::uint64_t>(time.wall_ns), "ns") + " on " + place + ", ";
    }
    to.push_back(text + "as measured");
}

void Conversion::add_sizes(std::vector<std::string>& to) const {
    const auto threads = static_cast<double>(run_.threads.size());
    if (std::abs(native_.threads - threads) > 0.5)
        to.push_back("the native run begins " + std::to_string(std::llround(native_.threads)) +
                     " threads, and the recorded one " + std::to_string(run_.threads.size()) +
                     ", so they may not do the same");
    if (native_.covered < enough_covered)
        to.push_back("only " + percent(native_.covered) +
                     " of the native time is in samples; the rest is taken to be alike");
    const std::string native = without_folder(native_.program);
    const std::string recorded = without_folder(run_.command.substr(0, run_.command.find(' ')));
    if (!recorded.empty() && !native.empty() && native != recorded)
        to.push_back("the native run is of " + native + ", and the recorded one of " + recorded);
}

std::vector<std::string> Conversion::sentences() const {
    std::vector<std::string> sentences;
    add_times(sentences);
    add_sizes(sentences);
    if (has_samples())
        add_functions(sentences);
    else
        sentences.emplace_back("the trace has no samples, so each instruction takes the same time");
    return sentences;
}

void check_work(const Run& run) {
    if (run.work == 0)
        throw Error("--native: the trace has no work that could be converted");
}

} // namespace

Converted convert_to_nanoseconds(Run& run, const Native& native, const MachineCosts* costs) {
    check_work(run);
    const std::uint64_t io_looks = put_io_waits(run, native);
    Conversion conversion(run, native, costs);
    std::vector<std::string> sentences = conversion.sentences();
    conversion.convert();
    NativeErrors errors = conversion.errors();
    errors.set_io_looks(io_looks);
    return {std::move(sentences), std::move(errors), conversion.slowdown()};
}

} // namespace ilm
