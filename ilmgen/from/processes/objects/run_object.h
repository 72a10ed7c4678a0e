// SPDX-License-Identifier: GPL-2.0-or-later
//
// An object that several processes of a run have, under one address and name.
#ifndef ILMGEN_FROM_PROCESSES_RUN_OBJECT_H
#define ILMGEN_FROM_PROCESSES_RUN_OBJECT_H

#include "ilmgen/model/event.h"

#include <string>
#include <string_view>
#include <utility>

namespace ilm {

/// The addresses, in the run, of objects of one kind: `number` others have been named before the
/// one at address(number).  No program has an object there that is not of this kind.
template <Address addresses>
struct RunAddresses {
    static Address address(std::uint64_t number) { return addresses + number + 1; }
    static bool has(Address addr) { return addr >> 40U == addresses >> 40U; }
    static std::uint64_t number(Address addr) { return addr - addresses - 1; }
};

class RunObject {
public:
    RunObject(std::string_view name, Address in_run) : name_(name), in_run_(in_run) {}

    Address address() const { return in_run_; }
    const std::string& name() const { return name_; }
    /// Returns false if it has been called before.
    bool introduce() { return !std::exchange(introduced_, true); }

private:
    std::string name_;
    Address in_run_;
    bool introduced_ = false;
};

} // namespace ilm

#endif
