// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds in an entry what a rule of a map looks for.
#ifndef ILMGEN_LOGS_MAPPING_ENTRY_FIELDS_H
#define ILMGEN_LOGS_MAPPING_ENTRY_FIELDS_H

#include "ilmgen/logs/entries/log_entry.h"
#include "ilmgen/logs/mapping/map_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// The words of an entry's string, counted from 1. They are kept because several rules may look for
/// them.
class EntryWords {
public:
    void begin(std::string_view string) {
        next_ = string.data();
        end_ = next_ + string.size();
        count_ = 0;
    }

    /// The word with this number; empty if there are fewer words.
    std::string_view operator[](std::size_t number);
    /// All words from the one with this number on.
    std::string_view words_from(std::size_t number);
    /// Whether the word is an integer that fits.
    bool integer(std::size_t number, std::int64_t& value);

private:
    std::array<const char*, 8> begins_; ///< of the first words, as far as they were looked for
    std::size_t count_ = 0;             ///< how many words were found so far
    const char* next_ = nullptr;        ///< behind the last word found
    const char* end_ = nullptr;         ///< of the string
};

/// All functions throw BrokenSource, with the rule's place, if the entry lacks a value that the
/// rule looks for.
class EntryFields {
public:
    /// `words`: of the entry's string.
    EntryFields(const MapFile& map, const Rule& rule, const LogEntry& entry, EntryWords& words)
        : map_(map), rule_(rule), entry_(entry), words_(words) {}

    const Rule& rule() const { return rule_; }
    const LogEntry& entry() const { return entry_; }
    bool has(Key key) const { return rule_.has(key); }

    /// Empty if the rule does not contain the key.
    std::optional<std::int64_t> integer(Key key) const { return number<std::int64_t>(key); }
    std::optional<std::uint64_t> natural(Key key) const { return number<std::uint64_t>(key); }
    bool flag(Key key, bool otherwise) const {
        return has(key) ? parsed<std::int64_t>(rule_[key]) != 0 : otherwise;
    }
    /// Appends the name of an object: a number in decimal, or text.
    void append_name(Key key, std::string& name) const;
    /// All words from the one that the rule names on; empty if there are none.
    std::string_view rest(Key key) const;

    [[noreturn]] void fail(const std::string& reason) const;

private:
    /// The text of a field that is text in the entry.
    std::string_view text(const Field& field) const;
    template <class Number>
    std::optional<Number> number(Key key) const {
        if (!has(key))
            return std::nullopt;
        return parsed<Number>(rule_[key]);
    }
    template <class Number>
    Number parsed(const Field& field) const;
    template <class Number>
    Number word(const Field& field) const;

    const MapFile& map_;
    const Rule& rule_;
    const LogEntry& entry_;
    EntryWords& words_;
};

} // namespace ilm

#endif
