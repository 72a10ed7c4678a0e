// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/json_stream.h"

#include <algorithm>
#include <cstring>

namespace ilm {

JsonStream::JsonStream(ByteSource& source, std::size_t window)
    : source_(source), buffer_(window + readable), next_(buffer_.data()), end_(next_) {}

/// Called at every NUL byte, at the end of what the buffer holds and of the text.
void JsonStream::refill() {
    if (next_ < end_)
        return;
    next_ = end_; // Take() at the end of the text stays there
    make_room();
    const std::size_t room =
        buffer_.size() - readable - static_cast<std::size_t>(end_ - buffer_.data());
    end_ += source_.read(end_, room);
    std::fill_n(end_, readable, '\0');
}

/// Keeps only the string that is being decoded.
void JsonStream::make_room() {
    char* const kept = string_ != nullptr ? string_ : end_;
    const auto length = static_cast<std::size_t>(end_ - kept);
    const auto decoded = string_ != nullptr ? put_ - string_ : 0;
    passed_ += static_cast<std::size_t>(kept - buffer_.data());
    std::memmove(buffer_.data(), kept, length);
    // A string that is too long is read up to this size, whatever the window.
    constexpr std::size_t largest = longest_string + 1024;
    if (length > buffer_.size() / 2 && length <= longest_string)
        buffer_.resize(std::max(buffer_.size(), std::min(2 * buffer_.size(), largest)));
    next_ = end_ = buffer_.data() + length;
    if (string_ != nullptr) {
        string_ = buffer_.data();
        put_ = string_ + decoded;
    }
    if (length > longest_string)
        throw StringTooLong();
}

namespace {
bool stands_for_itself(char byte) {
    return byte != '"' && byte != '\\' && static_cast<unsigned char>(byte) >= 0x20;
}
} // namespace

void JsonStream::take_plain() {
    do {
        char* next = next_;
        char* put = put_;
        if (put == next) { // nothing was escaped so far
            do
                ++next;
            while (stands_for_itself(*next));
            put = next;
        } else {
            do
                *put++ = *next++;
            while (stands_for_itself(*next));
        }
        next_ = next;
        put_ = put;
        if (*next != '\0')
            return;
        refill();
    } while (stands_for_itself(*next_));
}

} // namespace ilm
