// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages between ranks, as a matrix of a size that can be seen.
#ifndef ILMGEN_EMIT_PAGE_PAGE_RANKS_H
#define ILMGEN_EMIT_PAGE_PAGE_RANKS_H

#include "ilmgen/analysis/schedule/timeline.h"
#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/run/run.h"

#include <string>
#include <vector>

namespace ilm {

/// Rows and columns of the matrix are ranks, job by job and by their numbers. If there are more
/// ranks than `most`, several that follow each other share a row. Example: of 1,000 ranks, two
/// share a row.
class PageRanks {
public:
    static constexpr std::size_t most = 512;

    PageRanks(const Run& run, const Timeline& timeline, Columns& columns);

    /// "rank 3", "rank 8 to rank 15"
    const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
};

} // namespace ilm

#endif
