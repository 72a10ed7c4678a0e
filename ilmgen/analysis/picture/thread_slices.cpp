// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/picture/thread_slices.h"

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/said/away.h"
#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ilm {

class ThreadSlices::Maker {
public:
    explicit Maker(ThreadSlices& slices)
        : slices_(slices), run_(slices.run_), timeline_(slices.timeline_), functions_(run_),
          open_(run_.threads.size()), object_names_(run_.objects.size(), no_name) {}

    void make() {
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            be_away(step);
            work(step);
            wait(step);
        }
        for (ThreadIndex thread = 0; thread < open_.size(); ++thread)
            close(thread);
        follow_path();
        sort_stably(slices_.events_, [](const SliceEvent& a, const SliceEvent& b) {
            return std::tie(a.time, a.step) < std::tie(b.time, b.step);
        });
    }

private:
    /// Work that may go on.
    struct OpenSlice {
        std::uint32_t name = no_name; ///< no_name: there is none
        std::uint64_t end = 0;
        StepIndex last = 0; ///< of its steps
    };

    void be_away(StepIndex step) {
        const ThreadIndex thread = run_.steps[step].thread;
        std::uint64_t begin = timeline_.begin(run_, step) - run_.away_before(step);
        for (const Away why : all_kinds_of_away) {
            const std::uint64_t end = begin + run_.away_before(step, why);
            if (begin == end)
                continue;
            close(thread);
            add({begin, step, thread, number_of(words_of(why).it_does)});
            add({end, step, thread, no_name, 0, SliceEvent::Kind::end});
            begin = end;
        }
    }

    /// Intervals that follow each other without a wait and are of one function are one slice.
    void work(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        if (this_step.work == 0)
            return;
        const std::uint64_t begin = timeline_.begin(run_, step);
        const std::uint32_t name = name_of_work(step);
        OpenSlice& open = open_[this_step.thread];
        if (open.name != name) {
            close(this_step.thread);
            add({begin, step, this_step.thread, name, 0, SliceEvent::Kind::begin, true});
        }
        open = {name, begin + this_step.work, step};
    }

    void close(ThreadIndex thread) {
        OpenSlice& open = open_[thread];
        if (open.name != no_name)
            add({open.end, open.last, thread, no_name, 0, SliceEvent::Kind::end, true});
        open = {};
    }

    void wait(StepIndex step) {
        const ThreadIndex thread = run_.steps[step].thread;
        if (timeline_.waited(run_, step) == 0)
            return;
        close(thread);
        const std::uint32_t name = name_of_wait(step);
        add({timeline_.arrival(run_, step), step, thread, name});
        add({timeline_.ends[step], step, thread, no_name, 0, SliceEvent::Kind::end});
        meet(timeline_.decided_by[step], step, timeline_.ends[step]);
    }

    /// The wait for the one that began a thread is none.
    void follow_path() {
        const CriticalPath path(run_, timeline_);
        for (const PathStep& path_step : path.steps())
            if (path_step.works && run_.is_first(path_step.step) &&
                run_.steps[path_step.step].before != no_step)
                meet(run_.steps[path_step.step].before, path_step.step,
                     timeline_.begin(run_, path_step.step));
    }

    void meet(StepIndex from, StepIndex to, std::uint64_t end) {
        ++flows_;
        for (const StepIndex step : {from, to})
            add({step == to ? end : timeline_.ends[from], step, run_.steps[step].thread,
                 name_of_event(step), flows_, SliceEvent::Kind::meeting, false, step == to});
    }

    void add(const SliceEvent& event) { slices_.events_.push_back(event); }

    std::uint32_t name_of_work(StepIndex step) {
        const auto& samples = functions_.mixes().mix_of(step).samples;
        const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
        const auto most = std::max_element(samples.begin(), samples.end(), fewer);
        if (most == samples.end())
            return number_of("work");
        std::uint32_t& name = function_names_.try_emplace(most->first, no_name).first->second;
        if (name == no_name) {
            name = number_of(short_name(functions_.name(most->first)));
            slices_.stacks_[name] = functions_.stack(most->first);
        }
        return name;
    }

    std::uint32_t name_of_wait(StepIndex step) {
        return number_of("waits for " + thing(run_.steps[step]));
    }

    std::uint32_t name_of_event(StepIndex step) {
        const std::string verb = event_verb(run_.steps[step].kind);
        const std::string object = thing(run_.steps[step]);
        return number_of(object.empty() ? verb : verb + " " + object);
    }

    /// As event_object(); looked up once for all events of an object.
    std::string thing(const RunStep& step) {
        if (step.kind != Kind::rel && step.kind != Kind::acq)
            return event_object(run_, step);
        std::uint32_t& name = object_names_[step.other];
        if (name == no_name)
            name = number_of(event_object(run_, step));
        return slices_.names_[name];
    }

    std::uint32_t number_of(const std::string& name) {
        const auto next = static_cast<std::uint32_t>(slices_.names_.size());
        const auto [found, is_new] = numbers_.try_emplace(name, next);
        if (is_new) {
            slices_.names_.push_back(name);
            slices_.stacks_.push_back(0);
        }
        return found->second;
    }

    ThreadSlices& slices_;
    const Run& run_;
    const Timeline& timeline_;
    Functions functions_;
    std::vector<OpenSlice> open_; ///< by thread
    std::vector<std::uint32_t> object_names_;
    std::unordered_map<FunctionIndex, std::uint32_t> function_names_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::uint64_t flows_ = 0;
};

ThreadSlices::ThreadSlices(const Run& run) : run_(run), timeline_(timeline_of(run)) {
    Maker(*this).make();
}

LargeVector<HeapLevel> ThreadSlices::heap() const {
    LargeVector<HeapLevel> levels;
    std::uint64_t bytes = 0;
    for (const TimedLife& timed_life : timed_lives(
             run_, [this](StepIndex step) { return timeline_.begin(run_, step); },
             LockTurns::recorded)) {
        const RunLife& life = run_.lives[timed_life.life];
        const std::uint64_t size = run_.blocks[life.block].size;
        bytes = life.begins ? bytes + size : bytes - size;
        if (levels.empty() || levels.back().time != timed_life.time)
            levels.push_back({timed_life.time, bytes});
        levels.back().bytes = bytes;
    }
    return levels;
}

LargeVector<WorkingThreads> ThreadSlices::working() const {
    LargeVector<WorkingThreads> levels;
    std::uint64_t threads = 0;
    for (const SliceEvent& event : events_) {
        if (!event.is_work)
            continue;
        threads = event.kind == SliceEvent::Kind::begin ? threads + 1 : threads - 1;
        if (levels.empty() || levels.back().time != event.time)
            levels.push_back({event.time, threads});
        levels.back().threads = threads;
    }
    return levels;
}

} // namespace ilm
