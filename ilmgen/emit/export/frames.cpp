// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/export/frames.h"

#include <sstream>

namespace ilm {

namespace {

std::string in_hex(std::uint64_t number) {
    std::ostringstream text;
    text << "0x" << std::uppercase << std::hex << number;
    return text.str();
}

std::string described(const CodePlace& code, const SourceLine& source) {
    const std::string name = source.function.empty() ? "???" : source.function;
    const std::string where =
        source.file.empty() ? "in " + code.object : source.file + ":" + std::to_string(source.line);
    return in_hex(code.offset) + ": " + name + (where == "in " ? "" : " (" + where + ")");
}

} // namespace

std::vector<std::string> frames_of(const Run& run, StackNumber stack) {
    std::vector<std::string> frames;
    for (const CodePlace* const code : run.stacks.calls(stack)) {
        if (code->source.empty())
            frames.push_back(described(*code, SourceLine()));
        for (const SourceLine& source : code->source)
            frames.push_back(described(*code, source));
    }
    if (frames.empty())
        frames.emplace_back("0x0: not told");
    return frames;
}

} // namespace ilm
