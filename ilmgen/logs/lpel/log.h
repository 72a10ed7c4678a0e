// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parses the files that LPEL's and S-Net's monitoring writes, one entry at a time
// (docs/lpel-format.md).
#ifndef ILMGEN_LOGS_LPEL_LOG_H
#define ILMGEN_LOGS_LPEL_LOG_H

#include "ilmgen/model/event.h"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ilm::lpel {

constexpr char entry_end = '#';
constexpr char sent_message_end = ';'; ///< in a log of communication

/// This error says why a piece of a file is no entry.
class BadEntry : public std::runtime_error {
public:
    BadEntry(std::size_t at, const std::string& reason) : std::runtime_error(reason), at_(at) {}
    std::size_t at() const { return at_; } ///< offset in the piece

private:
    std::size_t at_;
};

/// A task used one end of a stream during a dispatch.
struct StreamUse {
    std::uint64_t stream = 0;
    std::uint64_t items = 0;
    bool reads = false;
    bool blocked = false;   ///< this stream has blocked the task
    bool unblocked = false; ///< this task has unblocked the task at the stream's other end
};

/// A record that a task takes in or gives out.
struct Message {
    std::uint64_t time = no_time; ///< ns
    bool out = false;
    std::uint64_t node = 0; ///< the node where it was made; `local` is its number there
    std::uint64_t local = 0;
    std::uint64_t size = 0; ///< bytes
};

enum class EntryKind : char {
    version = 'V',
    started = 'S',
    waited = 'W',
    stopped = 'E',
    blocked_on_input = 'I',
    blocked_on_output = 'O',
    blocked_on_any = 'A',
    yielded = 'R',
    ended = 'Z',
};

constexpr bool is_dispatch(EntryKind kind) {
    return kind == EntryKind::blocked_on_input || kind == EntryKind::blocked_on_output ||
           kind == EntryKind::blocked_on_any || kind == EntryKind::yielded ||
           kind == EntryKind::ended;
}

/// An entry of a worker's or wrapper's log.  Times in ns.
struct LogEntry {
    EntryKind kind = EntryKind::version;
    std::uint64_t time = no_time;
    std::uint64_t waited = 0;   ///< only EntryKind::waited
    std::uint64_t task = 0;     ///< this and all members below: only of a dispatch
    std::uint64_t executed = 0; ///< since the task's beginning
    /// Only EntryKind::ended, if there are times: when the task was created.
    std::uint64_t created = 0;
    std::vector<StreamUse> streams;
    std::vector<Message> messages;
};

struct MapEntry {
    std::uint64_t task = 0;
    std::string name; ///< with its path in the network, if any
};

/// At the end of a worker's log.
struct Load {
    std::uint64_t waits = 0;
    std::uint64_t waited = 0; ///< ns
};

/// In a log of communication: a message that was sent to another node.
struct SentMessage {
    std::uint64_t to = 0;
    std::uint64_t size = 0; ///< bytes
};

/// Node and number are packed into one number. It is below 2^53, so any reader of JSON can hold it.
/// There is room for numbers above those of the nodes (beyond_nodes).
constexpr std::uint64_t most_node = (std::uint64_t{1} << 20) - 1;
constexpr std::uint64_t most_number = (std::uint64_t{1} << 32) - 2; ///< of a task, of a stream
constexpr std::uint64_t on_node(std::uint64_t node, std::uint64_t number) {
    return (node << 32) + number;
}
constexpr std::uint64_t beyond_nodes = on_node(most_node + 1, 0);

// Each of these functions throws BadEntry if the piece is something else.
/// Reuses the memory of the entry's members.
void parse(std::string_view piece, LogEntry& entry);
MapEntry parse_map(std::string_view piece);
Load parse_load(std::string_view piece);
SentMessage parse_sent(std::string_view piece);

bool is_version(std::string_view piece);
/// The writers write this version today.
constexpr std::string_view known_version = "Log format version 2.2 (since 05/03/2012)";

enum class FileKind : std::uint8_t { other, log, map, communication, empty };

/// The kind of a file, by its first bytes.
FileKind kind_of(std::string_view begin);

} // namespace ilm::lpel

#endif
