// SPDX-License-Identifier: GPL-2.0-or-later
//
// A curve, for files and pages.
#ifndef ILMGEN_EMIT_PLAN_CURVE_H
#define ILMGEN_EMIT_PLAN_CURVE_H

#include "ilmgen/plan/solver.h"

#include <cstdint>
#include <vector>

namespace ilm {

/// The points of the curve for one number of processors.
struct Curve {
    std::uint64_t processors = 1;
    std::vector<CurvePoint> points; ///< at least one
};

} // namespace ilm

#endif
