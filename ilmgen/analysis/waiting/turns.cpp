// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/waiting/turns.h"

#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/model/prims.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

namespace {

/// The uses of some objects.
struct Uses {
    std::set<ThreadIndex> acquire;
    std::set<ThreadIndex> release;
    std::map<StackNumber, std::uint64_t> waited_at;
    boost::dynamic_bitset<> with;
};

Uses uses_of(const Run& run, const Timeline& timeline, const std::vector<ObjectIndex>& objects) {
    Uses uses;
    uses.with.resize(run.objects.size());
    for (const ObjectIndex object : objects)
        uses.with[object] = true;
    const boost::dynamic_bitset<> wanted = uses.with;
    std::vector<bool> comes_back(run.threads.size());
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const RunStep& this_step = run.steps[step];
        if (!run.has_object(step))
            continue;
        const bool is_wanted = wanted[this_step.other];
        if (this_step.kind == Kind::acq && comes_back[this_step.thread] &&
            is_lock(run.objects[this_step.other]))
            uses.with[this_step.other] = true;
        comes_back[this_step.thread] = false;
        if (is_wanted && this_step.kind == Kind::acq) {
            uses.acquire.insert(this_step.thread);
            uses.waited_at[this_step.at] += timeline.waited(run, step);
            comes_back[this_step.thread] = !is_lock(run.objects[this_step.other]);
        } else if (is_wanted) {
            uses.release.insert(this_step.thread);
        }
    }
    return uses;
}

bool may_be_a_lock(const std::string& prim) {
    constexpr std::string_view kinds[] = {TRACE_PRIM_COND, TRACE_PRIM_SEM, TRACE_PRIM_FUTEX,
                                          TRACE_PRIM_SEMOP, TRACE_PRIM_USER};
    return std::ranges::find(kinds, prim) != std::end(kinds);
}

/// Whether at least half of the waiting is by threads that are alike, wait and release.
bool are_turns(const SimilarThreads& similar, const ObjectWaits& waits, const Uses& uses) {
    std::vector<ThreadIndex> both;
    std::ranges::set_intersection(uses.acquire, uses.release, std::back_inserter(both));
    std::uint64_t waited = 0;
    for (const ThreadIndex thread : both) {
        const bool has_other = std::ranges::any_of(both, [&](ThreadIndex other) {
            return other != thread && similar.are_similar(thread, other);
        });
        const auto by = waits.by_thread.find(thread);
        waited += has_other && by != waits.by_thread.end() ? by->second : 0;
    }
    return waited > 0 && 2 * waited >= waits.waited;
}

} // namespace

Turns turns_at(const Run& run, const Timeline& timeline, const SimilarThreads& similar,
               const ObjectWaits& waits) {
    const RunObject& object = run.objects[waits.objects.front()];
    if (!is_lock(object) && !may_be_a_lock(object.prim))
        return {};
    Uses uses = uses_of(run, timeline, waits.objects);
    if (!is_lock(object) && !are_turns(similar, waits, uses))
        return {};
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto most = std::ranges::max_element(uses.waited_at, less);
    Turns turns;
    turns.are_taken = true;
    turns.threads = static_cast<std::uint32_t>(uses.acquire.size());
    turns.at = most == uses.waited_at.end() ? 0 : most->first;
    turns.with = std::move(uses.with);
    return turns;
}

} // namespace ilm
