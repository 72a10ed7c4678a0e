// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/alog/mpi_calls.h"

#include <boost/algorithm/string/case_conv.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace ilm {

namespace {

constexpr std::array<std::string_view, 27> waiting_calls = {
    "ALLGATHER", "ALLGATHERV", "ALLREDUCE", "ALLTOALL", "ALLTOALLV",        "ALLTOALLW",
    "BARRIER",   "BCAST",      "EXSCAN",    "GATHER",   "GATHERV",          "MPROBE",
    "MRECV",     "PROBE",      "RECV",      "REDUCE",   "REDUCE_SCATTER",   "SCAN",
    "SCATTER",   "SCATTERV",   "SENDRECV",  "SSEND",    "SENDRECV_REPLACE", "WAIT",
    "WAITALL",   "WAITANY",    "WAITSOME",
};

} // namespace

bool is_waiting_mpi_call(const std::string& state) {
    constexpr std::string_view prefix = "MPI_";
    std::string name = state;
    if (name.starts_with(prefix)) {
        name.erase(0, prefix.size());
        boost::algorithm::to_upper(name);
    }
    return std::find(waiting_calls.begin(), waiting_calls.end(), name) != waiting_calls.end();
}

} // namespace ilm
