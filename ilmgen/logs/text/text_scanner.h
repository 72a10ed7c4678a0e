// SPDX-License-Identifier: GPL-2.0-or-later
//
// A text of any length, taken in pieces: lines, or entries that end with
// another byte.
#ifndef ILMGEN_LOGS_TEXT_TEXT_SCANNER_H
#define ILMGEN_LOGS_TEXT_TEXT_SCANNER_H

#include "ilmgen/from/bytes/input_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

class TextScanner {
public:
    explicit TextScanner(ByteSource& source) : source_(source), buffer_(room) {}
    TextScanner(const TextScanner&) = delete;
    TextScanner& operator=(const TextScanner&) = delete;

    /// Takes the text up to the next byte `end`, and that byte; or up to the end of the text. The
    /// piece is UTF-8, even where the text is not: see as_utf8(). It is valid until the next call.
    /// Returns false if nothing was left. Throws what the source throws, and BrokenSource for a
    /// piece that is longer than longest_piece.
    bool next(char end, std::string_view& piece);
    static constexpr std::size_t longest_piece = std::size_t{1} << 24; ///< bytes

    /// Where the latest piece begins, also one for which next() has thrown.
    std::uint64_t byte() const { return byte_; }
    /// Whether the piece ended with the byte `end`, not with the end of the text.
    bool ended() const { return ended_; }

private:
    static constexpr std::size_t room = std::size_t{1} << 18; ///< bytes, at first
    std::string_view take(std::size_t bytes);
    bool read_on();

    ByteSource& source_;
    std::vector<char> buffer_;
    std::string piece_;        ///< the piece, if the text was not UTF-8
    std::size_t begin_ = 0;    ///< where the bytes in the buffer begin that were not taken yet
    std::size_t end_ = 0;      ///< where they end
    std::uint64_t passed_ = 0; ///< bytes of the text before the buffer
    std::uint64_t byte_ = 0;
    bool ended_ = false;
};

} // namespace ilm

#endif
