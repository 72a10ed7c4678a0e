// SPDX-License-Identifier: GPL-2.0-or-later
//
// The names of threads, objects and places, and the form of numbers, in reports.
#ifndef ILMGEN_ANALYSIS_NAMES_H
#define ILMGEN_ANALYSIS_NAMES_H

#include "ilmgen/analysis/said/time_range.h"
#include "ilmgen/run/run.h"

#include <string>

namespace ilm {

/// thread 3 "filter"
std::string thread_name(const Run& run, ThreadIndex thread);

/// The name that the program gives the thread; may be empty. A name from OpenMP lacks the region
/// here.
std::string short_thread_name(const RunThread& thread);

/// rank 3; of a run of several jobs: rank 3 of job NAME
std::string rank_name(const Run& run, RankIndex rank);

/// mutex queue_lock. An object without a name is named after the place where it was made, or after
/// its address.
std::string object_name(const Run& run, ObjectIndex object);

/// The verb for an event, one or two words: "releases", "has", "begins".
const char* event_verb(Kind kind);
/// The object that the event acts on, in short, or the other thread; empty if there is none.
std::string event_object(const Run& run, const RunStep& step);

/// FUNCTION (FILE:LINE); empty: the trace does not say.
std::string place_name(const Run& run, StackNumber at);
/// The name for code without a name. All such code of a file counts as one function. `file`:
/// without its folder; empty if there is no file.
std::string nameless_code(const std::string& file);
/// As place_name(), for the place where blocks are allocated; "not told" if the trace does not say.
std::string site_name(const Run& run, StackNumber at);

/// Shortens a name that these functions return, for the first screen: C++ names lose parameters,
/// template arguments and unnamed namespaces.
std::string short_name(std::string name);

/// Three digits and a prefix: 57.3 M.
std::string rounded(std::uint64_t number);
/// The same with the unit of cost: 57.3 M instructions, 57.3 ms (of ns or us).
std::string rounded_cost(std::uint64_t number, const std::string& cost);
/// The same where the unit stands a few words before: 57.3 M, 57.3 ms.
std::string rounded_again(std::uint64_t number, const std::string& cost);
/// The same with its unit: 57.3 MB, 60 B.
std::string rounded_bytes(std::uint64_t bytes);
std::string percent(double share);
/// "between 1.57 us and 1.99 us"
std::string between(const std::string& least, const std::string& most);
/// "19 % +- 6 less time", without an error that is less than half a percent. If the range is wide:
/// "between 12 and 30 % less time". With two states: "between 12 and 30 % less time: two stable
/// states".
std::string less_time(double gain, const GainRange& range, double error = 0);
/// Two digits after the decimal point.
std::string fixed(double number);
/// As printf() writes it, in less than 64 characters.
std::string formatted(const char* format, double number);

} // namespace ilm

#endif
