// SPDX-License-Identifier: GPL-2.0-or-later
//
// The records of each thread as OTF2 wants them: in the order of time, regions
// entered and left in pairs.
#ifndef ILMGEN_EMIT_EXPORT_OTF2_RECORDS_H
#define ILMGEN_EMIT_EXPORT_OTF2_RECORDS_H

#include "ilmgen/analysis/picture/thread_slices.h"
#include "ilmgen/run/run.h"

#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ilm {

/// Slices of one name. Work and waits are different regions, even if a program makes their names
/// the same.
struct Otf2Region {
    std::uint32_t name = 0; ///< index into the slices' names
    StepIndex step = 0;     ///< of the first slice
    bool is_work = false;
};

/// Otf2Record::subject of an end for which nobody waits.
constexpr std::uint32_t no_subject = ~std::uint32_t{0};

struct Otf2Record {
    /// Records of the same time and step are in this order, so the record that ends a wait lies in
    /// the wait's region.
    enum class Kind : std::uint8_t {
        create,  ///< a thread is made
        begin,   ///< the thread begins
        wait,    ///< the thread has been waited for
        acquire, ///< of a lock
        release,
        leave, ///< a region
        enter,
        end, ///< the thread ends
    };
    ThreadIndex thread = 0;
    std::uint64_t time = 0; ///< in the run's unit of cost
    StepIndex step = 0;     ///< that it belongs to
    Kind kind = Kind::create;
    std::uint32_t subject = no_subject; ///< create, begin, wait: a thread; end: the thread, or
                                        ///< no_subject if nobody waits for it; leave, enter: index
                                        ///< into regions(); acquire, release: an object
    std::uint32_t order = 0; ///< acquire, release: counted from 1 for each lock; a release has the
                             ///< number of its acquire
    auto operator<=>(const Otf2Record&) const = default;
};

class Otf2Records {
public:
    explicit Otf2Records(const Run& run);

    /// By thread, then time.
    const LargeVector<Otf2Record>& all() const { return records_; }
    const std::vector<Otf2Region>& regions() const { return regions_; }
    const ThreadSlices& slices() const { return slices_; }

private:
    void add_slices();
    void add_threads();
    void add_locks();
    void add(StepIndex step, Otf2Record::Kind kind, std::uint32_t subject, std::uint32_t order = 0);
    std::uint32_t region_of(const SliceEvent& begin);

    const Run& run_;
    const ThreadSlices slices_;
    LargeVector<Otf2Record> records_;
    std::vector<Otf2Region> regions_;
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> region_numbers_;
};

} // namespace ilm

#endif
