// SPDX-License-Identifier: GPL-2.0-or-later
//
// Synchronisation objects that several processes have, in memory that they share or in the kernel.
//
// Each program has its own address for an object, and tells the name that all programs use.
// Releases and acquires are put into the order of the machine's clock, which the traces contain,
// and get new numbers in that order (docs/how-it-works/processes.md).
#ifndef ILMGEN_FROM_PROCESSES_COMMON_OBJECTS_H
#define ILMGEN_FROM_PROCESSES_COMMON_OBJECTS_H

#include "ilmgen/facts/common_info.h"
#include "ilmgen/from/processes/objects/numbering_kinds.h"
#include "ilmgen/from/processes/objects/run_object.h"
#include "shared/object_addresses.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace ilm {

/// One life of an object: from its initialisation to the next initialisation, or to its end.
class CommonObject : public RunObject {
public:
    CommonObject(const CommonInfo& info, Address in_run)
        : RunObject(info.name, in_run), numbering_(numbering_of(info.prim, info.value)) {}

    Numbering& numbering() { return *numbering_; }

    /// `clock`: of the machine. `work`: the clock of the process, which counts work.
    void released(std::uint64_t clock, std::uint64_t work) {
        last_clock_ = std::max(last_clock_, clock);
        last_work_ = std::max(last_work_, work);
    }
    /// Whether an earlier event of the merge was a release with a later clock. Then the present
    /// event cannot come after that release.
    bool is_late(std::uint64_t clock) const { return clock < last_clock_; }
    std::uint64_t last_work() const { return last_work_; }
    /// The object has been destroyed. A process that still uses it gets a new life with the next
    /// `is`.
    void end() { has_ended_ = true; }
    bool has_ended() const { return has_ended_; }

private:
    std::unique_ptr<Numbering> numbering_;
    std::uint64_t last_clock_ = 0;
    std::uint64_t last_work_ = 0;
    bool has_ended_ = false;
};

/// The common objects of a run.  Each life has an address of its own.
class CommonObjects : public RunAddresses<HP_JOINED_OBJECT_ADDRESSES> {
public:
    using Life = std::shared_ptr<CommonObject>;

    /// The present life of the object with this name, for all programs; a new life if the info
    /// begins one.
    Life& named(const CommonInfo& info);
    /// How many lives there have been.
    std::uint64_t lives() const { return lives_; }

private:
    std::unordered_map<std::string, Life> objects_; ///< their addresses stay the same
    std::uint64_t lives_ = 0;
};

/// A lock that a thread holds.
struct HeldLock {
    CommonObjects::Life life;
    std::string prim;
    Mode mode = Mode::none;
};

/// A range of a file that a process has locked.
struct HeldRange {
    CommonObjects::Life life;
    Operation lock; ///< the operation that has locked it
};

/// The common objects of a program.
struct ProgramObjects {
    std::unordered_map<Address, CommonObjects::Life*> by_address;
    std::set<Address> named; ///< named just now, so its newsync comes next
    std::set<Address> ended; ///< ended just now, so its delsync comes next
    std::unordered_map<ThreadId, std::uint64_t> clocks; ///< when a thread acts next
    std::unordered_map<ThreadId, Details> told;         ///< details of that action
    /// The life of an object in which a thread has begun to wait.
    std::map<std::pair<ThreadId, Address>, CommonObjects::Life> inside;
    std::map<std::pair<ThreadId, Address>, HeldLock> held;
    std::map<Address, std::vector<HeldRange>> ranges; ///< by file

    void unlock(Address file, const ByteRange& range);

    /// The object at this address; null if none of these is there.
    CommonObjects::Life* at(Address addr) const {
        const auto found = by_address.find(addr);
        return found == by_address.end() ? nullptr : found->second;
    }
};

} // namespace ilm

#endif
