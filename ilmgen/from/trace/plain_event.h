// SPDX-License-Identifier: GPL-2.0-or-later
//
// Events in the spelling that nearly all of them have.
//
// hpcmp writes the keys of an event in one order and without white space. Reading only this
// spelling takes a fraction of the time of a JSON parser, which has to be ready for everything. An
// event that is spelled in any other way, or is wrong, is left to the parser.
#ifndef ILMGEN_FROM_TRACE_PLAIN_EVENT_H
#define ILMGEN_FROM_TRACE_PLAIN_EVENT_H

#include "ilmgen/model/event.h"

#include <vector>

namespace ilm {

/// Reads the allocation, free or sync event that begins at `text`, and returns its end; null if it
/// is another kind of event, incomplete, or spelled in another way. The text must be followed by
/// JsonStream::readable '\0's. All of `event` but `byte` is set; it points into the text and to
/// `usage`. If the end is returned, the text up to there is valid JSON. Ids and threads are not
/// checked.
const char* read_plain_event(const char* text, Event& event, std::vector<BlockUsage>& usage);

} // namespace ilm

#endif
