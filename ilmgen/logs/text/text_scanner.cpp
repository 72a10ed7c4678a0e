// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/text/text_scanner.h"

#include "ilmgen/emitted/utf8.h"

#include <cstring>

namespace ilm {

bool TextScanner::next(char end, std::string_view& piece) {
    byte_ = passed_ + begin_;
    std::size_t looked_at = 0;
    for (;;) {
        const char* const from = buffer_.data() + begin_;
        const std::size_t have = end_ - begin_;
        const void* const found = std::memchr(from + looked_at, end, have - looked_at);
        ended_ = found != nullptr;
        if (ended_) {
            piece = take(static_cast<std::size_t>(static_cast<const char*>(found) - from));
            ++begin_;
            return true;
        }
        looked_at = have;
        if (!read_on()) {
            piece = take(end_ - begin_);
            return !piece.empty();
        }
    }
}

std::string_view TextScanner::take(std::size_t bytes) {
    const std::string_view piece(buffer_.data() + begin_, bytes);
    begin_ += bytes;
    if (is_utf8(piece))
        return piece;
    piece_ = as_utf8(piece);
    return piece_;
}

/// False at the end of the text.
bool TextScanner::read_on() {
    const std::size_t have = end_ - begin_;
    if (have > longest_piece)
        throw BrokenSource("nothing ends what begins here within " +
                           std::to_string(longest_piece >> 20) + " MiB");
    std::memmove(buffer_.data(), buffer_.data() + begin_, have);
    passed_ += begin_;
    begin_ = 0;
    end_ = have;
    if (2 * have > buffer_.size())
        buffer_.resize(2 * buffer_.size());
    const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    return got > 0;
}

} // namespace ilm
