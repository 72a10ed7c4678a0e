// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/entry_fields.h"

#include "ilmgen/from/input_file.h"
#include "ilmgen/from/text_fields.h"

#include <utility>

namespace ilm {

void EntryFields::fail(const std::string& reason) const {
    throw BrokenSource(map_.place(rule_.line) + reason);
}

std::string_view EntryFields::text(const Field& field) const {
    using Where = Field::Where;
    if (field.where == Where::text)
        return field.text;
    if (field.where == Where::string)
        return entry_.string;
    std::string_view rest = entry_.string;
    for (std::int64_t i = 1; i < field.number && !rest.empty(); ++i)
        take_word(rest);
    skip_white(rest);
    if (field.where == Where::words)
        return rest;
    const std::string_view word = take_word(rest);
    if (word.empty())
        fail("the event's string " + quoted(entry_.string) + " has no word " +
             std::to_string(field.number));
    return word;
}

template <class Number>
Number EntryFields::parsed(const Field& field) const {
    using Where = Field::Where;
    const auto fitting = [this](auto number) {
        if (!std::in_range<Number>(number))
            fail(std::to_string(number) + " is out of range");
        return static_cast<Number>(number);
    };
    switch (field.where) {
    case Where::constant: return fitting(field.number);
    case Where::process: return fitting(entry_.process);
    case Where::task: return fitting(entry_.task);
    case Where::data: return fitting(entry_.data);
    case Where::counter: return fitting(entry_.counters[static_cast<std::size_t>(field.number)]);
    default: break;
    }
    const std::string_view word = text(field);
    const bool hexadecimal = word.starts_with("0x");
    Number number = 0;
    if (!is_number(hexadecimal ? word.substr(2) : word, number, hexadecimal ? 16 : 10))
        fail(quoted(word) + " is no number that fits");
    return number;
}

std::optional<std::int64_t> EntryFields::integer(Key key) const {
    if (!has(key))
        return std::nullopt;
    return parsed<std::int64_t>(rule_[key]);
}

std::optional<std::uint64_t> EntryFields::natural(Key key) const {
    if (!has(key))
        return std::nullopt;
    return parsed<std::uint64_t>(rule_[key]);
}

bool EntryFields::flag(Key key, bool otherwise) const {
    return has(key) ? parsed<std::int64_t>(rule_[key]) != 0 : otherwise;
}

void EntryFields::append_name(Key key, std::string& name) const {
    using Where = Field::Where;
    const Field& field = rule_[key];
    if (field.where == Where::text || field.where == Where::string || field.where == Where::word)
        name += text(field);
    else if (field.where != Where::none)
        name += std::to_string(parsed<std::int64_t>(field));
}

std::string_view EntryFields::rest(Key key) const {
    return text(rule_[key]);
}

} // namespace ilm
