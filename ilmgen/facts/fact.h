// SPDX-License-Identifier: GPL-2.0-or-later
//
// The facts in infos.
//
// The text of an info is a sentence, because people read traces, too (docs/trace-format.md,
// "info"). fact_of() turns the sentence into a structure, and text_of() turns the structure back
// into the same sentence. Nothing else in ilmgen parses or spells such a sentence. Example:
// "process 77 begins" is ProcessBegins{77}. "phase 2", which a program has written with HPCMP_MARK,
// is OtherText{"phase 2"}.
//
// Declarations (emitted/declaration.h) are no facts, because they belong to no thread.
//
// The texts in a fact are parts of the text that the fact was made of.
#ifndef ILMGEN_FACTS_FACT_H
#define ILMGEN_FACTS_FACT_H

#include "ilmgen/facts/channel_info.h"
#include "ilmgen/facts/common_info.h"
#include "ilmgen/model/event.h"
#include "ilmgen/model/rank.h"
#include "shared/trace_vocabulary.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

namespace ilm {

using Pid = std::uint64_t;

/// A text whose form ilmgen does not know.
struct OtherText {
    std::string_view text;
};

// In the facts with a `begin`, the fields follow it with a space between them.

/// "is named worker 3"
struct ThreadName {
    static constexpr std::string_view begin = TRACE_INFO_NAMED;
    static auto fields(auto& fact) { return std::tie(fact.name); }
    std::string_view name;
};

/// "is the library's": the thread was created by a library whose work is counted apart.
struct IsLibrarys {
    static constexpr std::string_view begin = TRACE_INFO_LIBRARYS;
    static auto fields(auto& /*fact*/) { return std::tie(); }
};

/// "begins here, not forked in this trace"
struct Unforked {
    static constexpr std::string_view begin = TRACE_INFO_UNFORKED;
    static auto fields(auto& /*fact*/) { return std::tie(); }
};

/// "out of order: a thread that could run did not come"
struct Late {
    static constexpr std::string_view begin = TRACE_INFO_LATE;
    static auto fields(auto& /*fact*/) { return std::tie(); }
};

/// "plan dropped: no thread can go on, because the plan makes all of them wait"
struct PlanDropped {
    static constexpr std::string_view begin = TRACE_INFO_PLAN_DROPPED;
    static auto fields(auto& fact) { return std::tie(fact.how); }
    std::string_view how;
};

/// "not recorded: memory of oneTBB's allocator"
struct Unseen {
    static constexpr std::string_view begin = TRACE_INFO_UNSEEN;
    static auto fields(auto& fact) { return std::tie(fact.what); }
    std::string_view what;
};

/// "recorded: only while solve runs"
struct OnlyPart {
    static constexpr std::string_view begin = TRACE_INFO_PART;
    static auto fields(auto& fact) { return std::tie(fact.which); }
    std::string_view which;
};

/// "instructions left out: 4711"
struct LeftOut {
    static constexpr std::string_view begin = TRACE_INFO_LEFT_OUT;
    static auto fields(auto& fact) { return std::tie(fact.instructions); }
    std::uint64_t instructions = 0;
};

/// "ended by signal SIGSEGV (11)"
struct EndedBy {
    static constexpr std::string_view begin = TRACE_INFO_ENDED_BY;
    static auto fields(auto& fact) { return std::tie(fact.signal); }
    std::string_view signal;
};

/// "executes /usr/bin/env"
struct Executes {
    static constexpr std::string_view begin = TRACE_INFO_EXECUTES;
    static auto fields(auto& fact) { return std::tie(fact.file); }
    std::string_view file;
};

/// "shared: 4096 1 1 MPI world, 0 to 1, tag 7": an object of MPI.
struct SharedObjectInfo {
    static constexpr std::string_view begin = TRACE_INFO_SHARED;
    static auto fields(auto& fact) {
        return std::tie(fact.addr, fact.releases, fact.acquires, fact.name);
    }
    Address addr = 0;           ///< in the program
    std::uint64_t releases = 0; ///< of each number
    std::uint64_t acquires = 0; ///< of each number; 0: one or none
    std::string_view name;
};

/// "open 4096": it is unknown which receive takes which message of this object.
struct UnknownOrder {
    static constexpr std::string_view begin = TRACE_INFO_OPEN;
    static auto fields(auto& fact) { return std::tie(fact.addr); }
    Address addr = 0; ///< in the program
};

/// "no receipt 4096 7": this number of an object of receipts will not be released.
struct NoReceipt {
    static constexpr std::string_view begin = TRACE_INFO_NO_RECEIPT;
    static auto fields(auto& fact) { return std::tie(fact.addr, fact.seq); }
    Address addr = 0; ///< in the program
    std::uint64_t seq = 0;
};

/// "arrives 4096 7", "departs 4096 7": a rank begins a collective operation, or has completed it.
struct Passage {
    static auto fields(auto& fact) { return std::tie(fact.addr, fact.round); }
    Address addr = 0; ///< in the program: the object of the communicator, for all rounds
    std::uint64_t round = 0;
    bool arrives = false;
};

/// The other rank, and the direction of the transfer.
struct MovesPartner {
    std::uint64_t rank = 0; ///< its number, in the job of the thread that moved
    bool are_sent = false;  ///< to that rank; else they are fetched from it
    auto operator<=>(const MovesPartner&) const = default;
};

/// "moves 800 bytes to rank 3, operations: 2": one-sided operations of MPI.
struct Moves {
    MovesPartner partner;
    std::uint64_t bytes = 0;
    std::uint64_t operations = 0;
};

/// "pages: 0x4000, 8192 bytes, lent at main (app.c:7)", "pages: 0x4000, 8192 bytes, given back"
struct Pages {
    Address addr = 0;
    std::uint64_t size = 0;                  ///< bytes
    std::optional<std::string_view> lent_at; ///< nothing: they are given back
};

/// "pid 77, started at tick 5"
struct StartedProcess {
    Pid pid = 0;
    std::uint64_t tick = 0;
};

/// "hpcmp 1.0, Valgrind 3.19.0, pid 77, started at tick 5, run of pid 70, started at tick 4, order
/// virtual, command: ./app 3": the first event of a trace.
struct ToolBegins {
    std::string_view versions;             ///< up to the pid
    std::optional<StartedProcess> process; ///< nothing: the text does not say, as it should
    std::optional<StartedProcess> run;     ///< the first process of the run, if it is another one
    std::optional<Rank> rank;
    std::string_view order; ///< in which threads had turns
    std::string_view command;
};

/// "begun by process 70: by thread 2, after event 123 of trace.70.json": the second event of a
/// process that was forked.
struct BegunBy {
    Pid pid = 0; ///< the parent's
    ThreadId thread = 0;
    EventId after = 0; ///< of the parent's trace: the last event before the fork
    std::string_view file;
};

/// "process 77 begins": a fork has returned.
struct ProcessBegins {
    static constexpr std::string_view end = TRACE_INFO_BEGINS;
    Pid pid = 0;
};

/// "process 77 has ended": a wait has returned.
struct ProcessEnded {
    static constexpr std::string_view end = TRACE_INFO_ENDED;
    Pid pid = 0;
};

/// "is thread 1 of process 77: ./app 3", "is thread 1 of process 77, rank 3 of 4 in job 9, command:
/// ./app 3": which thread this is, in a model of several processes.
struct IsThread {
    ThreadId thread = 0; ///< in its process
    Pid process = 0;
    std::optional<Rank> rank;
    std::string_view command;
};

struct Fact {
    std::variant<OtherText, ThreadName, IsLibrarys, Unforked, Late, PlanDropped, Unseen, OnlyPart,
                 LeftOut, EndedBy, Executes, SharedObjectInfo, UnknownOrder, NoReceipt, Passage,
                 Moves, Pages, ToolBegins, BegunBy, ProcessBegins, ProcessEnded, IsThread,
                 ChannelInfo, CommonInfo>
        said;
};

Fact fact_of(std::string_view text);
std::string text_of(const Fact& fact);

} // namespace ilm

#endif
