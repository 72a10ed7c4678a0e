// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes by slice and a second key, for a page: bytes read by the thread that wrote them, or bytes
// allocated by site.
#ifndef ILMGEN_EMIT_PAGE_SLICE_SUMS_H
#define ILMGEN_EMIT_PAGE_SLICE_SUMS_H

#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_slices.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace ilm {

class SliceSums {
public:
    /// `key`: the thread or site.
    void add(SliceIndex slice, std::uint32_t key, std::uint64_t bytes) {
        sums_[{slice, key}] += bytes;
    }

    /// Adds three columns with a row for each sum: NAME_slices, NAME_keys and NAME_bytes.
    /// NAME_slices contains the differences between a slice and that of the row before.
    void add_to(Columns& columns, const std::string& name) const;

private:
    std::map<std::pair<SliceIndex, std::uint32_t>, std::uint64_t> sums_;
};

} // namespace ilm

#endif
