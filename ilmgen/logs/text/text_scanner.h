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

    /// Takes the text up to the next such byte, and that byte; or up to the end of the text.
    /// The piece is UTF-8, even where the text is not: see as_utf8().  It stays until the next
    /// call. False if there was nothing left.  Throws what the source throws, and BrokenSource for
    /// a piece that is longer than longest_piece.
    bool next(char end, std::string_view& piece);
    static constexpr std::size_t longest_piece = std::size_t{1} << 24; ///< bytes

    /// Where the piece begins that next() gave, or would have given had it not thrown.
    std::uint64_t byte() const { return byte_; }
    /// Whether that byte ended it, not the text.
    bool ended() const { return ended_; }

private:
    static constexpr std::size_t room = std::size_t{1} << 18; ///< bytes, at first
    std::string_view take(std::size_t bytes);
    bool read_on();

    ByteSource& source_;
    std::vector<char> buffer_;
    std::string piece_;        ///< that was not UTF-8
    std::size_t begin_ = 0;    ///< of what is in the buffer and not taken yet
    std::size_t end_ = 0;      ///< of it
    std::uint64_t passed_ = 0; ///< bytes of the text before the buffer
    std::uint64_t byte_ = 0;
    bool ended_ = false;
};

} // namespace ilm

#endif
