// SPDX-License-Identifier: GPL-2.0-or-later
//
// Texts of a picture.  They come from the program, so they may be anything; what they are in
// quotes and labels: https://graphviz.org/docs/attr-types/escString/
#ifndef ILMGEN_EMIT_ILM_DOT_TEXT_H
#define ILMGEN_EMIT_ILM_DOT_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace ilm {

/// A text inside the quotes of a label, which says the same in one line: valid UTF-8 that XML may
/// contain, and no reference to a character.  What neither may contain is a blank or a '?'.
std::string dot_quoted(std::string_view text);

/// At most so many characters: of a longer text the beginning and the end.
std::string shortened(std::string_view text, std::size_t characters);

/// Lines of a label, and how large they are.
class DotText {
public:
    /// `end`: "\\n" for lines in the middle, "\\l" for lines at the left.
    explicit DotText(const char* end = "\\n") : end_(end) {}

    void add(std::string_view line);

    bool empty() const { return lines_ == 0; }
    /// Inside the quotes.
    const std::string& quoted() const { return quoted_; }
    std::size_t lines() const { return lines_; }
    /// Characters of the longest line.
    std::size_t widest() const { return widest_; }

private:
    const char* end_;
    std::string quoted_;
    std::size_t lines_ = 0;
    std::size_t widest_ = 0;
};

} // namespace ilm

#endif
