// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/closure.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <algorithm>
#include <limits>

namespace ilm {

namespace {

using CutTraits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using CutEdge = CutTraits::edge_descriptor;

struct CutArc {
    std::int64_t capacity = 0;
    std::int64_t residual = 0;
    CutEdge reverse;
};
struct CutNode {
    boost::default_color_type color = boost::white_color;
    std::int64_t distance = 0;
    CutEdge predecessor;
};
using CutNetwork =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, CutNode, CutArc>;

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max() / 4;

/// By step: marked, and all that is reached from there along the links.
std::vector<bool> reached_from(const std::vector<TaskIndex>& steps, const StepLinks& links,
                               std::size_t size) {
    std::vector<bool> reached(size);
    std::vector<TaskIndex> open = steps;
    for (const TaskIndex step : steps)
        reached[step] = true;
    while (!open.empty()) {
        const TaskIndex step = open.back();
        open.pop_back();
        for (const TaskIndex other : links.of(step))
            if (!reached[other]) {
                reached[other] = true;
                open.push_back(other);
            }
    }
    return reached;
}

/// The steps that may have ended or not, as a network whose minimum cut separates the two.
class FreeSteps {
public:
    FreeSteps(const Problem& problem, const std::vector<bool>& ended,
              const std::vector<bool>& not_ended)
        : problem_(problem), vertex_(problem.size(), nowhere) {
        for (TaskIndex step = 0; step < problem.size(); ++step)
            if (!ended[step] && !not_ended[step])
                vertex_[step] = static_cast<TaskIndex>(add_vertex(network_));
        source_ = add_vertex(network_);
        sink_ = add_vertex(network_);
        for (TaskIndex step = 0; step < problem.size(); ++step)
            if (vertex_[step] != nowhere)
                add(step);
    }

    /// The smallest sum of balances of steps that can have ended; not above 0.
    std::int64_t smallest_sum() {
        if (freed_ == 0)
            return 0;
        return boost::boykov_kolmogorov_max_flow(
                   network_, get(&CutArc::capacity, network_), get(&CutArc::residual, network_),
                   get(&CutArc::reverse, network_), get(&CutNode::predecessor, network_),
                   get(&CutNode::color, network_), get(&CutNode::distance, network_),
                   get(boost::vertex_index, network_), source_, sink_) -
               freed_;
    }

private:
    void add(TaskIndex step) {
        const std::int64_t balance = problem_.steps[step].balance;
        if (balance < 0) {
            freed_ -= balance;
            connect(source_, vertex_[step], -balance);
        } else if (balance > 0) {
            connect(vertex_[step], sink_, balance);
        }
        for (const TaskIndex before : problem_.before.of(step))
            if (vertex_[before] != nowhere)
                connect(vertex_[step], vertex_[before], no_limit);
    }

    void connect(std::size_t from, std::size_t to, std::int64_t capacity) {
        const CutEdge forward = add_edge(from, to, network_).first;
        const CutEdge backward = add_edge(to, from, network_).first;
        network_[forward] = {capacity, 0, backward};
        network_[backward] = {0, 0, forward};
    }

    const Problem& problem_;
    std::vector<TaskIndex> vertex_; ///< by step; nowhere: it is not free
    CutNetwork network_;
    std::size_t source_ = 0;
    std::size_t sink_ = 0;
    std::int64_t freed_ = 0; ///< by all free steps
};

} // namespace

std::int64_t least_booked_while(const Problem& problem, const std::vector<TaskIndex>& running) {
    std::vector<bool> ended = reached_from(running, problem.before, problem.size());
    const std::vector<bool> not_ended = reached_from(running, problem.after, problem.size());
    std::int64_t booked = 0;
    for (const TaskIndex step : running) {
        ended[step] = false;
        booked += problem.steps[step].highest;
    }
    for (TaskIndex step = 0; step < problem.size(); ++step)
        if (ended[step])
            booked += problem.steps[step].balance;
    return booked + FreeSteps(problem, ended, not_ended).smallest_sum();
}

std::vector<bool> all_before(const Problem& problem, TaskIndex step) {
    return reached_from({step}, problem.before, problem.size());
}

} // namespace ilm
