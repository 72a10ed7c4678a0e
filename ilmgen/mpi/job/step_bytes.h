// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes events, their steps and the places of steps as bytes, and reads them.
#ifndef ILMGEN_MPI_STEP_BYTES_H
#define ILMGEN_MPI_STEP_BYTES_H

#include "ilmgen/dag/intervals/step.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/mpi/job/bytes.h"

#include <cstdint>
#include <functional>

namespace ilm {

/// Writes the members of an event that order events.  `place`: of the event in its turn, from 1 on.
void write_event(const Event& event, std::uint64_t place, ByteWriter& out);
/// Reads such an event.  Its id is its place, and it points into the bytes that are read.
Event read_event(ByteReader& in);

/// Leaves out the thread and the id, because the event contains them.
void write_step(const Step& step, const HeapLists& heap, ByteWriter& out);
/// Appends the step's heap blocks to the lists. `address`: turns an address that is read into one
/// of the run.
Step read_step(ByteReader& in, const Event& event, HeapLists& heap,
               const std::function<Address(Address)>& address);

void write_step_place(const StepPlace& step_place, ByteWriter& out);
StepPlace read_step_place(ByteReader& in);

} // namespace ilm

#endif
