// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts of a picture. They come from the profiled program, so they may contain any bytes, and have
// to be escaped in quotes and labels: https://graphviz.org/docs/attr-types/escString/
#ifndef ILMGEN_EMIT_ILM_DOT_TEXT_H
#define ILMGEN_EMIT_ILM_DOT_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace ilm {

/// The text in one line, for use inside the quotes of a label. The result is valid UTF-8, and XML
/// may contain it without character references. A character that XML may not contain becomes a
/// blank or a '?'.
std::string dot_quoted(std::string_view text);

/// Shortens the text to at most `characters` characters: only the beginning and the end of a longer
/// text remain.
std::string shortened(std::string_view text, std::size_t characters);

/// The lines of a label, and their size.
class DotText {
public:
    /// `end`: "\\n" for lines in the middle, "\\l" for lines at the left.
    explicit DotText(const char* end = "\\n") : end_(end) {}

    void add(std::string_view line);

    bool empty() const { return lines_ == 0; }
    /// The label's text, for use inside the quotes.
    const std::string& quoted() const { return quoted_; }
    std::size_t lines() const { return lines_; }
    /// The number of characters in the longest line.
    std::size_t widest() const { return widest_; }

private:
    const char* end_;
    std::string quoted_;
    std::size_t lines_ = 0;
    std::size_t widest_ = 0;
};

} // namespace ilm

#endif
