// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/events/stack_teller.h"

#include "ilmgen/emit/file/json_members.h"
#include "shared/trace_vocabulary.h"

#include <vector>

namespace ilm {

namespace {

void write_source(StackTeller::Json& json, const SourceLine& source) {
    json.StartObject();
    member(json, TRACE_FUNCTION, source.function);
    if (!source.file.empty()) {
        member(json, TRACE_FILE, source.file);
        member(json, TRACE_LINE, source.line);
    }
    if (!source.folder.empty())
        member(json, TRACE_FOLDER, source.folder);
    json.EndObject();
}

} // namespace

void StackTeller::add(const NewStacks& told) {
    for (const CodePlace& place : told.places)
        untold_places_[place.number] = place;
    for (const Stack& stack : told.stacks)
        untold_stacks_[stack.number] = stack;
}

/// A caller comes first.
void StackTeller::write(Json& json, StackNumber stack) {
    std::vector<Stack> calls;
    for (auto found = untold_stacks_.extract(stack); !found.empty();
         found = untold_stacks_.extract(calls.back().caller))
        calls.push_back(found.mapped());
    if (calls.empty()) {
        json.Uint(stack);
        return;
    }
    json.StartArray();
    for (auto call = calls.rbegin(); call != calls.rend(); ++call)
        write_new(json, *call);
    json.EndArray();
}

void StackTeller::write_new(Json& json, const Stack& stack) {
    json.StartObject();
    member(json, TRACE_STACK, stack.number);
    if (stack.caller != 0)
        member(json, TRACE_CALLER, stack.caller);
    json.Key(TRACE_CODE);
    write_code(json, stack.code);
    json.EndObject();
}

void StackTeller::write_code(Json& json, std::uint32_t code) {
    const auto untold = untold_places_.extract(code);
    if (untold.empty()) {
        json.Uint(code);
        return;
    }
    const CodePlace& place = untold.mapped();
    json.StartObject();
    member(json, TRACE_CODE, place.number);
    if (!place.object.empty())
        member(json, TRACE_OBJECT, place.object);
    member(json, TRACE_OFFSET, place.offset);
    if (!place.source.empty()) {
        json.Key(TRACE_SOURCE);
        json.StartArray();
        for (const SourceLine& source : place.source)
            write_source(json, source);
        json.EndArray();
    }
    json.EndObject();
}

} // namespace ilm
