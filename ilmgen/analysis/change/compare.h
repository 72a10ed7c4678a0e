// SPDX-License-Identifier: GPL-2.0-or-later
//
// Compares two runs: the tables are the same as for one run, with the figures
// of both.
#ifndef ILMGEN_ANALYSIS_COMPARE_H
#define ILMGEN_ANALYSIS_COMPARE_H

#include "ilmgen/analysis/said/report.h"

#include <map>
#include <string>
#include <vector>

namespace ilm {

/// Each table contains the rows that differ, the largest change of the first number first. Rows
/// with the same names belong together. Rows that have no partner then are paired if their names
/// differ only in line numbers and addresses. Those that still have no partner are paired if their
/// names differ in the file, too. Example: "f (a.c:12)" of one run may be paired with "f (a.c:15)"
/// of the other. Rows of equal names are paired in the order of their tables. Throws Error if work
/// is not counted in the same unit.
Report compare(const Report& before, const Report& now);

/// By the name of a figure: how much worse the figure may become, as a part of its earlier value.
/// Example: 0.05 for 5 %.
using Limits = std::map<std::string, double>;

/// A sentence about each figure that is worse than its limit allows.  Throws Error if one of the
/// runs has no such figure.
std::vector<std::string> regressions(const Report& before, const Report& now, const Limits& limits);

} // namespace ilm

#endif
