// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects that several processes have: channels between ranks of MPI, and rounds of their
// communicators. Each program has its own address for an object, and tells the name that is the
// same in all programs. An acquire of a number comes after all releases of that number. The
// object's info says how many releases a number has, so a process that is ahead of others waits for
// them.
#ifndef ILMGEN_FROM_PROCESSES_SHARED_OBJECTS_H
#define ILMGEN_FROM_PROCESSES_SHARED_OBJECTS_H

#include "ilmgen/facts/fact.h"
#include "ilmgen/from/processes/objects/run_object.h"
#include "shared/object_addresses.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

class SharedObject : public RunObject {
public:
    using ProcessNumber = std::size_t;

    SharedObject(const SharedObjectInfo& info, Address in_run)
        : RunObject(info.name, in_run), releases_(info.releases), acquires_(info.acquires) {}

    /// A release happens.  If it is the last of this number, returns the processes that have waited
    /// for it and may go on now.
    std::vector<ProcessNumber> release(std::uint64_t seq, std::uint64_t clock);
    /// All releases of this number have happened, and others have counted them. Returns the same as
    /// release().
    std::vector<ProcessNumber> complete(std::uint64_t seq, std::uint64_t clock);
    /// Sets the latest clock of the releases that have happened in other processes so far.
    void hear(std::uint64_t seq, std::uint64_t clock) { rounds_[seq].clock = clock; }
    bool is_complete(std::uint64_t seq) const;
    /// An acquire has to wait until the number is complete, perhaps in vain.
    void wait(std::uint64_t seq, ProcessNumber process) { rounds_[seq].waiting.push_back(process); }
    void wait_no_more(std::uint64_t seq, ProcessNumber process) {
        std::erase(rounds_[seq].waiting, process);
    }
    /// An acquire happens.  Returns the releases' latest clock.
    std::uint64_t acquire(std::uint64_t seq);
    /// All acquires of this number have happened, some of them in other processes.
    void forget(std::uint64_t seq) { rounds_.erase(seq); }

    std::uint64_t releases() const { return releases_; }
    std::uint64_t acquires() const { return acquires_; }
    /// Most numbers of the object are not acquired, because a receiver does not know whether the
    /// sender waits for its receipt.
    bool has_receipts() const { return acquires_ == 0; }

private:
    struct Round {
        std::uint64_t released = 0;
        std::uint64_t acquired = 0;
        std::uint64_t clock = 0;
        std::vector<ProcessNumber> waiting;
    };

    void forget_oldest();

    std::uint64_t releases_;
    std::uint64_t acquires_;
    std::map<std::uint64_t, Round> rounds_; ///< by number: those that are not over
};

/// The shared objects of a run.
class SharedObjects : public RunAddresses<HP_MPI_ADDRESSES> {
public:
    /// The object of this name, for all programs.
    SharedObject& named(const SharedObjectInfo& info);

private:
    /// By name.  Their addresses stay the same.
    std::unordered_map<std::string, SharedObject> objects_;
};

/// The shared objects of a program, by address.
using SharedByAddress = std::unordered_map<Address, SharedObject*>;

} // namespace ilm

#endif
