// SPDX-License-Identifier: GPL-2.0-or-later
//
// The file that says what the event types of an Alog or Gist log mean
// (docs/mapping.md).
#ifndef ILMGEN_LOGS_MAPPING_MAP_FILE_H
#define ILMGEN_LOGS_MAPPING_MAP_FILE_H

#include "ilmgen/logs/entries/event_types.h"
#include "ilmgen/logs/entries/log_entry.h"
#include "ilmgen/model/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tsl/robin_map.h>
#include <vector>

namespace ilm {

/// The action of an entry.
enum class Action : std::uint8_t {
    acquire,
    release,
    arrive, ///< at a barrier
    depart, ///< from it
    fork,
    join,
    exit,
    alloc,
    free,
    sent,     ///< a message, in a log that shows when it was sent
    received, ///< a message, in a log that shows when it had been received
    send,     ///< begins to send a message, in a log that shows when calls begin
    post,     ///< begins to receive a message, in such a log
    complete, ///< reports that sends or receives are complete, in such a log
    rank,     ///< tells the process's rank in a communicator
};

/// The keys that a rule may have.
enum class Key : std::uint8_t {
    object,
    seq,
    participants,
    child,
    child_task,
    address,
    size,
    partner,
    tag,
    communicator,
    request,
    synchronous,
    cancelled,
    rank,
    condition,
};
constexpr std::size_t keys = static_cast<std::size_t>(Key::condition) + 1;

/// The place in an entry where a value stands.
struct Field {
    enum class Where : std::uint8_t {
        none,
        constant,
        text, ///< a constant, too
        process,
        task,
        data,
        string,
        word,  ///< of the string
        words, ///< all words from that one on
        counter,
    };
    Where where = Where::none;
    std::int64_t number = 0; ///< the constant; index of the word or counter
    std::string text;
};

struct Rule {
    std::uint64_t line = 0; ///< of the file, from 1
    std::string event;      ///< a type's number, description or short name
    Action action = Action::acquire;
    std::array<Field, keys> fields;
    std::string prim;
    Mode mode = Mode::none;

    const Field& operator[](Key key) const { return fields[static_cast<std::size_t>(key)]; }
    bool has(Key key) const { return (*this)[key].where != Field::Where::none; }
};

/// Numbers that stand for no process or tag.
struct MapConstants {
    std::optional<std::int64_t> any_source, any_tag, no_process;
};

class MapFile {
public:
    /// Throws Error, with file and line, if a line is no rule, or if a rule needs fields that the
    /// log does not have.
    MapFile(const std::string& path, const LogFields& fields);

    /// To be called when the types are known, and again if more have become known. Throws Error if
    /// a rule is for a type that is not among them.
    void bind(const EventTypes& types);

    /// After bind(): the rules for entries of a type, in the order of the file; null if there are
    /// none.
    const std::vector<const Rule*>* rules_for(std::int64_t type) const;

    const std::vector<Rule>& rules() const { return rules_; }
    const MapConstants& constants() const { return constants_; }
    bool uses(Action action) const;
    bool uses(Key key) const;
    /// "file:line: ", for a message.
    std::string place(std::uint64_t line) const;

private:
    void read_line(std::uint64_t line, std::string_view text, const LogFields& fields);

    std::string path_;
    std::vector<Rule> rules_;
    MapConstants constants_;
    tsl::robin_map<std::int64_t, std::vector<const Rule*>> by_type_;
};

} // namespace ilm

#endif
