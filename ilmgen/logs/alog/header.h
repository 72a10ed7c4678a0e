// SPDX-License-Identifier: GPL-2.0-or-later
//
// Collects what the header lines of an Alog log say.  Header lines may stand anywhere in the log.
#ifndef ILMGEN_LOGS_ALOG_HEADER_H
#define ILMGEN_LOGS_ALOG_HEADER_H

#include "ilmgen/logs/alog/line.h"
#include "ilmgen/logs/entries/event_types.h"
#include "ilmgen/model/log_facts.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

namespace ilm {

class AlogHeader {
public:
    /// Throws BrokenSource if the header line makes no sense.
    static void check(const AlogLine& line);
    /// Takes what the header line says.  Throws as check().
    void add(const AlogLine& line);

    const std::string& creator() const { return creator_; }
    EventTypes& types() { return types_; }
    /// The number of processes; empty if the header does not contain it.
    std::optional<std::uint64_t> processes() const;

    /// When a line was logged.  Throws BrokenSource if that is before 0 or too late.
    std::uint64_t time(const AlogLine& line) const;

private:
    friend class AlogCensus;

    std::string creator_;
    EventTypes types_;
    std::optional<std::int64_t> events_, processes_, tasks_, event_types_, first_, last_;
    std::int64_t rollover_ = 0; ///< how many ticks a cycle stands for; 0: the header does not say
};

/// How many different numbers there are.  Most are small, and seen again and again.
class DistinctNumbers {
public:
    void add(std::int64_t number) {
        const std::uint64_t place = static_cast<std::uint64_t>(number) + below_zero;
        if (place >= small_.size())
            others_.insert(number);
        else
            small_[place] = true;
    }
    std::int64_t count() const {
        return static_cast<std::int64_t>(small_.count() + others_.size());
    }

private:
    static constexpr std::uint64_t below_zero = 128;
    std::bitset<2048> small_; ///< those from -below_zero on
    std::unordered_set<std::int64_t> others_;
};

/// Counts the things whose numbers the header contains.
class AlogCensus {
public:
    void count(const AlogLine& line, std::uint64_t time);
    /// A header line.
    void count_header(const AlogLine& line);

    /// Reports where the numbers in the header differ from those that were counted.
    void compare(const AlogHeader& header, LogFigures& figures) const;

private:
    std::int64_t events_ = 0;
    std::int64_t first_ = INT64_MAX, last_ = INT64_MIN;           ///< times of events
    std::int64_t first_line_ = INT64_MAX, last_line_ = INT64_MIN; ///< of events and header lines
    DistinctNumbers processes_, tasks_, types_;
};

} // namespace ilm

#endif
