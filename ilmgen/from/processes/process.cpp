// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/processes/ranks.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ilm {

namespace {

/// The tool adds .1, .2, ... to the name for what a process executes later.
bool continues(const std::string& file, const std::string& first) {
    std::string_view rest = last_part(file);
    const std::string_view base = last_part(first);
    if (!rest.starts_with(base) || rest.substr(base.size(), 1) != ".")
        return false;
    rest.remove_prefix(base.size() + 1);
    return take_number(rest) && rest.empty();
}

void put_in_order(Process& process) {
    std::sort(process.programs.begin(), process.programs.end(), [](const auto& a, const auto& b) {
        return std::pair(a->file().size(), a->file()) < std::pair(b->file().size(), b->file());
    });
    const std::string& first = process.programs.front()->file();
    for (std::size_t i = 1; i < process.programs.size(); ++i)
        if (const Program& later = *process.programs[i];
            later.forked() || !continues(later.file(), first))
            throw Error(later.file() + ": the trace of process " + std::to_string(process.id.pid) +
                        " is there twice, also as " + first);
}

/// What else lies in a folder is left out.
Programs programs_of(const LogSources& sources, std::vector<std::string>& remarks) {
    Programs programs;
    std::size_t left_out = 0;
    std::string first;
    for (const auto& file : sources.files())
        try {
            programs.push_back(std::make_unique<Program>(*file));
        } catch (const Error& error) {
            if (!file->is_of_folder())
                throw;
            if (left_out++ == 0)
                first = error.what();
        }
    if (programs.empty())
        throw Error(first);
    if (left_out > 0)
        remarks.push_back("of the folder, " + std::to_string(left_out) +
                          (left_out == 1 ? " file is" : " files are") + " left out: " + first +
                          (left_out == 1 ? "" : "; ..."));
    return programs;
}

} // namespace

ProcessTraces process_traces(const LogSources& sources, const Reading& how) {
    ProcessTraces traces;
    Programs programs = programs_of(sources, traces.remarks);
    take_runs(programs, how.runs, sources.name());
    if (std::string missing = check_ranks(programs, how.recover); !missing.empty())
        traces.remarks.push_back(std::move(missing));
    const FirstJobs first_jobs(programs);
    for (auto& program : programs) {
        Process& process = traces.processes[program->begin().process];
        process.id = program->begin().process;
        if (const std::optional<Rank>& rank = program->begin().rank;
            rank && first_jobs.are_several())
            process.first_job = first_jobs.of(rank->job);
        process.programs.push_back(std::move(program));
    }
    for (auto& [id, process] : traces.processes)
        put_in_order(process);
    return traces;
}

} // namespace ilm
