// SPDX-License-Identifier: GPL-2.0-or-later
//
// A JSON text of any length as a stream for RapidJSON, which parses it in place.
//
// The text passes through one buffer, whose content is always followed by a NUL byte. A parser has
// to look at the next byte anyway, and the NUL byte tells it when the buffer has to be refilled.
#ifndef ILMGEN_FROM_TRACE_JSON_STREAM_H
#define ILMGEN_FROM_TRACE_JSON_STREAM_H

#include "ilmgen/from/bytes/input_file.h"

#include <rapidjson/encodings.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace ilm {

class StringTooLong : public std::exception {};

/// Models RapidJSON's stream for kParseInsituFlag.  Peek() and Take() give '\0' at the end, as
/// RapidJSON expects it; at_end() distinguishes the end from a NUL byte in the text. A string is
/// decoded in place and stays there until the next byte is taken. Throws StringTooLong for a string
/// longer than longest_string, and all exceptions of the source.
class JsonStream {
public:
    using Ch = char;

    /// At least this many bytes from the beginning of a string on may be read, whatever its length.
    static constexpr std::size_t readable = 16;
    static constexpr std::size_t longest_string = std::size_t{1} << 24; ///< bytes

    /// How much of the text is read at once; more than `readable`.
    static constexpr std::size_t usual_window = std::size_t{1} << 18; ///< bytes

    explicit JsonStream(ByteSource& source, std::size_t window = usual_window);
    /// To be called before anything else.
    void begin() { refill(); }
    JsonStream(const JsonStream&) = delete;
    JsonStream& operator=(const JsonStream&) = delete;

    char Peek() const { return *next_; }
    char Take() {
        const char taken = *next_;
        if (*++next_ == '\0') [[unlikely]]
            refill();
        return taken;
    }
    std::size_t Tell() const { return passed_ + static_cast<std::size_t>(next_ - buffer_.data()); }
    bool at_end() const { return next_ == end_; }

    /// The text from the next byte on that has been read already.
    const char* ahead() const { return next_; }
    /// Takes the bytes ahead up to `end`.
    void take_until(const char* end) {
        next_ += end - next_;
        if (*next_ == '\0') [[unlikely]]
            refill();
    }

    // The string that is being decoded.
    char* PutBegin() { return string_ = put_ = next_; }
    /// A byte that is in its place already is not written again, because a processor has to wait
    /// when it reads a word of which one byte was just written. So the '\0' that ends a string may
    /// be missing.
    void Put(char byte) {
        if (put_ + 1 != next_)
            *put_ = byte;
        ++put_;
    }
    /// Sets `begin` to the place of the string, because the buffer may have moved since PutBegin().
    std::size_t PutEnd(char*& begin) {
        begin = string_;
        string_ = nullptr;
        return static_cast<std::size_t>(put_ - begin);
    }
    void Flush() {}

    /// Takes and puts the next byte, and all following bytes that need no decoding in a string.
    void take_plain();

private:
    void refill();
    void make_room();

    ByteSource& source_;
    std::vector<char> buffer_; ///< `readable` bytes longer than what it holds at most
    char* next_;
    char* end_;                ///< of what the buffer holds; followed by '\0's
    char* string_ = nullptr;   ///< beginning of the string that is being decoded; null: none
    char* put_ = nullptr;      ///< end of the decoded part of that string
    std::uint64_t passed_ = 0; ///< bytes of the text before the buffer
};

/// UTF-8 that is taken unchecked, in runs of bytes.
struct PlainUtf8 : rapidjson::UTF8<> {};

} // namespace ilm

namespace rapidjson {

template <>
class Transcoder<ilm::PlainUtf8, ilm::PlainUtf8> : public Transcoder<UTF8<>, UTF8<>> {
public:
    using Transcoder<UTF8<>, UTF8<>>::Transcode;
    static bool Transcode(ilm::JsonStream& in, ilm::JsonStream&) {
        in.take_plain();
        return true;
    }
};

} // namespace rapidjson

#endif
