// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/sums/unseen_parts.h"

#include "ilmgen/facts/event_facts.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

void UnseenParts::event(const Event& event) {
    if (event.new_stacks != nullptr && !has_cut_stacks_)
        look_for_cut_stacks(*event.new_stacks);
    if (const auto* const unseen = fact_in<Unseen>(event))
        unrecorded_.emplace(unseen->what);
    else if (const auto* const part = fact_in<OnlyPart>(event))
        parts_.emplace(part->which);
    else if (const auto* const ended = fact_in<EndedBy>(event))
        signals_.emplace(ended->signal);
    else if (fact_in<Late>(event) != nullptr)
        ++late_;
}

void UnseenParts::look_for_cut_stacks(const NewStacks& told) {
    has_cut_stacks_ = std::ranges::any_of(told.places, [](const CodePlace& place) {
        return std::ranges::any_of(
            place.source, [](const SourceLine& line) { return line.function == TRACE_CUT_OFF; });
    });
}

std::vector<std::string> UnseenParts::sentences() const {
    std::vector<std::string> sentences;
    for (const std::string& what : unrecorded_)
        sentences.push_back("not recorded, because hpcmp does not see it: " + what);
    for (const std::string& part : parts_)
        sentences.push_back("recorded " + part);
    if (late_ > 0)
        sentences.push_back(std::to_string(late_) + (late_ == 1 ? " time" : " times") +
                            " a thread that could run did not come, so others went on without it: "
                            "there the order of events is the machine's");
    if (has_cut_stacks_)
        sentences.emplace_back("some stacks had more calls than are recorded, so their root is "
                               "'" TRACE_CUT_OFF "'; hpcmp --num-callers=500 records more calls");
    for (const std::string& signal : signals_)
        sentences.push_back("signal " + signal +
                            " has ended the process, so the rest of it is not recorded");
    return sentences;
}

} // namespace ilm
