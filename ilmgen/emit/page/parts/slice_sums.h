// SPDX-License-Identifier: GPL-2.0-or-later
//
// Bytes by slice and something else, for a page: what is read of which thread,
// what is allocated at which site.
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

    /// Adds columns of as many rows as there are sums: NAME_slices, each the difference to the one
    /// before; NAME_keys; NAME_bytes.
    void add_to(Columns& columns, const std::string& name) const;

private:
    std::map<std::pair<SliceIndex, std::uint32_t>, std::uint64_t> sums_;
};

} // namespace ilm

#endif
