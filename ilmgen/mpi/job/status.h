// SPDX-License-Identifier: GPL-2.0-or-later
//
// The status of a process of MPI, at the beginning of each of its letters: whether it has something
// to do and, if not, what it would do next if no process has.
#ifndef ILMGEN_MPI_STATUS_H
#define ILMGEN_MPI_STATUS_H

#include "ilmgen/from/processes/joined_run.h"
#include "ilmgen/mpi/job/bytes.h"

#include <cstdint>
#include <tuple>

namespace ilm {

struct Status {
    /// The reason why a process waits. The kind that is served first comes first.
    enum class Waits : std::uint8_t {
        to_begin,
        for_its_turn_at_an_object,
        for_units,
        for_a_release,
        for_a_fork,
        for_nothing
    };

    bool is_busy = false; ///< it has something to do, or its letters contain messages
    // If it is not busy:
    Waits waits = Waits::for_nothing;
    // About the process of the run that would go on next:
    JoinedRun::Beginning beginning = {};
    std::uint64_t clock = 0;  ///< the machine's clock, or that of the process
    std::uint64_t number = 0; ///< in the run

    void write(ByteWriter& out) const;
    void read(ByteReader& in);
    /// Whether this process's turn comes before the other's.
    bool operator<(const Status& other) const {
        return std::tie(waits, beginning, clock, number) <
               std::tie(other.waits, other.beginning, other.clock, other.number);
    }
};

} // namespace ilm

#endif
