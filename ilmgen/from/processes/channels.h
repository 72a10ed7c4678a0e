// SPDX-License-Identifier: GPL-2.0-or-later
//
// Pipes, eventfds, directions of connections and pairs of sockets, and message queues that several
// processes have.
//
// Each is a queue of units: bytes, messages, or what is added to a counter.  Who takes units out
// comes after who has put them in, of each thread after its latest one; who finds the end comes
// after all who have closed it for writing.  Of messages with a type or priority the first of its
// type is taken.  The order in which processes do that is the machine's,
// whose clock the traces tell (docs/how-it-works/processes.md).
#ifndef ILMGEN_FROM_PROCESSES_CHANNELS_H
#define ILMGEN_FROM_PROCESSES_CHANNELS_H

#include "ilmgen/from/processes/run_object.h"

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

/// What an info tells of a channel; what it does not tell is 0.
struct ChannelInfo {
    enum class What { is, put, took, saw, closed, ended, sent, received, received_first };

    What what = What::is;
    Address addr = 0;        ///< in the program
    std::uint64_t units = 0; ///< is, put, took, saw
    std::uint64_t type = 0;  ///< sent, received: or priority
    std::uint64_t mark = 0;  ///< sent, received, received_first: of the bytes; 0: not known
    std::uint64_t seq = 0;   ///< put, closed, sent: of the release, in the program
    std::uint64_t clock = 0; ///< but of is: ns
    std::string_view name;   ///< is

    bool takes_units() const { return what == What::took || what == What::saw; }
    bool takes_message() const { return what == What::received || what == What::received_first; }
};

/// Of a text that says something else: nothing.
std::optional<ChannelInfo> channel_info(std::string_view info);
/// The info of the run.
std::string text_of(const ChannelInfo& info);

/// A release, in the run.
struct ChannelRelease {
    ThreadId thread = 0;
    std::uint64_t seq = 0; ///< 0: none that is known
    std::uint64_t clock = 0;
    std::size_t process = 0; ///< the thread's, its number
};

/// Of a channel's name: by each of which it can be found.  Of a direction of two sockets, by the
/// one and by the other; of an eventfd, which has several names, by the kernel's number.
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
    /// Has anybody in the run put something in?
    bool is_written() const { return is_written_; }
    /// Of as many units as there are, up to these: of each thread its latest release, by their
    /// clocks.
    std::vector<ChannelRelease> sources(std::uint64_t units) const;
    void take(std::uint64_t units);
    void send(const ChannelInfo& message, const ChannelRelease& by);
    /// Of the message that has been received.  Nothing: there is no such one.
    std::optional<ChannelRelease> receive(const ChannelInfo& info);
    /// Is all there that an info takes?
    bool has(const ChannelInfo& info) const;
    void close(const ChannelRelease& by);
    std::vector<ChannelRelease> closers() const;

    /// Who needs more units than there are.
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

    /// Where it is in messages_, or their number.
    std::size_t find(const ChannelInfo& info) const;

    std::uint64_t releases_ = 0;
    std::uint64_t units_ = 0;
    bool is_written_ = false;
    std::deque<Part> parts_;       ///< what is in it
    std::deque<Message> messages_; ///< what is in it
    std::map<ThreadId, ChannelRelease> closers_;
    std::vector<Waiting> waiting_;
};

/// Of a run.
class Channels {
public:
    /// The one of this name, for all programs.  Of two sockets, FROM>TO, one may be 0, not known.
    /// An eventfd has its number from when it is made, NUMBER@CLOCK, to its end; NUMBER<CLOCK is
    /// the one that has it then.
    Channel& named(const ChannelInfo& info);
    std::uint64_t count() const { return channels_.size(); }

    /// Of channels that are named one after the other, from 0 on: where no program has an object.
    static Address address(std::uint64_t number) { return addresses + number + 1; }
    static bool has(Address addr) { return addr >> 40U == addresses >> 40U; }
    static std::uint64_t number(Address addr) { return addr - addresses - 1; }

private:
    Channel& add(const ChannelInfo& info) {
        return channels_.emplace_back(info, address(channels_.size()));
    }
    Channel& eventfd(const ChannelInfo& info, std::size_t end_of_number);

    static constexpr Address addresses = 0x860000000000;

    std::deque<Channel> channels_; ///< they stay where they are
    std::unordered_map<std::string, Channel*> by_name_;
    std::unordered_map<std::string, std::map<std::uint64_t, Channel*>> eventfds_; ///< by clock
};

/// Of a program.
struct ProgramChannels {
    std::unordered_map<Address, Channel*> by_address;
    /// Each thread's latest release, by address: its number in the program, and what it is in the
    /// run.  Several puts may be of one.
    std::map<std::pair<Address, ThreadId>, std::pair<std::uint64_t, ChannelRelease>> released;
    /// Those that it has put something into, and not closed for writing since.
    std::set<Address> written;
    /// What a thread's next acquire of its channel comes after.
    std::unordered_map<ThreadId, std::vector<ChannelRelease>> sources;

    /// Nothing is known of one that is not the thread's latest.
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
