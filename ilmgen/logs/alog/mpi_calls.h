// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls of MPI by the names that MPE gives to their states in a log.
#ifndef ILMGEN_LOGS_ALOG_MPI_CALLS_H
#define ILMGEN_LOGS_ALOG_MPI_CALLS_H

#include <string>

namespace ilm {

/// Whether the call returns only after another process has done something. `state`: for example
/// "RECV", or "MPI_Recv" in later releases of MPE. A synchronous send is such a call. Other sends
/// are not, because they may return as soon as the message has been copied.
bool is_waiting_mpi_call(const std::string& state);

} // namespace ilm

#endif
