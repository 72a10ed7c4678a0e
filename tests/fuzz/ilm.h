// SPDX-License-Identifier: GPL-2.0-or-later
//
// An ILM as a reader of the file sees it, and what holds for every one.
#ifndef TESTS_FUZZ_ILM_H
#define TESTS_FUZZ_ILM_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fuzz {

/// A thread's totals up to its last sync event, in types that are wide enough for any sum.
struct Sum {
    unsigned __int128 icnt = 0;
    __int128 hbal = 0;
    bool operator==(const Sum&) const = default;
};
using Sums = std::map<std::uint64_t, Sum>; ///< by thread

struct IlmEvent {
    std::uint64_t thid = 0;
    std::vector<std::uint64_t> after{}; ///< ids of its direct predecessors in other threads
    std::uint64_t before_it = 0;        ///< id of its predecessor in its own thread; 0: none
};

struct Ilm {
    std::map<std::uint64_t, IlmEvent> events; ///< by id, which is trace order
    Sums sums;
};

/// Aborts unless it is an ILM.  `cross_block`: a thread's order goes on from one DAG block to the
/// next.
Ilm parse_ilm(const std::string& json, bool cross_block);

/// Aborts unless the events of `ilm` are ordered as in `all`, which has no event less and every
/// edge.  `reduced`: no edge of `ilm` may follow from the rest.
void check_order(const Ilm& ilm, const Ilm& all, bool reduced);

} // namespace fuzz

#endif
