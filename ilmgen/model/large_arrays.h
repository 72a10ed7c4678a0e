// SPDX-License-Identifier: GPL-2.0-or-later
//
// Arrays that may be larger than memory.  Questions about a whole run need an
// array or two with an item for each of its steps; how many steps there are is up to the run.
#ifndef ILMGEN_MODEL_LARGE_ARRAYS_H
#define ILMGEN_MODEL_LARGE_ARRAYS_H

#include <cstdint>

namespace ilm {

/// From now on, `operator new` takes what is large from memory only up to so many bytes at a time.
/// All beyond lies in files without names, in the folder for temporary ones, and the kernel keeps
/// of them in memory what it has room for.  A file that cannot be made is a std::bad_alloc whose
/// what() is a sentence.  Once, and before there is a second thread.
void limit_memory_of_large_arrays(std::uint64_t bytes);

} // namespace ilm

#endif
