// SPDX-License-Identifier: GPL-2.0-or-later
//
// Calls of MPI by the names that MPE gives to their states in a log.
#ifndef ILMGEN_LOGS_ALOG_MPI_CALLS_H
#define ILMGEN_LOGS_ALOG_MPI_CALLS_H

#include <string>

namespace ilm {

/// "RECV", or "MPI_Recv" as later releases of MPE say: whether the call returns only after another
/// process has done something.  A send is none, since it may return as soon as its message has been
/// copied; a synchronous one is.
bool is_waiting_mpi_call(const std::string& state);

} // namespace ilm

#endif
