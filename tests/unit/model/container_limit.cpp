// SPDX-License-Identifier: GPL-2.0-or-later
//
// The limit of memory that control groups set, read from files as the kernel writes them.
#include "ilmgen/storage/container_limit.h"
#include "tests/unit/events.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

/// A folder that stands for the root of a machine.
class FakeMachine {
public:
    void write(const std::string& file, const std::string& text) const {
        const fs::path path = root_ / file;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text << '\n';
    }
    std::uint64_t limit() const { return ilm::container_limit(root_ / ""); }

private:
    test::Folder root_;
};

} // namespace

TEST_CASE("the lowest limit of the groups around a process counts") {
    const FakeMachine machine;
    CHECK(machine.limit() == none);
    machine.write("/proc/self/cgroup", "0::/batch/job 7/step:1");
    CHECK(machine.limit() == none);
    machine.write("/sys/fs/cgroup/batch/job 7/step:1/memory.max", "max");
    CHECK(machine.limit() == none);
    machine.write("/sys/fs/cgroup/batch/memory.max", "3000");
    CHECK(machine.limit() == 3000);
    machine.write("/sys/fs/cgroup/batch/job 7/memory.max", "2000");
    CHECK(machine.limit() == 2000);
    machine.write("/sys/fs/cgroup/batch/job 7/step:1/memory.max", "2500");
    CHECK(machine.limit() == 2000);
}

TEST_CASE("a group that a container cannot see has the limits of its root") {
    const FakeMachine machine;
    machine.write("/proc/self/cgroup", "0::/docker/0123456789");
    machine.write("/sys/fs/cgroup/memory.max", "1073741824");
    CHECK(machine.limit() == 1073741824);
}

TEST_CASE("control groups of version 1 have a folder for memory") {
    const FakeMachine machine;
    machine.write("/proc/self/cgroup", "12:cpu,cpuacct:/a\n9:memory:/a/b\n8:memorylike:/c\n0::/");
    machine.write("/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712");
    machine.write("/sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "1");
    machine.write("/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "2");
    CHECK(machine.limit() == 9223372036854771712U);
    machine.write("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4096");
    CHECK(machine.limit() == 4096);
}

TEST_CASE("a file of groups that makes no sense sets no limit") {
    const FakeMachine machine;
    for (const char* text : {"", ":", "::", "0::", "0::batch", "0:memory", "no line"}) {
        CAPTURE(text);
        machine.write("/proc/self/cgroup", text);
        CHECK(machine.limit() == none);
    }
}
