// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stacks in a raw trace: each, and each place in the code, is told where it is used first.
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

    /// What an event tells; it need not be the one that is the first to be written with it.
    void add(const NewStacks& told);
    /// The value of "at": the stack's number or, if it has not been told, a list.
    void write(Json& json, StackNumber stack);

private:
    void write_new(Json& json, const Stack& stack);
    void write_code(Json& json, std::uint32_t code);

    std::unordered_map<StackNumber, Stack> untold_stacks_;
    std::unordered_map<std::uint32_t, CodePlace> untold_places_;
};

} // namespace ilm

#endif
