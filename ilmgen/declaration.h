// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a file that ilmgen writes says about the log that its events come from:
// an Alog in its creator line, a Gist in the description of event type 0, a
// trace in infos behind its events (docs/own-logs.md, docs/trace-format.md).
#ifndef ILMGEN_DECLARATION_H
#define ILMGEN_DECLARATION_H

#include "ilmgen/clocks.h"
#include "ilmgen/log_figures.h"

#include <string>
#include <string_view>
#include <vector>

namespace ilm {

struct Declared {
    Origin origin; ///< but for the format, which is the reader's to say
    Clocks clocks;
};

/// Of units.
std::string declaration(const Origin& origin);
bool is_declaration(std::string_view text);
/// The units that it says, as far as it does.
Origin declared_origin(std::string_view text);

/// What a trace says of units and clocks; nothing if a trace without it means the same.
std::vector<std::string> trace_declarations(const Declared& declared);
/// Adds what the text says; false if it is none of these.
bool take_declaration(std::string_view text, Declared& declared);

} // namespace ilm

#endif
