// SPDX-License-Identifier: GPL-2.0-or-later
//
// JSON without white space, formatted where it is written from.
#ifndef ILMGEN_COMPACT_JSON_H
#define ILMGEN_COMPACT_JSON_H

#include "ilmgen/output_file.h"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

namespace ilm {

/// Called as RapidJSON's Writer is, and writes the same bytes, as far as the ILM needs it.  Keys
/// and strings must be free of what JSON escapes.
class CompactJson {
public:
    explicit CompactJson(OutputFile& out) : out_(out) {}

    void StartObject() { open('{'); }
    void EndObject() { close('}'); }
    void StartArray() { open('['); }
    void EndArray() { close(']'); }

    void Key(std::string_view key) {
        quoted(key, R"(":)");
        after_value_ = false;
    }
    void String(std::string_view text) {
        quoted(text, R"(")");
        after_value_ = true;
    }
    void Uint64(std::uint64_t value) { number(value); }
    void Int64(std::int64_t value) { number(value); }

private:
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

    void quoted(std::string_view text, std::string_view end) {
        char* to = separate(out_.room(text.size() + end.size() + 2));
        *to++ = '"';
        to += text.copy(to, text.size());
        to += end.copy(to, end.size());
        out_.put_until(to);
    }

    template <std::integral Number>
    void number(Number value) {
        constexpr std::size_t longest = std::numeric_limits<Number>::digits10 + 3; // sign and comma
        char* const to = separate(out_.room(longest));
        out_.put_until(std::to_chars(to, to + longest - 1, value).ptr);
        after_value_ = true;
    }

    OutputFile& out_;
    bool after_value_ = false; ///< of the same object or array: a comma comes before the next
};

} // namespace ilm

#endif
