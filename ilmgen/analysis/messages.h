// SPDX-License-Identifier: GPL-2.0-or-later
//
// Who sends messages to whom, and who of both is late.
#ifndef ILMGEN_ANALYSIS_MESSAGES_H
#define ILMGEN_ANALYSIS_MESSAGES_H

#include "ilmgen/analysis/table.h"
#include "ilmgen/analysis/timeline.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <utility>

namespace ilm {

/// Sums over messages to others.  Times are those of a machine with processors enough.  Late
/// senders and receivers are those of Wolf and Mohr, "Automatic performance analysis of hybrid
/// MPI/OpenMP applications" (2003).
struct MessageSums {
    std::uint64_t messages = 0; ///< one that several receive counts for each of them
    std::uint64_t bytes = 0;    ///< as far as the log says
    std::uint64_t waited = 0;   ///< of receivers, until the message is sent: late sender
    std::uint64_t lay = 0;      ///< of messages, until the receiver asks: late receiver

    void add(const MessageSums& more);
};

class Messages {
public:
    Messages(const Run& run, const Timeline& timeline);

    /// Tables without rows if there are none.
    Section section() const;
    /// Empty text if the log does not say how many bytes messages have: then they may be anything
    /// that is handed on.
    Finding finding() const;

private:
    using Pair = std::pair<ThreadIndex, ThreadIndex>; ///< sender, receiver

    void add_received(StepIndex received, const Timeline& timeline);
    Table pair_table() const;
    Table thread_table() const;

    const Run& run_;
    std::map<Pair, MessageSums> by_pair_;
    MessageSums all_;
};

} // namespace ilm

#endif
