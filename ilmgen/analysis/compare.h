// SPDX-License-Identifier: GPL-2.0-or-later
//
// What has changed from one run to another one: the same tables, with the
// figures of both.
#ifndef ILMGEN_ANALYSIS_COMPARE_H
#define ILMGEN_ANALYSIS_COMPARE_H

#include "ilmgen/analysis/table.h"

#include <map>
#include <string>
#include <vector>

namespace ilm {

/// Of each table the rows that differ, the largest change of the first number first.  Rows belong
/// together that have the same names; of those that have no partner, names may differ in the
/// numbers of lines and in addresses, and at last in the file, too; there the order decides. Throws
/// Error if work is not counted in the same unit.
Report compare(const Report& before, const Report& now);

/// By figure: how much worse it may become, as a part of what it was.
using Limits = std::map<std::string, double>;

/// A sentence about each figure that is worse than its limit allows.  Throws Error if one of the
/// runs has no such figure.
std::vector<std::string> regressions(const Report& before, const Report& now, const Limits& limits);

} // namespace ilm

#endif
