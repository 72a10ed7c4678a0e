// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrays that may be larger than memory. Analyses of a whole run need a few arrays with an item for
// each step of the run, and the number of steps has no limit.
#ifndef ILMGEN_MODEL_LARGE_ARRAYS_H
#define ILMGEN_MODEL_LARGE_ARRAYS_H

#include <cstdint>

namespace ilm {

/// From now on, `operator new` puts large arrays into memory only while the process has no more
/// memory than a limit. The limit is the smallest of three: `bytes`, the process's own limit
/// (ulimit -d), and half of its container's limit. All further arrays lie in files without names,
/// in the folder for temporary files. The kernel keeps the parts of them in memory that it has room
/// for. If a file cannot be made, a std::bad_alloc is thrown whose what() is a sentence. To be
/// called once, before there is a second thread.
void limit_memory_of_large_arrays(std::uint64_t bytes);

} // namespace ilm

#endif
