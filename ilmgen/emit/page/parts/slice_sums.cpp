// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/slice_sums.h"

#include <utility>

namespace ilm {

void SliceSums::add_to(Columns& columns, const std::string& name) const {
    LargeVector<SliceIndex> slices; // each less the one before
    LargeVector<std::uint32_t> keys;
    LargeVector<std::uint64_t> bytes;
    SliceIndex before = 0;
    for (const auto& [place, sum] : sums_) {
        slices.push_back(place.first - std::exchange(before, place.first));
        keys.push_back(place.second);
        bytes.push_back(sum);
    }
    columns.add(name + "_slices", slices);
    columns.add(name + "_keys", keys);
    columns.add(name + "_bytes", bytes);
}

} // namespace ilm
