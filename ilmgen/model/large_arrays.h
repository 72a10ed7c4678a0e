// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrays that may be larger than memory.  Questions about a whole run need an
// array or two with an item for each of its steps; how many steps there are is up to the run.
#ifndef ILMGEN_MODEL_LARGE_ARRAYS_H
#define ILMGEN_MODEL_LARGE_ARRAYS_H

#include <cstdint>

namespace ilm {

/// From now on, `operator new` takes memory for large arrays only as far as the process has no more
/// than so many bytes at a time, or than its limit (ulimit -d) or half of its container's allows,
/// if that is less.  All arrays beyond lie in files without names, in the folder for temporary
/// files.  The kernel keeps the parts of them in memory that it has room for.  If a file cannot be
/// made, a std::bad_alloc is thrown whose what() is a sentence.  To be called once, before there is
/// a second thread.
void limit_memory_of_large_arrays(std::uint64_t bytes);

} // namespace ilm

#endif
