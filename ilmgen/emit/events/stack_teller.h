// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stacks in a raw trace: each stack, and each place in the code, is defined where it is used first.
// Later events have only its number.
#ifndef ILMGEN_EMIT_EVENTS_STACK_TELLER_H
#define ILMGEN_EMIT_EVENTS_STACK_TELLER_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/model/stacks.h"

#include <rapidjson/writer.h>

#include <cstdint>
#include <unordered_map>

namespace ilm {

class StackTeller {
public:
    using Json = rapidjson::Writer<OutputFile>;

    /// Takes the stacks that an event is the first to name. They are defined where they are first
    /// written, which may be in a later event.
    void add(const NewStacks& told);
    /// Writes the value of "at": the stack's number or, if it has not been defined yet, a list that
    /// defines it and its callers.
    void write(Json& json, StackNumber stack);

private:
    void write_new(Json& json, const Stack& stack);
    void write_code(Json& json, std::uint32_t code);

    std::unordered_map<StackNumber, Stack> untold_stacks_;
    std::unordered_map<std::uint32_t, CodePlace> untold_places_;
};

} // namespace ilm

#endif
