// SPDX-License-Identifier: GPL-2.0-or-later
//
// The rounds in which threads meet (work_rounds.h), for a page. The page folds rounds that are too
// narrow to be seen.  Example: "rounds 1 to 10,000 of barrier step, on average 1.2 M instructions".
#ifndef ILMGEN_EMIT_PAGE_PAGE_ROUNDS_H
#define ILMGEN_EMIT_PAGE_PAGE_ROUNDS_H

#include "ilmgen/emit/page/parts/packed.h"
#include "ilmgen/emit/page/parts/page_slices.h"
#include "ilmgen/run/run.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ilm {

class PageRounds {
public:
    PageRounds(const Run& run, const FineSlices& fine);

    /// Names of the meetings with the most rounds; those with few rounds are left out.
    std::vector<std::string> names() const;
    /// The columns of these meetings: round_sizes, the number of slices in which rounds of a
    /// meeting end; round_slices, each of them less the one before; round_counts, how many rounds
    /// end there.
    void add_to(Columns& columns, const PageSlices& slices) const;

private:
    /// An object, or the joins of one thread.
    struct Meeting {
        std::string name;
        std::uint64_t rounds = 0;
        std::map<SliceIndex, std::uint64_t> ends; ///< rounds, by the fine slice in which they end
    };

    std::vector<Meeting> meetings_; ///< the one with the most rounds first
};

} // namespace ilm

#endif
