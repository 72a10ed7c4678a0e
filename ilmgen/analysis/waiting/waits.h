// SPDX-License-Identifier: GPL-2.0-or-later
//
// The waits of threads: for which object, for how long, and which thread ends
// the wait, on a machine on which nobody waits for a processor.
#ifndef ILMGEN_ANALYSIS_WAITS_H
#define ILMGEN_ANALYSIS_WAITS_H

#include "ilmgen/analysis/said/report.h"
#include "ilmgen/analysis/schedule/region_ends.h"
#include "ilmgen/analysis/schedule/timeline.h"

#include <map>
#include <string>
#include <vector>

namespace ilm {

/// Sums over all objects of the same name; all joins count as one object.
struct ObjectWaits {
    std::string name;
    std::vector<ObjectIndex> objects; ///< empty: joins
    std::uint64_t taken = 0;          ///< acquires, joins, waits for a region's end
    std::uint64_t contended = 0;      ///< those of `taken` that waited
    std::uint64_t waited = 0;
    std::uint64_t longest_wait = 0;
    std::uint64_t held = 0; ///< locks: from the acquire to the same thread's release
    std::uint64_t longest_hold = 0;
    std::map<ThreadIndex, std::uint64_t> by_thread; ///< waited
};

/// Sums over the waits at one place that were ended from another place.
struct PlaceWaits {
    std::uint64_t waits = 0;
    std::uint64_t waited = 0;
};

class Waits {
public:
    Waits(const Run& run, const Timeline& timeline);

    /// The object with the longest waits comes first.
    const std::vector<ObjectWaits>& objects() const { return objects_; }

    std::vector<Table> tables() const;
    /// Names the object that threads wait for longest; joins do not count. The text is empty if
    /// that wait is less than a twentieth of the work. `cost`: the unit of the run's work.
    Finding finding(const std::string& cost) const;

private:
    struct Places {
        std::string waited_at;
        std::string caused_at;
        std::string caused_by; ///< thread
        auto operator<=>(const Places&) const = default;
    };

    void collect();
    void add_acquire(StepIndex step);
    /// Adds a wait at `step` that ends with `ended`.
    void add_wait(StepIndex step, std::uint64_t waited, StepIndex ended);
    ObjectWaits& waits_of(StepIndex step);

    const Run& run_;
    const Timeline& timeline_;
    RegionEnds regions_;
    std::vector<ObjectWaits> objects_;
    std::map<std::string, std::size_t> indices_; ///< into objects_, by name
    LargeVector<std::size_t> by_object_;         ///< the same, by ObjectIndex
    std::map<Places, PlaceWaits> places_;
};

} // namespace ilm

#endif
