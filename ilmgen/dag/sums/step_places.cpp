// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/step_places.h"

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/object_name.h"

namespace ilm {

/// A trace without stacks costs hardly anything here.
void RecordedPlaces::event(const Event& event) {
    if (event.new_stacks != nullptr)
        stacks_.add(*event.new_stacks);
    if (const auto* const named = fact_in<ThreadName>(event))
        threads_[event.thid] = named->name;
    if (event.kind == Kind::newsync) {
        const StackNumber* const allocated_at = blocks_.find(event.live);
        objects_[event.object] =
            object_name(event, allocated_at == nullptr ? 0 : *allocated_at, stacks_);
    } else if (event.kind == Kind::delsync) {
        objects_.erase(event.object);
    }
    if (stacks_.empty())
        return;
    if (event.kind == Kind::alloc)
        blocks_.begin(event.live, event.at);
    else if (event.kind == Kind::free)
        blocks_.end(event.live);
    if (!is_sync(event.kind) || (event.at == 0 && event.work.empty()))
        return;
    const bool has_object = event.kind == Kind::rel || event.kind == Kind::acq;
    const auto object = has_object ? objects_.find(event.object) : objects_.end();
    waiting_[event.thid].push_back({event.id,
                                    std::string(event.prim),
                                    object == objects_.end() ? "" : object->second,
                                    event.at,
                                    {event.work.begin(), event.work.end()}});
}

StepPlace RecordedPlaces::take(ThreadId thid, EventId id) {
    StepPlace result;
    const auto found = waiting_.find(thid);
    if (found == waiting_.end())
        return result;
    std::deque<Waiting>& waiting = found->second;
    for (; !waiting.empty() && waiting.front().id <= id; waiting.pop_front()) {
        const Waiting& event = waiting.front();
        for (const WorkSample& sample : event.work)
            if (sample.count != 0)
                result.work[stacks_.function(sample.stack)] += sample.count;
        if (event.id < id || event.at == 0)
            continue;
        result.prim = event.prim;
        result.object = event.object;
        result.place = stacks_.place(event.at);
    }
    return result;
}

std::string RecordedPlaces::name_of(ThreadId thid) const {
    const auto name = threads_.find(thid);
    return name == threads_.end() ? std::string() : name->second;
}

} // namespace ilm
