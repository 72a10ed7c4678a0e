// SPDX-License-Identifier: GPL-2.0-or-later
//
// Each file that ilmgen writes declares the units of the log that its events
// come from: an Alog in its creator line, a Gist in the description of event
// type 0, a trace in infos behind its events (docs/own-logs.md,
// docs/trace-format.md).
#ifndef ILMGEN_EMITTED_DECLARATION_H
#define ILMGEN_EMITTED_DECLARATION_H

#include "ilmgen/model/log_facts.h"

#include <boost/icl/interval_map.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// The number of each thread's clock. Threads with the same number share a clock. A thread without
/// a declaration has the clock of its own number. Memory is needed for each range of threads that
/// share a clock: three ranges if threads 1 to 99 have clock 1, 100 clock 2, and 101 clock 1.
class Clocks {
    using Rows = boost::icl::interval_map<ThreadId, std::uint64_t, boost::icl::partial_enricher>;

public:
    void set(ThreadId thid, std::uint64_t clock) { set(thid, thid, clock); }
    /// Sets the clock of all threads from `first` to `last`.
    void set(ThreadId first, ThreadId last, std::uint64_t clock) {
        rows_.set({boost::icl::discrete_interval<ThreadId>::closed(first, last), clock});
    }

    std::uint64_t clock_of(ThreadId thid) const {
        const auto row = rows_.find(thid);
        return row == rows_.end() ? thid : row->second;
    }

    /// Calls take(first, last, clock) for each range, in the order of threads.
    template <class Take>
    void each(Take take) const {
        for (const auto& [threads, clock] : rows_)
            take(boost::icl::first(threads), boost::icl::last(threads), clock);
    }

private:
    Rows rows_;
};

struct Declaration {
    Origin origin; ///< without the format, which the reader sets
    Clocks clocks;
};

/// The declaration of units.
std::string declaration(const Origin& origin);
bool is_declaration(std::string_view text);
/// Does the text consist of these words and such a declaration?  More text may follow.
bool is_declaration_behind(std::string_view words, std::string_view text);
/// The units that the text declares.
Origin declared_origin(std::string_view text);

/// The declarations of units and clocks for a trace; none if a trace without them means the same.
std::vector<std::string> trace_declarations(const Declaration& declared);
/// Adds the declaration in the text. Returns false if the text is no declaration.
bool take_declaration(std::string_view text, Declaration& declared);

} // namespace ilm

#endif
