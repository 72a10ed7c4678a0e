// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds what each step does, to which object, and from which line of the program, and the functions
// of the work before it.
#ifndef ILMGEN_DAG_STEP_PLACES_H
#define ILMGEN_DAG_STEP_PLACES_H

#include "ilmgen/model/event.h"
#include "ilmgen/resolve/by_live_block.h"

#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The place of a step in the program.  Empty members: the trace does not say.
struct StepPlace {
    std::string prim;
    std::string object;                        ///< what the program calls it
    std::string place;                         ///< FUNCTION (FILE:LINE)
    std::map<std::string, std::uint64_t> work; ///< by function, in samples

    bool empty() const { return prim.empty() && object.empty() && place.empty() && work.empty(); }
};

/// Tells the places of all steps.
class StepPlaces {
public:
    virtual ~StepPlaces() = default;
    /// Returns the place of the step with this event. Its work includes that of the thread's
    /// earlier events that were not asked for. To be called for the steps of a thread in their
    /// order.
    virtual StepPlace take(ThreadId thid, EventId id) = 0;
};

class RecordedPlaces : public EventSink, public StepPlaces {
public:
    /// Events have to come here before the steps that they are in are asked for.
    void event(const Event& event) override;

    StepPlace take(ThreadId thid, EventId id) override;
    /// Forgets the events so far, because their steps will not be asked for.
    void forget() { waiting_.clear(); }

    /// The name of the thread, or empty.
    std::string name_of(ThreadId thid) const;

private:
    struct Waiting {
        EventId id;
        std::string prim;
        std::string object;
        StackNumber at;
        std::vector<WorkSample> work;
    };

    Stacks stacks_;
    std::unordered_map<ThreadId, std::string> threads_;
    std::unordered_map<Address, std::string> objects_; ///< names, by address
    ByLiveBlock<StackNumber> blocks_;                  ///< where allocated
    std::unordered_map<ThreadId, std::deque<Waiting>> waiting_;
};

} // namespace ilm

#endif
