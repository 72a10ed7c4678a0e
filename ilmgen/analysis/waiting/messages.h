// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sums up the messages between each sender and receiver, and tells which of the
// two is late.  Example: a message is sent at 50.  A receiver that asks at 30
// waits for 20 (late sender); for a receiver that asks at 80 the message lies
// for 30 (late receiver).
#ifndef ILMGEN_ANALYSIS_MESSAGES_H
#define ILMGEN_ANALYSIS_MESSAGES_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace ilm {

/// Sums over messages to others. Times are those of a machine with enough processors. Late senders
/// and receivers are those of Wolf and Mohr, "Automatic performance analysis of hybrid MPI/OpenMP
/// applications" (2003).
struct MessageSums {
    std::uint64_t messages = 0; ///< a message that several threads receive counts for each of them
    std::uint64_t bytes = 0;    ///< as far as the log says
    std::uint64_t waited = 0;   ///< of receivers, until the message is sent: late sender
    std::uint64_t lay = 0;      ///< of messages, until the receiver asks: late receiver
    /// The time that senders wait until the receiver asks: the cost of late receivers.
    std::uint64_t held_back = 0;

    void add(const MessageSums& more);
};

/// Sums over one-sided operations between ranks.
struct MovesSums {
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
};

class Messages {
public:
    using Pair = std::pair<std::uint64_t, std::uint64_t>; ///< sender, receiver

    Messages(const Run& run, const Timeline& timeline);

    /// By RankIndex.
    const std::map<Pair, MessageSums>& between_ranks() const { return ranks_.pairs; }

    /// One-sided operations between two ranks: from the rank where the bytes lay to the one where
    /// they went.
    const std::map<Pair, MovesSums>& moves() const { return moves_; }

    /// The tables have no rows if there are no messages.
    std::vector<Table> tables() const;
    /// The text is empty if the log does not say how many bytes messages have, because then
    /// "messages" may be anything that one thread hands to another.
    Finding finding(const std::string& cost) const;

private:
    /// The sums of each pair of threads, or of each pair of ranks, by their indices.
    struct Partners {
        std::map<Pair, MessageSums> pairs;
        std::string (*name)(const Run& run, std::uint64_t partner);
    };

    void add_received(StepIndex received, const Timeline& timeline);
    void add_held(StepIndex sent, const Timeline& timeline);
    /// The pair of threads with the largest of these sums; there must be a pair.
    const std::pair<const Pair, MessageSums>& most_by(std::uint64_t MessageSums::*sum) const;
    void add_up_ranks();
    void add_up_moves();
    Table moves_table() const;
    Table pair_table(const std::string& name, const Partners& of) const;
    Table partner_table(const std::string& name, const std::string& partner,
                        const Partners& of) const;

    const Run& run_;
    Partners threads_;
    Partners ranks_; ///< of MPI: all threads of each
    std::map<Pair, MovesSums> moves_;
    MessageSums all_;
};

} // namespace ilm

#endif
