// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emitted/declaration.h"

#include "ilmgen/emitted/escaped.h"
#include "shared/trace_vocabulary.h"

#include <charconv>
#include <optional>

namespace ilm {

namespace {

constexpr std::string_view signature = TRACE_INFO_DECLARES;
constexpr std::string_view unknown = "unknown";

/// The text that follows the key, up to a blank; empty if the key is not there.
std::string_view value_of(std::string_view text, std::string_view key) {
    const std::size_t begin = text.find(key);
    if (begin == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(begin + key.size());
    return rest.substr(0, rest.find(' '));
}

template <class Number>
Number number_of(std::string_view text, std::string_view key) {
    Number number = 0;
    const std::string_view value = value_of(text, key);
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number;
}

std::string clock_declaration(ThreadId first, ThreadId last, std::uint64_t clock) {
    return std::string(signature) + "clock=" + std::to_string(clock) +
           " from_thread=" + std::to_string(first) + " to_thread=" + std::to_string(last);
}

} // namespace

std::string declaration(const Origin& origin) {
    char ticks[64];
    const auto end = std::to_chars(ticks, ticks + sizeof ticks, origin.ticks_per_second);
    return std::string(signature) + "ticks_per_second=" + std::string(ticks, end.ptr) +
           " cost=" + escaped(origin.cost, true) +
           (origin.begins_are_unknown ? " begins=" + std::string(unknown) : "");
}

bool is_declaration(std::string_view text) {
    return text.starts_with(signature);
}

bool is_declaration_behind(std::string_view words, std::string_view text) {
    return text.starts_with(words) && is_declaration(text.substr(words.size()));
}

Origin declared_origin(std::string_view text) {
    Origin origin;
    origin.ticks_per_second = number_of<double>(text, " ticks_per_second=");
    origin.cost.clear();
    unescape(value_of(text, " cost="), origin.cost);
    origin.begins_are_unknown = value_of(text, " begins=") == unknown;
    return origin;
}

std::vector<std::string> trace_declarations(const Declaration& declared) {
    std::vector<std::string> texts;
    if (declaration(declared.origin) != declaration(Origin()))
        texts.push_back(declaration(declared.origin));
    declared.clocks.each([&texts](ThreadId first, ThreadId last, std::uint64_t clock) {
        texts.push_back(clock_declaration(first, last, clock));
    });
    return texts;
}

/// The text is a declaration only if ilmgen would write it so, because any other text, which a
/// person wrote, stays an info.
bool take_declaration(std::string_view text, Declaration& declared) {
    if (!is_declaration(text))
        return false;
    const Origin origin = declared_origin(text);
    if (text == declaration(origin)) {
        declared.origin.cost = origin.cost;
        declared.origin.ticks_per_second = origin.ticks_per_second;
        declared.origin.begins_are_unknown = origin.begins_are_unknown;
        return true;
    }
    const auto clock = number_of<std::uint64_t>(text, " clock=");
    const auto first = number_of<ThreadId>(text, " from_thread=");
    const auto last = number_of<ThreadId>(text, " to_thread=");
    if (first > last || text != clock_declaration(first, last, clock))
        return false;
    declared.clocks.set(first, last, clock);
    return true;
}

} // namespace ilm
