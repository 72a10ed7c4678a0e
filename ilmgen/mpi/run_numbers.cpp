// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/run_numbers.h"

#include "ilmgen/from/processes/common_objects.h"
#include "ilmgen/from/processes/shared_objects.h"

#include <algorithm>
#include <cstddef>

namespace ilm {

namespace {

/// A thread is met the first time, a life begins.  Those of one turn are of one process, and have
/// their order.
struct Met {
    Moment moment;
    std::size_t process = 0;
    std::size_t position = 0;

    bool operator<(const Met& other) const {
        return moment < other.moment || (moment == other.moment && position < other.position);
    }
};

void write(const std::vector<Moment>& moments, ByteWriter& out) {
    out.put(moments.size());
    for (const Moment& moment : moments)
        moment.write(out);
}

/// What one process has met.  Returns how much.
std::size_t read(ByteReader& in, std::size_t process, std::vector<Met>& met) {
    const std::size_t count = in.number();
    for (std::size_t position = 0; position < count; ++position) {
        met.push_back({{}, process, position});
        met.back().moment.read(in);
    }
    return count;
}

/// Numbers in the order in which they were met, from `first` on.
void number(std::vector<Met>& met, std::uint64_t first,
            std::vector<std::vector<std::uint64_t>>& numbers) {
    std::sort(met.begin(), met.end());
    for (const Met& one : met)
        numbers[one.process][one.position] = first++;
}

} // namespace

NumbersInRun::NumbersInRun(std::uint64_t ranks, const NumberedHere& own, Job& job)
    : ranks_(ranks), threads_(job.size()), lives_(job.size()), objects_(job.size()) {
    ByteWriter out;
    write(own.threads, out);
    write(own.lives, out);
    for (const std::uint64_t number : own.objects)
        out.put(number);
    std::vector<Met> threads;
    std::vector<Met> lives;
    const Letters said = job.tell_all(out.bytes());
    for (std::size_t process = 0; process < said.size(); ++process) {
        ByteReader in(said[process]);
        threads_[process].resize(read(in, process, threads));
        lives_[process].resize(read(in, process, lives));
        while (!in.at_end())
            objects_[process].push_back(in.number());
    }
    number(threads, ranks_ + 1, threads_);
    number(lives, 0, lives_);
}

Address NumbersInRun::object(std::size_t process, Address addr) const {
    if (CommonObjects::has(addr) && CommonObjects::number(addr) < lives_[process].size())
        return CommonObjects::address(lives_[process][CommonObjects::number(addr)]);
    const std::vector<std::uint64_t>& numbers = objects_[process];
    if (!SharedObjects::has(addr) || SharedObjects::number(addr) >= numbers.size())
        return addr; // of one rank only
    return SharedObjects::address(numbers[SharedObjects::number(addr)]);
}

} // namespace ilm
