// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Gist log (docs/gist-format.md) without its records: the content of its head and foot, and where
// the records are.
#ifndef ILMGEN_LOGS_GIST_SETTINGS_H
#define ILMGEN_LOGS_GIST_SETTINGS_H

#include "ilmgen/logs/entries/event_types.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

class GistSettings {
public:
    /// Takes the next token: a word between white space, or the text in quotes. Throws BrokenSource
    /// if the token may not stand here. Returns true if the token is a record.
    bool take(std::string_view token, bool in_quotes);

    /// Whether the next token may be a record.
    bool among_records() const { return section_ == Section::records; }
    /// Whether the head is complete.
    bool begun() const { return section_ >= Section::records; }
    /// Whether only white space may follow.
    bool complete() const { return section_ == Section::end; }

    EventTypes types;
    std::vector<std::string> counters;
    std::vector<std::string> unknown; ///< settings that are not known
    std::string own; ///< the declaration of ilmgen; empty: ilmgen has not written the log
    double ticks_per_second = 0; ///< 0: not said
    std::optional<std::uint64_t> processes, start, stop;

private:
    enum class Section : std::uint8_t { magic, before_head, head, records, before_foot, foot, end };
    /// Inside head or foot.
    enum class Place : std::uint8_t { setting, value, list };

    void begin_section(std::string_view token, Section section);
    void setting(std::string_view token);
    void value(std::string_view token);
    void list(std::string_view token, bool in_quotes);
    void item();

    Section section_ = Section::magic;
    Place place_ = Place::setting;
    std::string name_;          ///< of the setting
    std::size_t item_size_ = 0; ///< how many tokens an item of the setting's list has; 0: not known
    std::vector<std::string> item_; ///< the tokens of an item that is not complete
};

/// Takes the next token of a line: a brace, the text in quotes (without the quotes; `in_quotes` is
/// true then), or a word between white space and braces. Returns false if no token is left. Throws
/// BrokenSource if a quote is not closed.
bool take_gist_token(std::string_view& line, std::string_view& token, bool& in_quotes);

} // namespace ilm

#endif
