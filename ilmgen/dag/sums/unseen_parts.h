// SPDX-License-Identifier: GPL-2.0-or-later
//
// Collects what the trace reports about parts of the run that it does not record.
#ifndef ILMGEN_DAG_UNSEEN_PARTS_H
#define ILMGEN_DAG_UNSEEN_PARTS_H

#include "ilmgen/model/event.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ilm {

class UnseenParts : public EventSink {
public:
    void event(const Event& event) override;

    /// A sentence about each kind, without a full stop.
    std::vector<std::string> sentences() const;

private:
    void look_for_cut_stacks(const NewStacks& told);

    std::set<std::string> unrecorded_; ///< for example "memory of oneTBB's allocator"
    std::set<std::string> parts_;      ///< for example "only while solve runs"
    std::set<std::string> signals_;    ///< that have ended a process, for example "SIGSEGV (11)"
    std::uint64_t late_ = 0;           ///< how often a thread that could run did not come
    bool has_cut_stacks_ = false;
};

} // namespace ilm

#endif
