// SPDX-License-Identifier: GPL-2.0-or-later
//
// The numbers of one program's trace as those of the whole run.
//
// Threads, events, stacks and places get new numbers in the run, in the order in which they come.
// Addresses get the program's number above their 48 bits, so addresses of different programs
// differ. Addresses of the first program stay the same.
#ifndef ILMGEN_FROM_PROCESSES_RENUMBERING_H
#define ILMGEN_FROM_PROCESSES_RENUMBERING_H

#include "ilmgen/model/event.h"
#include "ilmgen/resolve/live_blocks.h"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ilm {

/// The last numbers that have been given out in the run.
struct RunNumbers {
    EventId event = 0;
    ThreadId thread = 0;
    StackNumber stack = 0;
    std::uint32_t place = 0;
};

class Renumbering {
public:
    static constexpr std::uint64_t most_programs = std::uint64_t{1} << 16;

    /// `program`: the program's number in the run, below most_programs. `main`: the number in the
    /// run of the program's thread 1.
    Renumbering(std::uint64_t program, ThreadId main, RunNumbers& run)
        : program_(program), run_(run), threads_{{1, main}} {}

    /// The number of the program that an address in the run belongs to.
    static std::uint64_t program_of(Address addr) { return addr >> program_bit; }
    static Address of_program(Address addr, std::uint64_t program) {
        return (addr & ((Address{1} << program_bit) - 1)) | program << program_bit;
    }

    /// The thread's number in the run; a new one if it has none.
    ThreadId thread(ThreadId thid);

    /// The event as one of the run, with the next number.  Valid until the next call.
    const Event& renumbered(const Event& event);

private:
    static constexpr unsigned program_bit = 48;

    Address address(Address addr) const { return addr == 0 ? 0 : addr | program_ << program_bit; }
    BlockUsage block(const BlockUsage& usage);
    EventId alloc(EventId id) const;
    void keep_alloc(const Event& event);
    void forget_allocs(const Event& event);
    StackNumber stack(StackNumber number) const;
    const NewStacks* stacks(const NewStacks* told);

    std::uint64_t program_;
    RunNumbers& run_;
    Event event_;
    std::vector<BlockUsage> usage_; ///< what event_ points to
    std::vector<WorkSample> work_;  ///< what event_ points to
    NewStacks new_stacks_;          ///< what event_ points to

    std::unordered_map<ThreadId, ThreadId> threads_;
    std::unordered_map<StackNumber, StackNumber> stacks_;
    std::unordered_map<std::uint32_t, std::uint32_t> places_;
    std::unordered_map<EventId, EventId> allocs_;   ///< of blocks that an event may still name
    LiveBlocks<EventId> live_;                      ///< the alloc event in the trace
    std::deque<std::pair<EventId, EventId>> freed_; ///< free and alloc events in the trace
    std::unordered_map<ThreadId, EventId> synced_;  ///< of live threads: the last sync event
    std::uint64_t untidied_ = 0;                    ///< blocks freed
};

} // namespace ilm

#endif
