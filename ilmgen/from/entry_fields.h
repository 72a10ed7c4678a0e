// SPDX-License-Identifier: GPL-2.0-or-later
//
// What a rule of a map finds in an entry.
#ifndef ILMGEN_FROM_ENTRY_FIELDS_H
#define ILMGEN_FROM_ENTRY_FIELDS_H

#include "ilmgen/from/log_entry.h"
#include "ilmgen/from/map_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// Everything here throws BrokenSource, with the rule's place, if the entry does not have what the
/// rule looks for.
class EntryFields {
public:
    EntryFields(const MapFile& map, const Rule& rule, const LogEntry& entry)
        : map_(map), rule_(rule), entry_(entry) {}

    const Rule& rule() const { return rule_; }
    const LogEntry& entry() const { return entry_; }
    bool has(Key key) const { return rule_.has(key); }

    /// Empty if the rule does not say it.
    std::optional<std::int64_t> integer(Key key) const;
    std::optional<std::uint64_t> natural(Key key) const;
    bool flag(Key key, bool otherwise) const;
    /// What names an object: a number in decimal, or text; appended.
    void append_name(Key key, std::string& name) const;
    /// All words from the one on that the rule names; empty if there are none.
    std::string_view rest(Key key) const;

    [[noreturn]] void fail(const std::string& reason) const;

private:
    /// Of a field that is text in the entry.
    std::string_view text(const Field& field) const;
    template <class Number>
    Number parsed(const Field& field) const;

    const MapFile& map_;
    const Rule& rule_;
    const LogEntry& entry_;
};

} // namespace ilm

#endif
