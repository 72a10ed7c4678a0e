// SPDX-License-Identifier: GPL-2.0-or-later
//
// The status of a process of MPI, at the beginning of each of its letters: whether it has something
// to do and, if not, what it would do next if no process has.
#ifndef ILMGEN_MPI_STATUS_H
#define ILMGEN_MPI_STATUS_H

#include "ilmgen/from/processes/turns.h"
#include "ilmgen/mpi/job/bytes.h"

namespace ilm {

struct Status {
    bool is_busy = false; ///< it has something to do, or its letters contain messages
    NextWaiting next;     ///< if it is not busy

    void write(ByteWriter& out) const;
    void read(ByteReader& in);
};

} // namespace ilm

#endif
