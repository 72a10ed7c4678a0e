// SPDX-License-Identifier: GPL-2.0-or-later
//
// Work, waits and heap by stack and thread, for pprof.
#include "ilmgen/emit/export/exports.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/work_mixes.h"
#include "ilmgen/analysis/memory/heap_curve.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/export/nonzero.h"
#include "ilmgen/emit/export/pprof_places.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

namespace ilm {

namespace {

/// The values of a sample, in their order.
enum Value : std::size_t {
    critical,
    work,
    contentions,
    waited,
    caused,
    alloc_space,
    alloc_objects,
    inuse_space,
    inuse_objects,
    how_many
};

struct ValueType {
    const char* name;
    const char* unit; ///< null: the run's cost
};

constexpr std::array<ValueType, how_many> types = {{{"critical", nullptr},
                                                    {"work", nullptr},
                                                    {"contentions", "count"},
                                                    {"waited", nullptr},
                                                    {"caused", nullptr},
                                                    {"alloc_space", "bytes"},
                                                    {"alloc_objects", "count"},
                                                    {"inuse_space", "bytes"},
                                                    {"inuse_objects", "count"}}};

using Values = std::array<std::uint64_t, how_many>;

/// Where something is, and who does it.
struct SamplePlace {
    StackNumber stack = 0;
    ThreadIndex thread = 0;
    bool ends = false; ///< it has no stack, but is the end of the thread

    auto operator<=>(const SamplePlace&) const = default;
};

class Samples {
public:
    explicit Samples(const Run& run)
        : run_(run), mixes_(run, [](StackNumber stack) { return stack; }) {
        const Timeline timeline = timeline_of(run);
        add_work(timeline);
        add_waits(timeline);
        add_blocks(timeline);
    }

    const std::map<SamplePlace, Values>& by_place() const { return by_place_; }
    /// The work for which one of the trace's samples stands, on average.
    std::uint64_t period() const {
        const std::uint64_t samples = mixes_.whole().all / run_.sample_parts;
        return samples == 0 ? 1 : run_.work / samples;
    }

private:
    Values& at(StackNumber stack, ThreadIndex thread) { return by_place_[{stack, thread, false}]; }

    Values& at(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        const bool ends =
            this_step.at == 0 && (this_step.kind == Kind::exit || this_step.kind == Kind::info);
        return by_place_[{this_step.at, this_step.thread, ends}];
    }

    /// Divides the steps' work among the sampled stacks.  If the trace has no samples, a step's
    /// work counts where the step ends.
    void divide(Value value, std::span<const StepIndex> steps) {
        std::map<ThreadIndex, WorkParts> by_thread;
        for (const StepIndex step : steps) {
            const RunStep& this_step = run_.steps[step];
            if (this_step.work > 0 && mixes_.whole().all == 0)
                at(step)[value] += this_step.work;
            else if (this_step.work > 0)
                by_thread.try_emplace(this_step.thread, mixes_)
                    .first->second.add(step, this_step.work);
        }
        for (const auto& [thread, parts] : by_thread)
            for (const auto& [stack, part] : parts.parts())
                at(stack, thread)[value] += part;
    }

    void add_work(const Timeline& timeline) {
        const CriticalPath path(run_, timeline);
        LargeVector<StepIndex> steps;
        for (const PathStep& path_step : path.steps())
            if (path_step.works)
                steps.push_back(path_step.step);
        divide(critical, steps);
        steps.resize(run_.steps.size());
        std::iota(steps.begin(), steps.end(), StepIndex{0});
        divide(work, steps);
    }

    void add_waits(const Timeline& timeline) {
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            const std::uint64_t time = timeline.waited(run_, step);
            if (time == 0)
                continue;
            Values& waiter = at(step);
            ++waiter[contentions];
            waiter[waited] += time;
            at(timeline.decided_by[step])[caused] += time;
        }
    }

