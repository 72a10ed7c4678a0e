// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/run_numbers.h"

#include "ilmgen/from/processes/objects/channels.h"
#include "ilmgen/from/processes/objects/common_objects.h"
#include "ilmgen/from/processes/objects/renumbering.h"
#include "ilmgen/from/processes/objects/shared_objects.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace ilm {

namespace {

/// The moment when a thread is met the first time, or a life begins.  Things that are met in one
/// turn are of one process, and are in its order.
struct FirstMeeting {
    Moment moment;
    std::size_t process = 0;
    std::size_t position = 0;

    bool operator<(const FirstMeeting& other) const {
        return moment < other.moment || (moment == other.moment && position < other.position);
    }
};

void write(const std::vector<Moment>& moments, ByteWriter& out) {
    out.put(moments.size());
    for (const Moment& moment : moments)
        moment.write(out);
}

/// By process and position: numbers in the order in which they were met, from `first` on.
class RunOrder {
public:
    explicit RunOrder(std::size_t processes) : numbers_(processes) {}

    /// Reads when one process has met each thing.
    void read(ByteReader& in, std::size_t process) {
        const std::size_t count = in.number();
        for (std::size_t position = 0; position < count; ++position) {
            met_.push_back({{}, process, position});
            met_.back().moment.read(in);
        }
        numbers_[process].resize(count);
    }

    NumbersByProcess numbers_from(std::uint64_t first) {
        std::sort(met_.begin(), met_.end());
        for (const FirstMeeting& one : met_)
            numbers_[one.process][one.position] = first++;
        return std::move(numbers_);
    }

private:
    std::vector<FirstMeeting> met_;
    NumbersByProcess numbers_;
};

/// The address, in the run, of one of `Objects`; nothing if the address is of none that has a
/// number.
template <class Objects>
std::optional<Address> renumbered(Address addr, const std::vector<std::uint64_t>& numbers) {
    if (!Objects::has(addr) || Objects::number(addr) >= numbers.size())
        return std::nullopt;
    return Objects::address(numbers[Objects::number(addr)]);
}

} // namespace

NumbersInRun::NumbersInRun(std::uint64_t ranks, const LocalMoments& own,
                           const std::vector<std::uint64_t>& objects, Job& job)
    : ranks_(ranks), objects_(job.size()) {
    ByteWriter out;
    for (const std::vector<Moment>* const moments :
         {&own.programs, &own.threads, &own.lives, &own.channels})
        write(*moments, out);
    for (const std::uint64_t number : objects)
        out.put(number);
    RunOrder programs(job.size());
    RunOrder threads(job.size());
    RunOrder lives(job.size());
    RunOrder channels(job.size());
    const Letters said = job.tell_all(out.bytes());
    for (std::size_t process = 0; process < said.size(); ++process) {
        ByteReader in(said[process]);
        for (RunOrder* const numbered : {&programs, &threads, &lives, &channels})
            numbered->read(in, process);
        while (!in.at_end())
            objects_[process].push_back(in.number());
    }
    programs_ = programs.numbers_from(ranks_);
    threads_ = threads.numbers_from(ranks_ + 1);
    lives_ = lives.numbers_from(0);
    channels_ = channels.numbers_from(0);
}

/// An address of a rank's first program stays the same, unless it is that of an object of several
/// processes.
Address NumbersInRun::address(std::size_t process, Address addr) const {
    if (const std::uint64_t program = Renumbering::program_of(addr); program >= ranks_)
        return Renumbering::of_program(addr, programs_[process].at(program - ranks_));
    if (const auto life = renumbered<CommonObjects>(addr, lives_[process]))
        return *life;
    if (const auto channel = renumbered<Channels>(addr, channels_[process]))
        return *channel;
    return renumbered<SharedObjects>(addr, objects_[process]).value_or(addr);
}

} // namespace ilm
