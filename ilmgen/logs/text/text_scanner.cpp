// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/text/text_scanner.h"

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
            piece = {from, static_cast<std::size_t>(static_cast<const char*>(found) - from)};
            begin_ += piece.size() + 1;
            return true;
        }
        looked_at = have;
        if (!read_on()) {
            piece = {buffer_.data() + begin_, end_ - begin_};
            begin_ = end_;
            return !piece.empty();
        }
    }
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
