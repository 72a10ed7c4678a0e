// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/memory/any_schedule.h"

#include "ilmgen/analysis/memory/cut_network.h"
#include "ilmgen/analysis/schedule/series.h"
#include "ilmgen/analysis/schedule/stretches.h"

#include <algorithm>
#include <unordered_map>

namespace ilm {

namespace {

/// The bytes that events add to the heap when they happen.
struct Weights {
    LargeVector<std::int64_t> of; ///< by event
    std::int64_t always = 0;      ///< by the threads without a fork, before their first events
};

class Weigher {
public:
    Weigher(const Run& run, const Ordering& ordering) : run_(run), ordering_(ordering) {
        weights_.of.resize(ordering.size());
        for (const RunThread& thread : run.threads)
            begins_.push_back(thread.fork == no_step ? no_event : ordering.index_of(thread.fork));
    }

    Weights weigh() {
        std::vector<HeapStretch> stretches(run_.threads.size()); // since the last event of each
        std::size_t life = 0;
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            const ThreadIndex thread = run_.steps[step].thread;
            HeapStretch& stretch = stretches[thread];
            for (; life < run_.lives.size() && run_.lives[life].step == step; ++life)
                stretch.add(bytes_of(run_, run_.lives[life]));
            const OrderIndex event = ordering_.index_of(step);
            if (event == no_event)
                continue;
            go_up(thread, stretch.highest);
            weights_.of[event] += stretch.balance - stretch.highest;
            stretch = {};
            begins_[thread] = event;
        }
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
            go_up(thread, stretches[thread].highest);
        return std::move(weights_);
    }

private:
    void go_up(ThreadIndex thread, std::int64_t bytes) {
        (begins_[thread] == no_event ? weights_.always : weights_.of[begins_[thread]]) += bytes;
    }

    const Run& run_;
    const Ordering& ordering_;
    std::vector<OrderIndex> begins_; ///< by thread: the event that its stretch comes after
    Weights weights_;
};

/// The closure of largest weight in one piece of the order.  All that its events come after is in
/// the piece or in the pieces before it, which have happened.
class Closure {
public:
    Closure(const Ordering& ordering, std::span<const std::int64_t> weights, OrderIndex first,
            OrderIndex end)
        : ordering_(ordering), first_(first), end_(end) {
        for (OrderIndex event = first; event < end; ++event)
            elements_.push_back(network_.add());
        for (OrderIndex event = first; event < end; ++event) {
            requires_event(element(event), ordering.event_before(event));
            requires_sources(event);
            network_.weigh(element(event), weights[event]);
        }
    }

    /// Returns the weight of the closure.
    std::int64_t find_largest() { return network_.heaviest(); }

    /// After find_largest().
    LargeVector<OrderIndex> events() const {
        LargeVector<OrderIndex> events;
        for (OrderIndex event = first_; event < end_; ++event)
            if (network_.is_in(element(event)))
                events.push_back(event);
        return events;
    }

private:
    CutNetwork::Element element(OrderIndex event) const { return elements_[event - first_]; }

    /// Events that have their sources in common have an element in common, before each of them.
    void requires_sources(OrderIndex event) {
        const std::span<const OrderIndex> sources = ordering_.sources(event);
        if (sources.size() < 2) {
            for (const OrderIndex source : sources)
                requires_event(element(event), source);
            return;
        }
        const auto [found, is_new] = common_.try_emplace(ordering_.sources_number(event));
        if (is_new) {
            found->second = network_.add();
            for (const OrderIndex source : sources)
                requires_event(found->second, source);
        }
        network_.require(element(event), found->second);
    }

    void requires_event(CutNetwork::Element after, OrderIndex before) {
        if (before != no_event && before >= first_)
            network_.require(after, element(before));
    }

    const Ordering& ordering_;
    const OrderIndex first_;
    const OrderIndex end_;
    CutNetwork network_;
    LargeVector<CutNetwork::Element> elements_; ///< by event, from first_ on
    /// By the number of the sources.
    std::unordered_map<std::uint32_t, CutNetwork::Element> common_;
};

/// A set of events that contains, with each event, all that it comes after.
struct Moment {
    std::int64_t bytes = 0;
    OrderIndex all_before = 0;      ///< all events before this one
    LargeVector<OrderIndex> events; ///< and these
};

Moment largest_moment(const Ordering& ordering, const Weights& weights,
                      std::span<const OrderIndex> positions) {
    Moment largest{weights.always, 0, {}};
    std::int64_t bytes = weights.always; // all before the piece
    for (std::size_t piece = 0; piece + 1 < positions.size(); ++piece) {
        const OrderIndex first = positions[piece];
        const OrderIndex end = positions[piece + 1];
        Closure closure(ordering, weights.of, first, end);
        if (const std::int64_t most = bytes + closure.find_largest(); most > largest.bytes)
            largest = {most, first, closure.events()};
        for (OrderIndex event = first; event < end; ++event)
            bytes += weights.of[event];
    }
    return largest;
}

/// Can a cut network weigh them?
bool are_bearable(std::span<const RunBlock> blocks) {
    std::uint64_t left = CutNetwork::most_weight;
    return std::all_of(blocks.begin(), blocks.end(), [&left](const RunBlock& block) {
        if (block.size > left)
            return false;
        left -= block.size;
        return true;
    });
}

std::size_t largest_piece(std::span<const OrderIndex> positions) {
    std::size_t largest = 0;
    for (std::size_t piece = 0; piece + 1 < positions.size(); ++piece)
        largest = std::max<std::size_t>(largest, positions[piece + 1] - positions[piece]);
    return largest;
}

std::vector<StepIndex> witness_of(const Moment& moment, const Ordering& ordering) {
    std::vector<StepIndex> last(ordering.threads(), no_step);
    for (OrderIndex event = 0; event < moment.all_before; ++event)
        last[ordering.thread(event)] = ordering.step(event);
    for (const OrderIndex event : moment.events)
        last[ordering.thread(event)] = ordering.step(event);
    return last;
}

} // namespace

WorstHeap worst_heap(const Run& run, LockTurns turns, const PieceSize& piece) {
    const Ordering ordering(run, turns);
    const LargeVector<OrderIndex> positions = series_of(ordering, piece.least);
    WorstHeap worst;
    worst.largest_piece = largest_piece(positions);
    if (worst.largest_piece > piece.most || !are_bearable(run.blocks))
        return worst;
    const Moment moment = largest_moment(ordering, Weigher(run, ordering).weigh(), positions);
    worst.known = true;
    worst.bytes = static_cast<std::uint64_t>(moment.bytes);
    worst.witness = witness_of(moment, ordering);
    return worst;
}

} // namespace ilm
