// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/run_numbers.h"

#include "ilmgen/from/processes/shared_objects.h"

#include <algorithm>
#include <tuple>

namespace ilm {

namespace {

/// A thread is met the first time.  Those that are met in one turn are of one process, and have
/// their order.
struct Met {
    Moment moment;
    std::size_t process = 0;
    std::size_t position = 0;

    bool operator<(const Met& other) const {
        return moment < other.moment || (moment == other.moment && position < other.position);
    }
};

} // namespace

NumbersInRun::NumbersInRun(std::uint64_t ranks, const std::vector<Moment>& threads,
                           const std::vector<std::uint64_t>& objects, Job& job)
    : ranks_(ranks), threads_(job.size()), objects_(job.size()) {
    ByteWriter own;
    own.put(threads.size());
    for (const Moment& moment : threads)
        moment.write(own);
    for (const std::uint64_t number : objects)
        own.put(number);
    std::vector<Met> met;
    const Letters said = job.tell_all(own.bytes());
    for (std::size_t process = 0; process < said.size(); ++process) {
        ByteReader in(said[process]);
        threads_[process].resize(in.number());
        for (std::size_t position = 0; position < threads_[process].size(); ++position) {
            met.push_back({{}, process, position});
            met.back().moment.read(in);
        }
        while (!in.at_end())
            objects_[process].push_back(in.number());
    }
    std::sort(met.begin(), met.end());
    ThreadId number = ranks_;
    for (const Met& thread : met)
        threads_[thread.process][thread.position] = ++number;
}

Address NumbersInRun::object(std::size_t process, Address addr) const {
    const std::vector<std::uint64_t>& numbers = objects_[process];
    if (!SharedObjects::has(addr) || SharedObjects::number(addr) >= numbers.size())
        return addr; // of one rank only
    return SharedObjects::address(numbers[SharedObjects::number(addr)]);
}

} // namespace ilm
