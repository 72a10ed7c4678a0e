// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/process/job_names.h"

#include "shared/trace_vocabulary.h"

#include <cstddef>

namespace ilm {

namespace {

/// Right behind the word that a name begins with; npos: there is no name.
std::size_t end_of_word(std::string_view info) {
    for (const std::string_view begin : {" " TRACE_MPI_NAME "world", " " TRACE_MPI_NAME "self"})
        if (const std::size_t found = info.find(begin); found != std::string_view::npos)
            return found + begin.size();
    return std::string_view::npos;
}

} // namespace

std::string with_job(std::string_view info, const std::string& job) {
    if (!info.starts_with(TRACE_INFO_SHARED) && !info.starts_with(TRACE_INFO_OBJECT))
        return {};
    const std::size_t end = end_of_word(info);
    if (end == std::string_view::npos)
        return {};
    const std::string_view rest = info.substr(end);
    const bool is_of_one_job = rest.empty() || rest.front() == ',' || rest.front() == '.';
    if (!is_of_one_job)
        return {};
    return std::string(info.substr(0, end)) + " " + job + std::string(rest);
}

} // namespace ilm
