// SPDX-License-Identifier: GPL-2.0-or-later
//
// Some logs have clocks that disagree, or list one thread after the other. Such logs show acquires
// before the releases that they come after.  Here each acquire waits for its releases, and each
// join for its thread's exit.  Example: a log shows an acquire of round 2 at time 10 and the
// release of that round at time 12.  The acquire is held back and comes after the release.  Between
// a log's reader and the users of the events, only this stage changes the order of the events.
#ifndef ILMGEN_LOGS_ORDER_CAUSAL_ORDER_H
#define ILMGEN_LOGS_ORDER_CAUSAL_ORDER_H

#include "ilmgen/logs/order/dense_set.h"
#include "ilmgen/model/event.h"

#include <boost/icl/interval_set.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tsl/robin_map.h>
#include <unordered_map>
#include <vector>

namespace ilm {

/// Gives events their ids, and passes them on in an order in which
/// - the events of a thread stay in the order in which they come,
/// - an acquire with `seq` above 0 comes after all releases of its round,
/// - a join comes after the exit of its child,
/// - and each event comes as early as the other rules allow.
///
/// If a thread has an event before its fork, it becomes a thread without a fork, and the fork
/// becomes an info. The join of a thread that never existed becomes an info, too. Memory is bounded
/// except for events that are held back, the causes that they wait for, and a few numbers for each
/// object.
class CausalOrder {
public:
    explicit CausalOrder(EventSink& next) : next_(next) {}

    /// Takes the next event of its thread, and gives it a new id.  `parties`: how many releases
    /// there are in the round of this release or acquire.
    void event(Event& event, std::uint64_t parties = 1);

    /// To be called after the last event. Events that wait for something that is not in the log
    /// come now, in the order of their times. When all remaining events wait for each other, the
    /// earliest of them comes.
    void finish();

    std::uint64_t unmatched() const {
        return unmatched_;
    } ///< acquires and joins whose cause is not in the log
    std::uint64_t held_at_most() const { return held_at_most_; } ///< events, at a time

private:
    /// An event with the data that it points to.
    struct HeldEvent {
        Event event;
        std::uint64_t parties;
        std::string prim;
        std::string text;
        std::vector<BlockUsage> usage;
    };
    /// A thread waits for a cause: a round of an object, or the exit of a thread.
    using Cause = std::pair<std::uint64_t, std::uint64_t>;

    using Waiting = std::map<Cause, std::vector<ThreadId>>;

    /// Releases or exits that are still held back after the last event.
    struct HeldReleases {
        std::uint64_t releases = 0; ///< also the releases of the round that were passed on before
        std::uint64_t parties = 1;
    };

    bool ready(const Event& event) const;
    static Cause cause_of(const Event& waiting);
    void foresee();
    void note_if_in_vain(const Event& first);
    void hold(const Event& event, std::uint64_t parties);
    void wait(const Event& first);
    void pass(Event& event, std::uint64_t parties);
    void pass_first(std::deque<HeldEvent>& held);
    void begin_thread(const Event& first);
    void publish(const Event& event, std::uint64_t parties);
    void wake(Waiting& waiting, const Cause& cause);
    void pass_ready(ThreadId thid, bool even_if_not_ready = false);
    void drain();

    EventSink& next_;
    EventId last_id_ = 0;
    tsl::robin_map<Address, DenseSet> objects_; ///< complete rounds
    std::map<Cause, std::uint64_t> begun_;      ///< releases of incomplete rounds
    boost::icl::interval_set<ThreadId> known_;  ///< threads that were forked, or that have an event
    boost::icl::interval_set<ThreadId> exited_;
    ThreadId last_ = 0; ///< a known thread; usually the next event has the same thread
    std::unordered_map<ThreadId, std::deque<HeldEvent>> held_; ///< by thread; none is empty
    std::set<std::pair<std::uint64_t, ThreadId>> firsts_;      ///< times of their first events
    bool finishing_ = false;
    std::map<Cause, HeldReleases> coming_; ///< when finishing
    /// Those of firsts_ that wait for a cause that will not come.
    std::set<std::pair<std::uint64_t, ThreadId>> in_vain_;
    Waiting waiting_for_round_;   ///< (object, seq)
    Waiting waiting_for_exit_;    ///< (child, 0)
    std::vector<ThreadId> woken_; ///< threads whose first held event may be ready
    std::uint64_t held_now_ = 0;
    std::uint64_t held_at_most_ = 0;
    std::uint64_t unmatched_ = 0;
};

} // namespace ilm

#endif
