// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/block_builder.h"

#include "ilmgen/dag/order/prune.h"

#include <algorithm>

namespace ilm {

BlockBuilder::BlockBuilder(const Form& form, BlockSink* sink, Stats* stats)
    : form_(form), sink_(sink), stats_(stats), order_(form.relaxed), reducer_(form.reduce) {}

void BlockBuilder::add(const Event& event, const Step& step) {
    Point point;
    point.id = event.id;
    point.thid = event.thid;
    point.block = block_.index;
    Sources& sources = order_.sources(event);
    reducer_.reduce(point, sources, predecessors_);
    point.vertex = block_.add(step);
    connect(point.vertex);
    order_.note_event(event, point);
    if (event.kind == Kind::exit)
        reducer_.exited(point);
    if (form_.cross_block && (event.kind == Kind::fork || event.kind == Kind::exit))
        begun_or_ended_.push_back(event.kind == Kind::fork ? event.other : event.thid);
    if (form_.reduce && order_.untidy())
        tidy_order();
    if (block_.steps.size() >= form_.block_size)
        end_block();
}

void BlockBuilder::connect(Vertex vertex) {
    crossing_.clear();
    for (const Point& point : predecessors_)
        if (point.block == block_.index)
            block_.order(point.vertex, vertex);
        else
            crossing_.push_back({point.block, point.thid, point.id});
    std::sort(crossing_.begin(), crossing_.end(), [](const StepRef& a, const StepRef& b) {
        return std::pair(a.thid, a.id) < std::pair(b.thid, b.id);
    });
    for (const StepRef& before : crossing_)
        block_.order(before, vertex);
}

void BlockBuilder::end_block() {
    if (form_.cross_block) {
        trim_order();
    } else {
        order_.forget();
        reducer_.forget();
    }
    block_.seal();
    if (form_.prune)
        prune(block_);
    if (sink_ != nullptr)
        sink_->block(block_);
    if (stats_ != nullptr)
        stats_->end_of_block();
    block_.restart();
}

/// Forgets rounds that no later step can need.
void BlockBuilder::tidy_order() {
    reducer_.survey(order_.forks());
    order_.tidy([this](Releases& releases) { return reducer_.settle(releases); });
}

/// Forgets what no later DAG block can need; the rest must not be pruned.  The survey looks at all
/// threads, so it waits until there are as many steps as threads.  An old survey says less, but
/// nothing wrong.
void BlockBuilder::trim_order() {
    since_survey_ += block_.steps.size();
    if (form_.reduce && since_survey_ >= reducer_.threads() + order_.forks().size()) {
        reducer_.survey(order_.forks());
        since_survey_ = 0;
    }
    order_.trim([this](Releases& releases) { return settle(releases); },
                [this](const Releases& releases) { keep_awaited(releases); });
    for (const ThreadId child : begun_or_ended_)
        for (const auto* waiting : {&order_.forks(), &order_.exits()})
            if (const auto found = waiting->find(child); found != waiting->end())
                keep_awaited(found->second);
    begun_or_ended_.clear();
}

bool BlockBuilder::settle(Releases& releases) const {
    if (form_.reduce)
        return reducer_.settle(releases);
    return releases.reads.empty() && releases.others.empty();
}

void BlockBuilder::keep_awaited(const Releases& releases) {
    for (const Point& release : releases.reads.points())
        keep_awaited(release);
    for (const Point& release : releases.others.points())
        keep_awaited(release);
}

void BlockBuilder::keep_awaited(const Point& point) {
    if (point.block == block_.index)
        block_.steps[point.vertex].awaited = true;
}

void BlockBuilder::finish() {
    if (!block_.steps.empty())
        end_block();
    if (sink_ != nullptr)
        sink_->finish();
}

} // namespace ilm