    void add_blocks(const Timeline& timeline) {
        const LargeVector<bool> in_use =
            live_at_peak(run_, timed_lives(
                                   run_, [&](StepIndex step) { return timeline.begin(run_, step); },
                                   LockTurns::recorded));
        for (BlockIndex i = 0; i < run_.blocks.size(); ++i) {
            const RunBlock& block = run_.blocks[i];
            Values& values = at(block.at, block.owner);
            values[alloc_space] += block.size;
            ++values[alloc_objects];
            values[inuse_space] += in_use[i] ? block.size : 0;
            values[inuse_objects] += in_use[i] ? 1 : 0;
        }
    }

    const Run& run_;
    WorkMixes mixes_;
    std::map<SamplePlace, Values> by_place_;
};

/// The value of the label "thread": thread 2: smoother.  pprof copies it into Graphviz's language
/// as it is, so quotation marks, backslashes and control characters would make no picture.
std::string thread_label(const Run& run, ThreadIndex thread) {
    std::string label = thread_name(run, thread);
    if (label.ends_with('"')) {
        label.pop_back();
        label.replace(label.find(" \""), 2, ": ");
    }
    for (char& byte : label) {
        const bool is_control = (byte >= 0 && byte < ' ') || byte == '\x7f';
        byte = byte == '"' ? '\'' : byte == '\\' ? '/' : is_control ? ' ' : byte;
    }
    return label;
}

class PprofWriter {
public:
    PprofWriter(const Run& run, const std::string& cost) : run_(run), cost_(cost), places_(run) {
        // The first string, by which begins_pprof() recognises a file of ilmgen.
        written_by_ = places_.string("written by ilmgen");
    }

    void write(OutputFile& out) {
        const Samples samples(run_);
        std::string bytes;
        protozero::pbf_writer profile(bytes);
        for (const ValueType& type : types)
            write_type(type, {profile, 1});
        for (const auto& [place, values] : samples.by_place())
            write_sample(place, values, {profile, 2});
        places_.write_tables(profile);
        write_type(types[work], {profile, 11});
        add_nonzero(profile, 12, samples.period());
        const std::string command = run_.command.empty() ? "not told" : run_.command;
        // pprof makes the first comment the name of a node and, unlike the others, does not escape
        // it.
        const std::array comments = {written_by_, places_.string("command: " + command)};
        profile.add_packed_uint64(13, comments.begin(), comments.end());
        profile.add_uint64(14, places_.string(types[critical].name));
        std::string strings;
        places_.write_strings(protozero::pbf_writer(strings));
        out.write(strings);
        out.write(bytes);
    }

private:
    void write_type(const ValueType& type, protozero::pbf_writer message) {
        message.add_uint64(1, places_.string(type.name));
        add_nonzero(message, 2, places_.string(type.unit == nullptr ? cost_ : type.unit));
    }

    /// At least one location, because a tool that sums up locations leaves out a sample without
    /// any.
    std::vector<std::uint64_t> locations(const SamplePlace& place) {
        std::vector<std::uint64_t> locations = places_.locations(place.stack);
        if (locations.empty())
            locations.push_back(places_.location(place.ends ? "end of a thread" : "not told"));
        return locations;
    }

    void write_sample(const SamplePlace& place, const Values& values,
                      protozero::pbf_writer sample) {
        constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
        if (*std::max_element(values.begin(), values.end()) > most)
            throw Error("a value is more than a profile for pprof can hold, 2^63 - 1");
        const std::uint64_t key = places_.string("thread");
        const std::uint64_t thread = places_.string(thread_label(run_, place.thread));
        const std::vector<std::uint64_t> calls = locations(place);
        sample.add_packed_uint64(1, calls.begin(), calls.end());
        sample.add_packed_uint64(2, values.begin(), values.end());
        protozero::pbf_writer label(sample, 3);
        label.add_uint64(1, key);
        add_nonzero(label, 2, thread);
    }

    const Run& run_;
    std::string cost_;
    PprofPlaces places_;
    std::uint64_t written_by_ = 0;
};

} // namespace

void write_pprof(const Run& run, const std::string& cost, OutputFile& out) {
    PprofWriter(run, cost).write(out);
}

bool begins_pprof(std::string_view begin) {
    using namespace std::string_view_literals;
    return begin.starts_with("\x32\0\x32\x11written by ilmgen"sv);
}

} // namespace ilm
