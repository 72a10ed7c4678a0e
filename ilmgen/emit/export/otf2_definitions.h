// SPDX-License-Identifier: GPL-2.0-or-later
//
// The definitions of an OTF2 archive: its records refer to them by number.
#ifndef ILMGEN_EMIT_EXPORT_OTF2_DEFINITIONS_H
#define ILMGEN_EMIT_EXPORT_OTF2_DEFINITIONS_H

#include "ilmgen/emit/export/otf2_library.h"
#include "ilmgen/emit/export/otf2_records.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The group of all threads, in which threads create threads.
constexpr OTF2_CommRef otf2_threads = 0;

/// The numbers of the metrics. The only member of each metric has the same number.
constexpr OTF2_MetricRef otf2_heap = 0;
constexpr OTF2_MetricRef otf2_working = 1;
/// Events record instances of metrics. Instance otf2_instances + N is metric N of the first
/// process.
constexpr OTF2_MetricRef otf2_instances = 2;

/// Writes all global definitions.
class Otf2Definitions {
public:
    Otf2Definitions(const Run& run, const Otf2Records& records, const Otf2Archive& archive);

    /// `events`: how many events each location has: threads by their index, then the location of
    /// the metrics.
    void write(const std::string& cost, const std::vector<std::uint64_t>& events);

private:
    void write_clock(const std::string& cost);
    void write_locations(const std::vector<std::uint64_t>& events);
    void write_regions();
    void write_wait(std::uint32_t number);
    void write_work(std::uint32_t number);
    void write_threads();
    void write_metrics();
    void write_metric(OTF2_MetricRef number, const char* name, const char* unit);
    OTF2_StringRef string(const std::string& text);

    const Run& run_;
    const Otf2Records& records_;
    const Otf2Archive& archive_;
    OTF2_GlobalDefWriter* const writer_;
    std::unordered_map<std::string, OTF2_StringRef> strings_;
};

} // namespace ilm

#endif
