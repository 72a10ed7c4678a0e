// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/run/pipe_ends.h"

#include "shared/trace_vocabulary.h"

#include <map>
#include <set>
#include <utility>

namespace ilm {

namespace {

/// Programs, each as a process executes it, and how often it has used the end.
using End = std::map<std::pair<std::uint64_t, std::string>, std::uint64_t>;

struct Ends {
    End writes;
    End reads;
};

/// The only program at an end; empty if there are several or none.
std::string only_program(const End& end) {
    std::set<std::string> programs;
    for (const auto& [who, times] : end)
        programs.insert(who.second);
    return programs.size() == 1 ? *programs.begin() : std::string();
}

} // namespace

/// To close an end is a release, too.  A process that has released the pipe once has only closed
/// it, as a shell does that has begun both programs.
void name_pipes_by_ends(Run& run) {
    std::map<ObjectIndex, Ends> pipes;
    for (StepIndex step = 0; step < run.steps.size(); ++step) {
        const RunStep& this_step = run.steps[step];
        const RunThread& thread = run.threads[this_step.thread];
        if (!run.has_object(step) || thread.process == 0 ||
            run.objects[this_step.other].prim != TRACE_PRIM_PIPE)
            continue;
        Ends& ends = pipes[this_step.other];
        ++(this_step.kind == Kind::rel ? ends.writes
                                       : ends.reads)[{thread.process, thread.program}];
    }
    for (auto& [object, ends] : pipes) {
        std::erase_if(ends.writes, [](const auto& entry) { return entry.second < 2; });
        const std::string writer = only_program(ends.writes);
        const std::string reader = only_program(ends.reads);
        const bool is_inside = ends.writes.size() == 1 && ends.reads.size() == 1 &&
                               ends.writes.begin()->first.first == ends.reads.begin()->first.first;
        if (!writer.empty() && !reader.empty() && !is_inside)
            run.objects[object].name = writer + " -> " + reader;
    }
}

} // namespace ilm
