// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/any_schedule.h"

#include "ilmgen/analysis/locks.h"

#include <boost/dynamic_bitset.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ilm {

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Vertex = Traits::vertex_descriptor;
using Edge = Traits::edge_descriptor;

struct Arc {
    std::int64_t capacity = 0;
    std::int64_t residual = 0;
    Edge reverse;
};
struct Node {
    boost::default_color_type color = boost::white_color;
    std::int64_t distance = 0;
    Edge predecessor;
};
using Network = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Arc>;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max() / 4;

/// A stretch of a thread's allocations: as hbal and hmax of the ILM.
struct Stretch {
    std::int64_t balance = 0;
    std::int64_t highest = 0;

    void add(std::int64_t bytes) {
        balance += bytes;
        highest = std::max(highest, balance);
    }
};

class Closure {
public:
    Closure(const Run& run, LockTurns turns)
        : run_(run), turns_(turns), orders_(run.steps.size()), weights_(run.steps.size()) {
        find_ordering_steps();
        weigh();
    }

    std::size_t vertices() const { return orders_.count(); }

    WorstHeap largest() {
        WorstHeap worst;
        worst.known = true;
        worst.vertices = vertices();
        build();
        const std::int64_t cut = boost::boykov_kolmogorov_max_flow(
            network_, get(&Arc::capacity, network_), get(&Arc::residual, network_),
            get(&Arc::reverse, network_), get(&Node::predecessor, network_),
            get(&Node::color, network_), get(&Node::distance, network_),
            get(boost::vertex_index, network_), source_, sink_);
        worst.bytes = static_cast<std::uint64_t>(always_ + gains_ - cut);
        worst.witness = witness();
        return worst;
    }

private:
    /// Those that come after, or before, an event of another thread.
    void find_ordering_steps() {
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            if (run_.steps[step].kind == Kind::fork)
                orders_[step] = true;
            for (const StepIndex source : sources_of(step))
                orders_[step] = orders_[source] = true;
        }
    }

    std::span<const StepIndex> sources_of(StepIndex step) const {
        if (turns_ == LockTurns::any && takes_lock(run_, step))
            return {};
        return run_.sources_of(step);
    }

    void weigh() {
        std::vector<Stretch> stretches(run_.threads.size()); // since the last ordering step
        std::vector<StepIndex> begins;                       // that step, or the fork
        for (const RunThread& thread : run_.threads)
            begins.push_back(thread.fork);
        std::size_t life = 0;
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            const ThreadIndex thread = run_.steps[step].thread;
            Stretch& stretch = stretches[thread];
            for (; life < run_.lives.size() && run_.lives[life].step == step; ++life)
                stretch.add(bytes_of(run_.lives[life]));
            if (!orders_[step])
                continue;
            go_up(begins[thread], stretch.highest);
            weights_[step] += stretch.balance - stretch.highest;
            stretch = {};
            begins[thread] = step;
        }
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
            go_up(begins[thread], stretches[thread].highest);
    }

    std::int64_t bytes_of(const RunLife& life) const {
        const auto bytes = static_cast<std::int64_t>(run_.blocks[life.block].size);
        return life.begins ? bytes : -bytes;
    }

    void go_up(StepIndex after, std::int64_t bytes) {
        (after == nowhere ? always_ : weights_[after]) += bytes;
    }

    void build() {
        vertex_.assign(run_.steps.size(), nowhere);
        source_ = add_vertex(network_);
        sink_ = add_vertex(network_);
        std::vector<StepIndex> last; // by thread
        for (const RunThread& thread : run_.threads)
            last.push_back(thread.fork);
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            if (!orders_[step])
                continue;
            vertex_[step] = static_cast<std::uint32_t>(add_vertex(network_));
            StepIndex& before = last[run_.steps[step].thread];
            if (before != nowhere)
                requires_step(step, before);
            requires_sources(step);
            before = step;
            weigh(step);
        }
    }

    /// Steps that have their sources in common have a vertex in common, before each of them.
    void requires_sources(StepIndex step) {
        const std::span<const StepIndex> sources = sources_of(step);
        if (sources.size() < 2) {
            for (const StepIndex source : sources)
                requires_step(step, source);
            return;
        }
        const auto [found, is_new] = common_.try_emplace(run_.steps[step].sources);
        if (is_new) {
            found->second = add_vertex(network_);
            for (const StepIndex source : sources)
                connect(found->second, vertex_[source], unlimited);
        }
        connect(vertex_[step], found->second, unlimited);
    }

    void requires_step(StepIndex step, StepIndex before) {
        connect(vertex_[step], vertex_[before], unlimited);
    }

    void weigh(StepIndex step) {
        if (weights_[step] > 0) {
            gains_ += weights_[step];
            connect(source_, vertex_[step], weights_[step]);
        } else if (weights_[step] < 0) {
            connect(vertex_[step], sink_, -weights_[step]);
        }
    }

    void connect(Vertex from, Vertex to, std::int64_t capacity) {
        const Edge there = add_edge(from, to, network_).first;
        const Edge back = add_edge(to, from, network_).first;
        network_[there] = {capacity, 0, back};
        network_[back] = {0, 0, there};
    }

    /// The source's side of the cut.
    std::vector<StepIndex> witness() const {
        std::vector<StepIndex> last(run_.threads.size(), nowhere);
        for (StepIndex step = 0; step < run_.steps.size(); ++step)
            if (orders_[step] && network_[vertex_[step]].color == boost::black_color)
                last[run_.steps[step].thread] = step;
        return last;
    }

    const Run& run_;
    const LockTurns turns_;
    boost::dynamic_bitset<> orders_;    ///< by step
    std::vector<std::int64_t> weights_; ///< by step; 0 if it orders nothing
    std::int64_t always_ = 0;           ///< what the threads that nobody began have in any case
    std::int64_t gains_ = 0;            ///< sum of the weights above 0
    Network network_;
    Vertex source_ = 0;
    Vertex sink_ = 0;
    std::vector<std::uint32_t> vertex_;                ///< by step
    std::unordered_map<std::uint32_t, Vertex> common_; ///< by where the sources begin
};

} // namespace

WorstHeap worst_heap(const Run& run, LockTurns turns, std::size_t most_vertices) {
    Closure closure(run, turns);
    if (closure.vertices() > most_vertices) {
        WorstHeap unknown;
        unknown.vertices = closure.vertices();
        return unknown;
    }
    return closure.largest();
}

} // namespace ilm
