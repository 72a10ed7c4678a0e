// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/mapping/entry_fields.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/bytes/text_fields.h"

#include <algorithm>
#include <utility>

namespace ilm {

std::string_view EntryWords::operator[](std::size_t number) {
    std::string_view rest = words_from(number);
    return take_word(rest);
}

std::string_view EntryWords::words_from(std::size_t number) {
    const std::size_t kept = std::min(number, begins_.size());
    while (count_ < kept) {
        const char* const word = skip_white(next_, end_);
        begins_[count_++] = word;
        next_ = skip_word(word, end_);
    }
    const char* word = begins_[kept - 1];
    for (std::size_t i = kept; i < number; ++i)
        word = skip_white(skip_word(word, end_), end_);
    return {word, static_cast<std::size_t>(end_ - word)};
}

bool EntryWords::integer(std::size_t number, std::int64_t& value) {
    if (number <= count_ || number > begins_.size()) {
        const std::string_view rest = words_from(number);
        return read_integer(rest.data(), end_, value) != nullptr;
    }
    if (number > count_ + 1)
        words_from(number - 1);
    const char* const word = skip_white(next_, end_);
    const char* const rest = read_integer(word, end_, value);
    if (rest == nullptr)
        return false;
    begins_[count_++] = word;
    next_ = rest;
    return true;
}

void EntryFields::fail(const std::string& reason) const {
    throw BrokenSource(map_.place(rule_.line) + reason);
}

std::string_view EntryFields::text(const Field& field) const {
    using Where = Field::Where;
    if (field.where == Where::text)
        return field.text;
    if (field.where == Where::string)
        return entry_.string;
    const std::size_t number = static_cast<std::size_t>(field.number);
    if (field.where == Where::words)
        return words_.words_from(number);
    const std::string_view word = words_[number];
    if (word.empty())
        fail("the event's string " + quoted_word(entry_.string) + " has no word " +
             std::to_string(field.number));
    return word;
}

template <class Number>
Number EntryFields::parsed(const Field& field) const {
    using Where = Field::Where;
    if (field.where == Where::word)
        return word<Number>(field);
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
    default: return word<Number>(field);
    }
}

template <class Number>
Number EntryFields::word(const Field& field) const {
    std::int64_t integer = 0;
    if (field.where == Field::Where::word &&
        words_.integer(static_cast<std::size_t>(field.number), integer) &&
        std::in_range<Number>(integer))
        return static_cast<Number>(integer);
    const std::string_view word = text(field);
    Number number = 0;
    if (!is_number(word, number) &&
        !(word.starts_with("0x") && is_number(word.substr(2), number, 16)))
        fail(quoted_word(word) + " is no number that fits");
    return number;
}

template std::int64_t EntryFields::parsed(const Field& field) const;
template std::uint64_t EntryFields::parsed(const Field& field) const;

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
