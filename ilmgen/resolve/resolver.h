// SPDX-License-Identifier: GPL-2.0-or-later
//
// The stage between the readers and all others: finds what an event refers to, once for all stages.
// An info refers to a fact, and an address to a heap block.
#ifndef ILMGEN_RESOLVE_RESOLVER_H
#define ILMGEN_RESOLVE_RESOLVER_H

#include "ilmgen/facts/event_facts.h"
#include "ilmgen/model/event.h"
#include "ilmgen/resolve/live_blocks.h"

#include <initializer_list>
#include <vector>

namespace ilm {

/// The live block at an address.
struct BlockInstance {
    EventId alloc = 0; ///< the event that allocated it
    LiveNumber number = not_alive;
};

class Resolver {
public:
    /// Takes all events of a trace in order. Returns the event with Event::fact, `live` and
    /// `live_usage`, which last until the next call.
    const Event& resolve(const Event& event);

private:
    LiveNumber begin(const Event& alloc);
    LiveNumber end(const BlockUsage& block);
    LiveNumber number_at(Address addr) const;
    LiveNumber number_of(const BlockUsage& usage) const;

    FactReader facts_;
    Event event_;
    LiveBlocks<BlockInstance> live_;
    LiveNumber numbers_ = 0;       ///< given to blocks so far
    std::vector<LiveNumber> free_; ///< of them, the numbers that no live block has
    std::vector<LiveNumber> usage_;
};

/// Resolves each event and passes it to several stages, in the order in which they stand.
class ResolvedEvents : public EventSink {
public:
    /// Null stands for a stage that nobody needs.
    explicit ResolvedEvents(std::initializer_list<EventSink*> stages);

    void event(const Event& event) override;

private:
    Resolver resolver_;
    std::vector<EventSink*> stages_;
};

} // namespace ilm

#endif
