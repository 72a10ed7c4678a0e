// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/dot_text.h"

#include "ilmgen/emitted/utf8.h"

#include <algorithm>

namespace ilm {

namespace {

/// The first character of a text that is not empty.
struct Character {
    std::size_t bytes = 1;
    bool valid = false; ///< UTF-8 of what XML 1.0 may contain (https://www.w3.org/TR/xml/#charsets)
};

Character first_of(std::string_view text) {
    const std::size_t length = utf8_length(text);
    const std::string_view first = text.substr(0, length);
    if (length == 0 || first == "\xef\xbf\xbe" || first == "\xef\xbf\xbf")
        return {};
    return {length, true};
}

std::size_t characters_of(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); text.remove_prefix(first_of(text).bytes))
        ++count;
    return count;
}

} // namespace

std::string dot_quoted(std::string_view text) {
    std::string quoted;
    while (!text.empty()) {
        const auto [bytes, valid] = first_of(text);
        const char c = text.front();
        if (!valid)
            quoted += '?';
        else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
            quoted += ' ';
        else if (c == '&')
            quoted += "&amp;";
        else if (c == '"' || c == '\\')
            quoted.append(1, '\\').append(1, c);
        else
            quoted += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return quoted;
}

std::string shortened(std::string_view text, std::size_t characters) {
    constexpr std::string_view gap = "...";
    const std::size_t count = characters_of(text);
    if (count <= characters)
        return std::string(text);
    const std::size_t kept = characters - std::min(characters, gap.size());
    const std::size_t head = kept / 2;
    const std::size_t tail = count - (kept - head);
    std::string result;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t bytes = first_of(text).bytes;
        if (i < head || i >= tail)
            result += text.substr(0, bytes);
        else if (i == head)
            result += gap;
        text.remove_prefix(bytes);
    }
    return result;
}

void DotText::add(std::string_view line) {
    quoted_ += dot_quoted(line) + end_;
    widest_ = std::max(widest_, characters_of(line));
    ++lines_;
}

} // namespace ilm
