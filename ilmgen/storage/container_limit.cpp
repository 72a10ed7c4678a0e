// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/storage/container_limit.h"

#include <algorithm>
#include <fstream>
#include <limits>

namespace ilm {

namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// A file that is not there, or says "max", sets no limit.
std::uint64_t limit_in(const std::string& file) {
    std::uint64_t limit = no_limit;
    std::ifstream in(file);
    return in >> limit ? limit : no_limit;
}

/// The lowest limit of a group and of those around it.  In a container, /proc may name a group that
/// only the outside can see; then the container's own group is the root.
std::uint64_t lowest_limit(const std::string& folder, std::string group, const std::string& file) {
    std::uint64_t lowest = limit_in(folder + file);
    for (; group.size() > 1; group.erase(group.rfind('/')))
        lowest = std::min(lowest, limit_in(folder + group + file));
    return lowest;
}

bool has_word(const std::string& list, const std::string& word) {
    return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

} // namespace

std::uint64_t container_limit(const std::string& root) {
    const std::string folder = root + "/sys/fs/cgroup";
    std::uint64_t lowest = no_limit;
    std::ifstream groups(root + "/proc/self/cgroup"); // NUMBER:CONTROLLERS:GROUP
    std::string number, controllers, group;
    while (std::getline(groups, number, ':') && std::getline(groups, controllers, ':') &&
           std::getline(groups, group)) {
        if (group.empty() || group.front() != '/')
            continue;
        if (controllers.empty())
            lowest = std::min(lowest, lowest_limit(folder, group, "/memory.max"));
        else if (has_word(controllers, "memory"))
            lowest =
                std::min(lowest, lowest_limit(folder + "/memory", group, "/memory.limit_in_bytes"));
    }
    return lowest;
}

} // namespace ilm
