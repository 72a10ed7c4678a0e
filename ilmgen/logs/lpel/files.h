// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads the files of a run of LPEL or S-Net: finds the node in a file's name, and cuts the content
// into pieces.  The functions of log.h parse a piece.
#ifndef ILMGEN_LOGS_LPEL_FILES_H
#define ILMGEN_LOGS_LPEL_FILES_H

#include "ilmgen/from/bytes/log_source.h"
#include "ilmgen/logs/lpel/log.h"
#include "ilmgen/logs/text/text_scanner.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ilm::lpel {

/// The node that has written the file. The node is not in the file's content, but in its name:
/// after an n, which is at the name's beginning or behind a _, come the node's number and a _.
/// Example: `mon_n02_worker00.log` is of node 2. Returns 0 if the name has no such number. LPEL's
/// own monitoring does not know nodes and writes -1 as the number, so its files get 0, too.
std::uint64_t node_of(const std::string& path);

std::string base_name(const std::string& path);

/// Reads a file in pieces.  A mistake in a piece becomes an Error that says where it is.
class Pieces {
public:
    Pieces(LogSource& source, char end) : source_(source), scanner_(source), end_(end) {}

    /// As TextScanner::next(), but white space after the last end is no piece. Throws Error if the
    /// source is broken, or if the piece has no end.
    bool next();
    /// As next(), but the last piece may have no end. Such a piece is the load part.
    bool next_or_load(std::optional<Load>& load);

    std::string_view piece() const { return piece_; }
    std::uint64_t byte() const { return scanner_.byte(); }
    std::uint64_t entries() const { return entries_; } ///< that were read
    const std::string& name() const { return source_.name(); }

    /// Throws an Error about the piece. `at`: the place, in bytes from the piece's beginning.
    [[noreturn]] void fail(const std::string& reason, std::size_t at = 0) const;

    /// Returns what parse(piece) returns.
    template <class Parse>
    auto parsed(Parse parse) const {
        try {
            return parse(piece());
        } catch (const BadEntry& bad) {
            fail(bad.what(), bad.at());
        }
    }

private:
    bool step();

    LogSource& source_;
    TextScanner scanner_;
    char end_;
    std::string_view piece_;
    std::uint64_t entries_ = 0;
};

} // namespace ilm::lpel

#endif
