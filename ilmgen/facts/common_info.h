// SPDX-License-Identifier: GPL-2.0-or-later
//
// Infos about objects that several processes may have (docs/trace-format.md, "info").
#ifndef ILMGEN_FACTS_COMMON_INFO_H
#define ILMGEN_FACTS_COMMON_INFO_H

#include "ilmgen/model/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// "object 4096 is 1000 2 sem /shm+0": the semaphore at this address has the value 2 at clock 1000,
/// and all processes call it "/shm+0". A member that the info does not contain is 0 or empty.
struct CommonInfo {
    enum class What {
        is,
        begins,
        acts,
        waits,
        leaves,
        ends,
        // Without a clock: details of what the thread does next.
        to_all,
        wakes,
        range,
        range_of_process,
        adds,
        takes,
        sets,
        finds_none
    };

    What what = What::is;
    Address addr = 0;        ///< in the program
    std::uint64_t clock = 0; ///< if it has one: the machine's, ns
    std::uint64_t value = 0; ///< is, begins; wakes; adds, takes, sets
    std::uint64_t first = 0; ///< ranges: of bytes
    std::uint64_t last = 0;  ///< ranges
    std::string_view prim;   ///< is, begins
    std::string_view name;   ///< is, begins

    bool names_it() const { return what == What::is || what == What::begins; }
    bool has_clock() const { return what < What::to_all; }
};

/// `rest`: the text after "object ". Returns nothing if the text has another form.
std::optional<CommonInfo> common_info(std::string_view rest);
std::string text_of(const CommonInfo& info);

} // namespace ilm

#endif
