// SPDX-License-Identifier: GPL-2.0-or-later
//
// How much memory the process's control groups (cgroups(7)) allow, as containers and batch systems
// set it. The kernel kills a process that takes more.
#ifndef ILMGEN_STORAGE_CONTAINER_LIMIT_H
#define ILMGEN_STORAGE_CONTAINER_LIMIT_H

#include <cstdint>
#include <string>

namespace ilm {

/// Returns the lowest limit of the process's group and of the groups around it, in bytes; the
/// largest number if there is none.  Both versions of control groups are known: version 2 has
/// files memory.max, version 1 has memory.limit_in_bytes.  `root` stands before /proc and /sys.
std::uint64_t container_limit(const std::string& root = {});

} // namespace ilm

#endif
