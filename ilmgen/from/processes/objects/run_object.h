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
