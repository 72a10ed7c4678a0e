// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/plan/step_names.h"

#include "ilmgen/model/error.h"
#include "shared/trace_vocabulary.h"

#include <array>
#include <charconv>

namespace ilm {

namespace {

/// FNV-1a, 64 bits (Fowler, Noll, Vo; www.isthe.com/chongo/tech/comp/fnv).
class FnvHash {
public:
    void add(const std::string& text) {
        for (const char c : text) {
            hash_ ^= static_cast<unsigned char>(c);
            hash_ *= 0x100000001b3;
        }
    }

    std::string hexadecimal() const {
        std::array<char, 16> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash_, 16).ptr;
        const std::string text(digits.data(), end);
        return std::string(digits.size() - text.size(), '0') + text;
    }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

} // namespace

StepNames::StepNames(const Run& run) : paths_(run.threads.size()), nths_(run.steps.size()) {
    for (ThreadIndex thread = 1; thread < run.threads.size(); ++thread)
        if (run.threads[thread].fork == no_step)
            throw Error("--plan: thread " + std::to_string(run.threads[thread].id) +
                        " was not created by a thread of the trace, so a plan cannot name it; a "
                        "plan is made from the trace of one process");
    std::vector<std::uint32_t> events(run.threads.size());
    std::vector<std::uint32_t> forks(run.threads.size());
    for (StepIndex index = 0; index < run.steps.size(); ++index) {
        const RunStep& step = run.steps[index];
        nths_[index] = ++events[step.thread];
        if (step.kind != Kind::fork)
            continue;
        paths_[step.other] = paths_[step.thread];
        paths_[step.other].push_back(++forks[step.thread]);
    }
}

std::string kind_of_step(const RunStep& step) {
    switch (step.kind) {
    case Kind::fork: return TRACE_FORK;
    case Kind::join: return TRACE_JOIN;
    case Kind::exit: return TRACE_EXIT;
    case Kind::rel: return TRACE_REL;
    case Kind::acq: return TRACE_ACQ;
    default: return "end";
    }
}

std::string hash_of_steps(const Run& run, const TaskGraph& graph, const StepNames& names) {
    FnvHash hash;
    for (const Task& task : graph.tasks) {
        if (task.thread == no_thread)
            continue;
        const RunStep& step = run.steps[task.end];
        hash.add(std::to_string(run.threads[task.thread].id) + " " +
                 std::to_string(names.nth(task.end)) + " " + kind_of_step(step) + " " +
                 std::to_string(task.work) + " " + std::to_string(task.heap_change) + " " +
                 std::to_string(task.heap_growth) + "\n");
    }
    return hash.hexadecimal();
}

} // namespace ilm
