// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/process.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/processes/process/ranks.h"
#include "ilmgen/model/error.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace ilm {

namespace {

/// The tool adds .1, .2, ... to the name for the programs that a process executes later.
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

/// A file of a folder that is no trace.
struct IgnoredFile {
    std::string file;
    std::string reason;
};

/// The name without its numbers: traces of a run differ in these only.  For example "hpcmp.out" of
/// /tmp/hpcmp.out.77 and, for what that process executes later, /tmp/hpcmp.out.77.1.
std::string without_numbers(const std::string& path) {
    std::string name;
    for (const char c : last_part(path))
        if (c < '0' || c > '9')
            name += c;
        else if (name.empty() || name.back() != '#')
            name += '#';
    while (name.ends_with(".#"))
        name.resize(name.size() - 2);
    return name;
}

/// Finds traces of which nothing is left: files whose names are like those of the traces, and that
/// are empty or end in their first event. Throws Error if there is one or, with `recover`, adds a
/// sentence about each.
void see_to_lost_traces(const Programs& programs, std::vector<IgnoredFile>& left_out, bool recover,
                        std::vector<std::string>& missing) {
    std::set<std::string> names;
    for (const auto& program : programs)
        names.insert(without_numbers(program->file()));
    std::erase_if(left_out, [&](const IgnoredFile& file) {
        if (!names.contains(without_numbers(file.file)))
            return false;
        if (!recover)
            throw Error(file.reason + "; --recover takes the other traces");
        missing.push_back("nothing is left of a trace: " + file.reason);
        return true;
    });
}

/// Leaves out files of a folder that are no traces.
Programs programs_of(const LogSources& sources, bool recover, LogFigures& figures) {
    Programs programs;
    std::vector<IgnoredFile> left_out;
    for (const auto& file : sources.files())
        try {
            programs.push_back(std::make_unique<Program>(*file));
        } catch (const Error& error) {
            if (!file->is_of_folder())
                throw;
            left_out.push_back({file->name(), error.what()});
        }
    if (programs.empty())
        throw Error(left_out.front().reason);
    see_to_lost_traces(programs, left_out, recover, figures.missing);
    if (!left_out.empty())
        figures.remarks.push_back("of the folder, " + std::to_string(left_out.size()) +
                                  (left_out.size() == 1 ? " file is" : " files are") +
                                  " left out: " + left_out.front().reason +
                                  (left_out.size() == 1 ? "" : "; ..."));
    return programs;
}

} // namespace

ProcessTraces process_traces(const LogSources& sources, const Reading& how) {
    ProcessTraces traces;
    Programs programs = programs_of(sources, how.recover, traces.figures);
    take_runs(programs, how.runs, sources.name());
    if (std::string missing = check_ranks(programs, how.recover); !missing.empty())
        traces.figures.missing.push_back(std::move(missing));
    const FirstJobs first_jobs(programs);
    for (auto& program : programs) {
        Process& process = traces.processes[program->begin().process];
        process.id = program->begin().process;
        if (const std::optional<Rank>& rank = program->begin().rank;
            rank && first_jobs.are_several())
            process.first_job = first_jobs.first_job_of(rank->job);
        process.programs.push_back(std::move(program));
    }
    for (auto& [id, process] : traces.processes)
        put_in_order(process);
    return traces;
}

} // namespace ilm
