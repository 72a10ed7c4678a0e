// SPDX-License-Identifier: GPL-2.0-or-later
//
// Channels that several processes have: pipes, eventfds, message queues, and each direction of a
// connection or a pair of sockets.
//
// Each channel is a queue of units: bytes, messages, or the counts added to an eventfd. A thread
// that takes units out comes after the threads that have put these units in: after the latest such
// put of each of these threads. A thread that finds the end comes after all threads that have
// closed the channel for writing. If messages have a type or priority, a thread takes the first
// message of the type that it received. Example: thread 1 puts 4 bytes, then thread 2 puts 4 bytes;
// thread 3, which takes 6 bytes, comes after both. These puts and takes are ordered by the
// machine's clock, which the traces contain (docs/how-it-works/processes.md).
#ifndef ILMGEN_FROM_PROCESSES_CHANNELS_H
#define ILMGEN_FROM_PROCESSES_CHANNELS_H

#include "ilmgen/facts/channel_info.h"
#include "ilmgen/from/processes/objects/run_object.h"
#include "shared/object_addresses.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// A release, in the run.
struct ChannelRelease {
    ThreadId thread = 0;
    std::uint64_t seq = 0; ///< 0: unknown
    std::uint64_t clock = 0;
    std::size_t process = 0; ///< number of the thread's process
};

/// The keys by which a channel of this name can be found.  A direction of two sockets has a key for
/// each of the two.  An eventfd, which has several names, has a key with the kernel's number.
std::vector<std::string> keys_of_channel(std::string_view name);

class Channel : public RunObject {
public:
    using ProcessNumber = std::size_t;
    /// The machine's clock and a process.
    using Waiting = std::pair<std::uint64_t, ProcessNumber>;

    Channel(const ChannelInfo& info, Address in_run);

    /// The next release's number.
    std::uint64_t release() { return ++releases_; }
    void put(std::uint64_t units, const ChannelRelease& by);
    std::uint64_t units() const { return units_; }
    /// Whether any process of the run has put something in.
    bool is_written() const { return is_written_; }
    /// The releases of the first `units` units, or of all if there are fewer: for each thread its
    /// latest release, in the order of their clocks.
    std::vector<ChannelRelease> sources(std::uint64_t units) const;
    void take(std::uint64_t units);
    void send(const ChannelInfo& message, const ChannelRelease& by);
    /// Takes out the message that has been received, and returns its release, or nothing if there
    /// is no such message.
    std::optional<ChannelRelease> receive(const ChannelInfo& info);
    /// Whether the channel contains all that an info takes.
    bool has(const ChannelInfo& info) const;
    void close(const ChannelRelease& by);
    std::vector<ChannelRelease> closers() const;

    /// The process needs more units than there are.
    void wait(const Waiting& process) { waiting_.push_back(process); }
    void wait_no_more(const Waiting& process) { std::erase(waiting_, process); }
    std::vector<Waiting> wake() { return std::exchange(waiting_, {}); }

private:
    struct Part {
        std::uint64_t units = 0;
        ChannelRelease by;
    };

    struct Message {
        std::uint64_t type = 0;
        std::uint64_t mark = 0;
        ChannelRelease by;
    };

    /// The message's place in messages_; the number of messages if it is not there.
    std::size_t find(const ChannelInfo& info) const;

    std::uint64_t releases_ = 0;
    std::uint64_t units_ = 0;
    bool is_written_ = false;
    std::deque<Part> parts_;       ///< what is in it
    std::deque<Message> messages_; ///< what is in it
    std::map<ThreadId, ChannelRelease> closers_;
    std::vector<Waiting> waiting_;
};

/// The channels of a run.
class Channels : public RunAddresses<HP_JOINED_CHANNEL_ADDRESSES> {
public:
    /// The channel of this name, for all programs. In FROM>TO, the name of a direction of two
    /// sockets, one of them may be 0, which means not known. NUMBER@CLOCK is the eventfd that was
    /// made at that time, and that keeps the number as long as it exists. NUMBER<CLOCK is the
    /// eventfd that has the number at that time.
    Channel& named(const ChannelInfo& info);
    std::uint64_t count() const { return channels_.size(); }

private:
    Channel& add(const ChannelInfo& info) {
        return channels_.emplace_back(info, address(channels_.size()));
    }
    Channel& eventfd(const ChannelInfo& info, std::size_t end_of_number);

    std::deque<Channel> channels_; ///< their addresses stay the same
    std::unordered_map<std::string, Channel*> by_name_;
    std::unordered_map<std::string, std::map<std::uint64_t, Channel*>> eventfds_; ///< by clock
};

/// The channels of a program.
struct ProgramChannels {
    std::unordered_map<Address, Channel*> by_address;
    /// Each thread's latest release, by address: its number in the program, and the release in the
    /// run. Several puts may share a release.
    std::map<std::pair<Address, ThreadId>, std::pair<std::uint64_t, ChannelRelease>> released;
    /// The channels that the program has put something into, and not closed for writing since.
    std::set<Address> written;
    /// The releases that a thread's next acquire of its channel comes after.
    std::unordered_map<ThreadId, std::vector<ChannelRelease>> sources;

    /// The thread's latest release, if it has this number. Earlier releases are not kept.
    ChannelRelease release(Address addr, ThreadId thread, std::uint64_t seq) const {
        const auto found = released.find({addr, thread});
        return found == released.end() || found->second.first != seq ? ChannelRelease{}
                                                                     : found->second.second;
    }

    Channel* at(Address addr) const {
        const auto found = by_address.find(addr);
        return found == by_address.end() ? nullptr : found->second;
    }
};

} // namespace ilm

#endif
