// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/block_chain.h"

#include "ilmgen/dag/intervals/intervals.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ilm {

namespace {

constexpr Vertex none = std::numeric_limits<Vertex>::max();

/// All steps, including those that are merged into others.
class Chains {
public:
    Chains(const DagBlock& block, const Beginnings& beginnings)
        : block_(block), beginnings_(beginnings), left_(block.steps.size()),
          ends_(block.steps.size()) {
        for (const ThreadSteps& thread : block.threads)
            for (const Vertex vertex : block.steps_of(thread))
                left_[vertex] = true;
        for (Vertex vertex = 0; vertex < block.steps.size(); ++vertex)
            end_at(vertex);
    }

    BlockChain longest() const {
        BlockChain chain;
        Vertex last = none;
        for (Vertex vertex = 0; vertex < ends_.size(); ++vertex) {
            add(chain.work, ends_[vertex].own, place_of(block_.steps[vertex]), "instructions");
            if (ends_[vertex].length > chain.length) {
                chain.length = ends_[vertex].length;
                last = vertex;
            }
        }
        if (last != none)
            chain.steps = steps_to(last);
        return chain;
    }

private:
    /// A chain that ends at a step.
    struct End {
        std::uint64_t own = 0; ///< work of the step's interval, without those merged into it
        std::uint64_t length = 0;
        Vertex from = none; ///< the step before, on the chain
        bool works = false; ///< its own work is on the chain
    };
    struct Thread {
        Vertex last = none;
        std::uint64_t merged = 0; ///< work of steps since the last that is left
    };

    void end_at(Vertex vertex) {
        const Step& step = block_.steps[vertex];
        Thread& thread = threads_[step.thid];
        End& end = ends_[vertex];
        end.own = step.icnt - (left_[vertex] ? thread.merged : 0);
        thread.merged = left_[vertex] ? 0 : thread.merged + end.own;
        const Vertex before = thread.last != none ? thread.last : fork_of(step);
        std::uint64_t worked = before == none ? 0 : ends_[before].length;
        add(worked, end.own, place_of(step), "instructions on a chain");
        if (worked >= end.length) {
            end.length = worked;
            end.from = before;
            end.works = true;
        }
        for (const Vertex next : next_of(block_.dag, vertex))
            if (end.length > ends_[next].length) {
                ends_[next].length = end.length;
                ends_[next].from = vertex;
            }
        if (step.kind == Kind::fork)
            forks_[step.id] = vertex;
        thread.last = vertex;
    }

    Vertex fork_of(const Step& first_step) const {
        const std::optional<EventId> id = beginnings_.fork_of(first_step.thid, first_step.id);
        const auto fork = id ? forks_.find(*id) : forks_.end();
        return fork == forks_.end() ? none : fork->second;
    }

    /// By vertex: the step that it is merged into.
    std::vector<Vertex> merged_into() const {
        std::vector<Vertex> into(ends_.size());
        std::unordered_map<ThreadId, Vertex> next;
        for (std::size_t i = into.size(); i-- > 0;) {
            const auto vertex = static_cast<Vertex>(i);
            Vertex& step = next[block_.steps[vertex].thid];
            if (left_[vertex])
                step = vertex;
            into[vertex] = step;
        }
        return into;
    }

    std::vector<ChainStep> steps_to(Vertex last) const {
        const std::vector<Vertex> into = merged_into();
        std::vector<ChainStep> steps;
        for (Vertex vertex = last; vertex != none; vertex = ends_[vertex].from) {
            if (steps.empty() || steps.back().vertex != into[vertex])
                steps.push_back({into[vertex], 0});
            if (ends_[vertex].works)
                steps.back().work += ends_[vertex].own;
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    const DagBlock& block_;
    const Beginnings& beginnings_;
    std::vector<bool> left_; ///< by vertex: pruning left it
    std::vector<End> ends_;  ///< by vertex
    std::unordered_map<ThreadId, Thread> threads_;
    std::unordered_map<EventId, Vertex> forks_;
};

} // namespace

BlockChain longest_chain(const DagBlock& block, const Beginnings& beginnings) {
    return Chains(block, beginnings).longest();
}

} // namespace ilm
