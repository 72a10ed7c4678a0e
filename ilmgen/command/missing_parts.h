// SPDX-License-Identifier: GPL-2.0-or-later
//
// The parts of a run that its log does not contain, so that figures and reports leave them out.
#ifndef ILMGEN_COMMAND_MISSING_PARTS_H
#define ILMGEN_COMMAND_MISSING_PARTS_H

#include "ilmgen/dag/sums/executed_file.h"
#include "ilmgen/dag/sums/unseen_parts.h"
#include "ilmgen/from/log/log_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// Collects the missing parts that events report.
class MissingParts : public EventSink {
public:
    void event(const Event& event) override {
        unseen_.event(event);
        executed_.event(event);
    }

    /// As ExecutedFile::file().
    const std::string& executed() const { return executed_.file(); }

    /// After the last event: a sentence each.
    std::vector<std::string> sentences() const;

private:
    UnseenParts unseen_;
    ExecutedFile executed_;
};

std::vector<std::string> both(std::vector<std::string> first,
                              const std::vector<std::string>& second);
std::vector<std::string> with_prefix(const std::string& prefix, std::vector<std::string> sentences);

/// `acquires` as SyncObjects::lost().
std::string lost_order(std::uint64_t acquires);

/// All missing parts, a sentence each: those that the reader reports, those that events have
/// reported (MissingParts), and the order that was not kept (as SyncObjects::lost()).
std::vector<std::string> what_is_missing(const LogReader& log, const std::vector<std::string>& said,
                                         std::uint64_t lost);

} // namespace ilm

#endif
