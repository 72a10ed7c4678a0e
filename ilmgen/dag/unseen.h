// SPDX-License-Identifier: GPL-2.0-or-later
//
// The things that the run has used and its trace does not record, as the trace itself says.
#ifndef ILMGEN_DAG_UNSEEN_H
#define ILMGEN_DAG_UNSEEN_H

#include "ilmgen/model/event.h"

#include <set>
#include <string>

namespace ilm {

class Unseen : public EventSink {
public:
    void event(const Event& event) override;

    /// Each once, for example "memory of oneTBB's allocator".
    const std::set<std::string>& texts() const { return texts_; }

private:
    std::set<std::string> texts_;
};

} // namespace ilm

#endif
