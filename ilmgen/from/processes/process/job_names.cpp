// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/job_names.h"

#include "shared/trace_vocabulary.h"

#include <cstddef>

namespace ilm {

namespace {

/// How long the word is that a name of one job begins with; 0: it is no such name.
std::size_t length_of_word(std::string_view name) {
    for (const std::string_view word : {TRACE_MPI_NAME "world", TRACE_MPI_NAME "self"})
        if (name.starts_with(word))
            return word.size();
    return 0;
}

} // namespace

std::string with_job(std::string_view name, const std::string& job) {
    const std::size_t end = length_of_word(name);
    const std::string_view rest = name.substr(end);
    const bool is_of_one_job = rest.empty() || rest.front() == ',' || rest.front() == '.';
    if (end == 0 || !is_of_one_job)
        return {};
    return std::string(name.substr(0, end)) + " " + job + std::string(rest);
}

} // namespace ilm
