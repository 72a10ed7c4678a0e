// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/missing_things.h"

#include "ilmgen/model/called_by_hpcmp.h"

#include <utility>

namespace ilm {

namespace {

std::string sentence(const MissingThings& missing, const std::string& one,
                     const std::string& more) {
    if (missing.count == 1)
        return missing.first + one;
    return missing.first + " and " + std::to_string(missing.count - 1) + more;
}

} // namespace

void add_to(LogFigures& figures, const AllMissing& missing) {
    const std::array<std::pair<std::string, std::string>, lack_kinds> texts = {{
        {" was not recorded", " others were not recorded"},
        {" takes what no trace releases", " others take what no trace releases"},
        {" begins without its parent's fork", " others begin without their parents' forks"},
        {" was not recorded; hpcmp records it " + without_no_children(),
         " others were not recorded; hpcmp records them " + without_no_children()},
        {": threads send or receive at once, so it is unknown which receive takes which message",
         " others: threads send or receive at once, so it is unknown which receive takes which "
         "message"},
    }};
    for (std::size_t i = 0; i < lack_kinds; ++i)
        if (missing[i].count > 0)
            // All is there but the order, which is one of several.
            (static_cast<Lack>(i) == Lack::order ? figures.remarks : figures.missing)
                .push_back(sentence(missing[i], texts[i].first, texts[i].second));
}

} // namespace ilm
