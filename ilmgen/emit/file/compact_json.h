// SPDX-License-Identifier: GPL-2.0-or-later
//
// JSON without white space, formatted directly in the buffer of the file.
#ifndef ILMGEN_EMIT_FILE_COMPACT_JSON_H
#define ILMGEN_EMIT_FILE_COMPACT_JSON_H

#include "ilmgen/emit/file/output_file.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

namespace ilm {

/// Has the functions of RapidJSON's Writer that the ILM needs, and writes the same bytes. Numbers
/// are the exception: they are written by member(). Keys and strings must not contain characters
/// that JSON escapes, except in Text().
class CompactJson {
public:
    explicit CompactJson(OutputFile& out) : out_(out) {}

    void StartObject() { open('{'); }
    void EndObject() { close('}'); }
    void StartArray() { open('['); }
    void EndArray() { close(']'); }

    void Key(const char* text, std::size_t length) {
        char* const to = separate(out_.room(length + 4));
        out_.put_until(put_key(to, {text, length}));
        after_value_ = false;
    }
    void String(std::string_view text) {
        char* to = separate(out_.room(text.size() + 3));
        *to++ = '"';
        to += text.copy(to, text.size());
        *to++ = '"';
        out_.put_until(to);
        after_value_ = true;
    }

    /// A text from the profiled program.  It is escaped, because it may contain anything.
    void Text(std::string_view text) {
        rapidjson::StringBuffer escaped;
        rapidjson::Writer<rapidjson::StringBuffer>(escaped).String(
            text.data(), static_cast<rapidjson::SizeType>(text.size()));
        if (after_value_)
            out_.Put(',');
        out_.write({escaped.GetString(), escaped.GetSize()});
        after_value_ = true;
    }

    /// A key and its value at once.
    template <std::integral Number>
    void member(std::string_view key, Number value) {
        constexpr std::size_t longest = std::numeric_limits<Number>::digits10 + 2; // with sign
        char* const to = put_key(separate(out_.room(key.size() + 4 + longest)), key);
        out_.put_until(std::to_chars(to, to + longest, value).ptr);
        after_value_ = true;
    }

private:
    static char* put_key(char* to, std::string_view key) {
        *to++ = '"';
        to += key.copy(to, key.size());
        *to++ = '"';
        *to++ = ':';
        return to;
    }

    char* separate(char* to) const {
        if (after_value_)
            *to++ = ',';
        return to;
    }

    void open(char bracket) {
        char* to = separate(out_.room(2));
        *to++ = bracket;
        out_.put_until(to);
        after_value_ = false;
    }

    void close(char bracket) {
        out_.Put(bracket);
        after_value_ = true;
    }

    OutputFile& out_;
    /// After a value of the same object or array, so a comma comes before the next value.
    bool after_value_ = false;
};

} // namespace ilm

#endif
