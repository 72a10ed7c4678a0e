// SPDX-License-Identifier: GPL-2.0-or-later
//
// Code of the critical path whose functions have no names, and the Debian package that has them.
#ifndef ILMGEN_ANALYSIS_MISSING_SYMBOLS_H
#define ILMGEN_ANALYSIS_MISSING_SYMBOLS_H

#include "ilmgen/analysis/code/critical_path.h"
#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/analysis/said/report.h"

namespace ilm {

/// Names the file from which most code without symbols is on the path.  If dpkg knows the file's
/// package on this machine, it also names the package that by Debian's convention has the symbols,
/// for example coreutils-dbgsym.  The text is empty if this is less than a tenth of the path.
Finding missing_symbols(const Run& run, const Functions& functions, const CriticalPath& path,
                        std::uint64_t span);

} // namespace ilm

#endif
