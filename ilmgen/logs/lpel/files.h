// SPDX-License-Identifier: GPL-2.0-or-later
//
// The files of a run of LPEL or S-Net, each with what it says besides the
// entries of tasks.
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

/// The node whose file this is: the number behind the n with which its name, or a part of it behind
/// a _, begins.  It is in no file's content.  0 if there is none; LPEL's own monitoring, which
/// knows of no nodes, writes -1.
std::uint64_t node_of(const std::string& path);

std::string base_name(const std::string& path);

/// Reads a file in pieces.  A mistake in a piece becomes an Error that says where it is.
class Pieces {
public:
    Pieces(LogSource& source, char end) : source_(source), scanner_(source), end_(end) {}

    /// As TextScanner's, but that white space after the last end is nothing.  Throws Error if the
    /// source is broken, or the piece has no end.
    bool next();
    /// As before, but the last piece may have no end: then it is the load part.
    bool next_or_load(std::optional<Load>& load);

    std::string_view piece() const { return piece_; }
    std::uint64_t byte() const { return scanner_.byte(); }
    std::uint64_t entries() const { return entries_; } ///< that were read
    const std::string& name() const { return source_.name(); }

    /// Throws an Error about the piece.  `at`: the place, in bytes from the piece's begin.
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
