// SPDX-License-Identifier: GPL-2.0-or-later
//
// A Gist log (docs/gist-format.md) without its records: what its head and foot
// say, and where these are.
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
    /// The next word between white space, or what is in quotes.  Throws BrokenSource if it should
    /// not be there.  True if it is a record.
    bool take(std::string_view token, bool in_quotes);

    /// Whether a token may be a record.
    bool among_records() const { return section_ == Section::records; }
    /// Whether the head is complete.
    bool begun() const { return section_ >= Section::records; }
    /// Whether there is nothing to come but white space.
    bool complete() const { return section_ == Section::end; }

    EventTypes types;
    std::vector<std::string> counters;
    std::vector<std::string> unknown; ///< settings that are not known
    std::string own;                  ///< what ilmgen declares; empty: it has not written the log
    double ticks_per_second = 0;      ///< 0: not said
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
    std::string name_;              ///< of the setting
    std::size_t item_size_ = 0;     ///< tokens of an item of its list; 0: not known
    std::vector<std::string> item_; ///< those of an item that is not complete
};

/// Takes the next token of a line: a brace, what is in quotes (without them; `in_quotes` says so),
/// or what stands between white space and braces.  False if there is none left.  Throws
/// BrokenSource if a quote is not closed.
bool take_gist_token(std::string_view& line, std::string_view& token, bool& in_quotes);

} // namespace ilm

#endif
