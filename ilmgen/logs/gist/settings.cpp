// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/gist/settings.h"

#include "ilmgen/emitted/declaration.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/bytes/text_fields.h"

namespace ilm {

namespace {

constexpr std::string_view magic = "GISTLOG-01";

/// Tokens of an item; 0 if the setting is no list that is known.
std::size_t item_size(std::string_view setting) {
    if (setting == "events")
        return 2;
    if (setting == "states")
        return 3;
    return setting == "counters" ? 1 : 0;
}

template <class Number>
Number number(std::string_view setting, std::string_view text, int base = 10) {
    Number number = 0;
    if (!is_number(text, number, base))
        throw BrokenSource(quoted_word(text) + " in '" + std::string(setting) + "' is no " +
                           (base == 16 ? "hexadecimal" : "decimal") + " integer of 64 bits");
    return number;
}

double positive(std::string_view setting, std::string_view text) {
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || rest != text.data() + text.size() || !(number > 0) ||
        number > 1e300)
        throw BrokenSource(quoted_word(text) + " in '" + std::string(setting) +
                           "' is no number above 0");
    return number;
}

void expect(std::string_view token, std::string_view wanted) {
    if (token != wanted)
        throw BrokenSource("there is " + quoted_word(token) + " where '" + std::string(wanted) +
                           "' has to be");
}

} // namespace

bool take_gist_token(std::string_view& line, std::string_view& token, bool& in_quotes) {
    skip_white(line);
    if (line.empty())
        return false;
    in_quotes = line.front() == '"';
    std::size_t length = 1;
    if (in_quotes) {
        length = line.find('"', 1);
        if (length == std::string_view::npos)
            throw BrokenSource("a quote is not closed on its line");
        token = line.substr(1, length - 1);
        line.remove_prefix(length + 1);
        return true;
    }
    const auto is_brace = [](char byte) { return byte == '{' || byte == '}'; };
    if (!is_brace(line.front()))
        while (length < line.size() && !is_white(line[length]) && !is_brace(line[length]))
            ++length;
    token = line.substr(0, length);
    line.remove_prefix(length);
    return true;
}

bool GistSettings::take(std::string_view token, bool in_quotes) {
    switch (section_) {
    case Section::magic:
        expect(token, magic);
        section_ = Section::before_head;
        return false;
    case Section::before_head:
    case Section::before_foot: begin_section(token, section_); return false;
    case Section::records:
        if (token != "foot")
            return true;
        section_ = Section::before_foot;
        return false;
    case Section::end: throw BrokenSource("there is " + quoted_word(token) + " behind the foot");
    case Section::head:
    case Section::foot: break;
    }
    if (place_ == Place::list)
        list(token, in_quotes);
    else if (place_ == Place::value)
        value(token);
    else
        setting(token);
    return false;
}

/// The head's name is still to come, the foot's is not.
void GistSettings::begin_section(std::string_view token, Section section) {
    if (section == Section::before_head && name_.empty()) {
        expect(token, "head");
        name_ = token;
        return;
    }
    expect(token, "{");
    section_ = section == Section::before_head ? Section::head : Section::foot;
}

void GistSettings::setting(std::string_view token) {
    if (token == "}") {
        section_ = section_ == Section::head ? Section::records : Section::end;
        return;
    }
    if (token == "{")
        throw BrokenSource("there is a '{' where a setting's name has to be");
    name_ = token;
    item_size_ = item_size(name_);
    place_ = Place::value;
}

void GistSettings::value(std::string_view token) {
    const bool is_list = token == "{";
    place_ = is_list ? Place::list : Place::setting;
    if (item_size_ > 0)
        expect(token, "{");
    else if (name_ == "timeunitspersec")
        ticks_per_second = positive(name_, token);
    else if (name_ == "nproc")
        processes = number<std::uint64_t>(name_, token);
    else if (name_ == "starttime")
        start = number<std::uint64_t>(name_, token, 16);
    else if (name_ == "stoptime")
        stop = number<std::uint64_t>(name_, token, 16);
    else
        unknown.push_back(name_);
}

void GistSettings::list(std::string_view token, bool in_quotes) {
    if (token == "}" && !in_quotes) {
        if (!item_.empty())
            throw BrokenSource("an item of '" + name_ + "' has " + std::to_string(item_.size()) +
                               " of " + std::to_string(item_size_) + " parts");
        place_ = Place::setting;
        return;
    }
    if (item_size_ == 0)
        return;
    item_.emplace_back(token);
    if (item_.size() == item_size_)
        item();
}

void GistSettings::item() {
    const auto type = [this](std::size_t part) { return number<std::int64_t>(name_, item_[part]); };
    if (name_ == "counters") {
        counters.push_back(item_[0]);
    } else if (name_ == "states") {
        types.add_state({type(0), type(1), item_[2]});
    } else {
        const std::string_view text = item_[1];
        if (type(0) == 0 && is_declaration(text))
            own = text;
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            types.describe(type(0), text);
        else
            types.describe(type(0), text.substr(colon + 1), text.substr(0, colon));
    }
    item_.clear();
}

} // namespace ilm
