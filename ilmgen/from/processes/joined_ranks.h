// SPDX-License-Identifier: GPL-2.0-or-later
//
// Handles objects that ranks of MPI share: an acquire of a number waits until the number has been
// released as often as the object's info says.
#ifndef ILMGEN_FROM_PROCESSES_JOINED_RANKS_H
#define ILMGEN_FROM_PROCESSES_JOINED_RANKS_H

#include "ilmgen/from/processes/peers.h"
#include "ilmgen/from/processes/run_events.h"

#include <cstdint>

namespace ilm {

class JoinedRanks {
public:
    JoinedRanks(RunEvents& events, Turns& turns, Peers& peers)
        : events_(events), turns_(turns), peers_(peers) {}

    /// The info is handed on with the object's address in the run.
    void name(RunningProcess& process, const Event& event, const SharedObjectInfo& info);
    /// An object begins once, and lives as long as the run.
    State use(RunningProcess& process, const Event& event, SharedObject& object);
    /// The address may be of no shared object, because the text may be a program's own.
    void set_open(RunningProcess& process, const Event& event, Address addr);
    /// The sender waits for the receipt, or will wait for it.  It goes on, and comes after nothing.
    void drop_receipt(RunningProcess& process, const Event& event, NoReceipt none);
    /// The next event of the process acquires although releases are missing. A receipt that is not
    /// told in time is no damage, because no receiver knows that a sender waits for it.
    void acquire_in_vain(RunningProcess& process);

private:
    void release(SharedObject& object, std::uint64_t seq, std::uint64_t clock);
    void give_acquire(RunningProcess& process, const Event& event, const SharedObject& object,
                      std::uint64_t clock);

    RunEvents& events_;
    Turns& turns_;
    Peers& peers_;
    SharedObjects shared_;
};

} // namespace ilm

#endif
