// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/numbering.h"

#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace ilm {

namespace {

/// Those that events have.
class AsTold : public Numbering {
public:
    bool is_known() const override { return false; }
    std::uint64_t release(const Operation&) override { return 0; }
    Taken acquire(const Operation&) override { return {}; }
};

/// Mutexes and spin locks: the n-th unlock publishes n, a lock takes the number of unlocks so far.
class Unlocks : public Numbering {
public:
    std::uint64_t release(const Operation&) override { return ++unlocks_; }
    Taken acquire(const Operation&) override { return {{unlocks_}}; }

private:
    std::uint64_t unlocks_ = 0;
};

/// The n-th post publishes n.  Tokens are alike: the k-th completed wait takes post k - initial.
class Tokens : public Numbering {
public:
    explicit Tokens(std::uint64_t initial) : initial_(initial) {}

    std::uint64_t release(const Operation&) override { return ++posts_; }

    /// What nobody has posted that we know of counts as if it had been there from the beginning.
    Taken acquire(const Operation&) override {
        ++waits_;
        if (waits_ > posts_ && waits_ - posts_ > initial_) {
            ++initial_;
            return {{}, true};
        }
        return waits_ > initial_ ? Taken{{waits_ - initial_}} : Taken{};
    }

private:
    std::uint64_t initial_;
    std::uint64_t posts_ = 0;
    std::uint64_t waits_ = 0;
};

/// Barriers: arriving in round g publishes g, departing takes g.
class Rounds : public Numbering {
public:
    explicit Rounds(std::uint64_t participants) : participants_(participants) {}

    std::uint64_t release(const Operation& operation) override {
        const std::uint64_t round = arrivals_++ / participants_ + 1;
        inside_[operation.thread] = round;
        return round;
    }

    Taken acquire(const Operation& operation) override {
        const auto visit = inside_.extract(operation.thread);
        return visit.empty() ? Taken{} : Taken{{visit.mapped()}};
    }

    bool is_inside(ThreadId thread) const override { return inside_.contains(thread); }
    bool is_empty() const override { return inside_.empty(); }

private:
    std::uint64_t participants_;
    std::uint64_t arrivals_ = 0;
    std::unordered_map<ThreadId, std::uint64_t> inside_; ///< in which round
};

/// Reader/writer locks: time is cut into epochs by the unlocks after writing.
class Epochs : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        return operation.mode == Mode::wr ? ++epoch_ : epoch_;
    }
    Taken acquire(const Operation&) override { return {{epoch_}}; }

private:
    std::uint64_t epoch_ = 1;
};

/// Locks of files: the n-th unlock of a range publishes n; a lock takes of each thread the last
/// unlock of a range that overlaps, a lock for reading of those for writing only.
class Ranges : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        const ByteRange range = operation.range.value_or(ByteRange());
        // Who comes after this one comes after what its thread has unlocked there before.
        std::erase_if(released_, [&](const Released& earlier) {
            return earlier.thread == operation.thread && earlier.mode == operation.mode &&
                   range.first <= earlier.range.first && earlier.range.last <= range.last;
        });
        if (released_.size() == most)
            released_.pop_front();
        released_.push_back({operation.thread, operation.mode, range, ++unlocks_});
        return unlocks_;
    }

    /// Without a range: more of an operation that has taken all there is.
    Taken acquire(const Operation& operation) override {
        std::map<ThreadId, std::uint64_t> latest;
        for (const Released& earlier : released_)
            if (operation.range && earlier.range.first <= operation.range->last &&
                operation.range->first <= earlier.range.last &&
                (operation.mode != Mode::rd || earlier.mode != Mode::rd))
                latest[earlier.thread] = earlier.number;
        Taken taken;
        for (const auto& [thread, number] : latest)
            if (thread != operation.thread)
                taken.numbers.push_back(number);
        return taken;
    }

private:
    struct Released {
        ThreadId thread = 0;
        Mode mode = Mode::none;
        ByteRange range;
        std::uint64_t number = 0;
    };

    static constexpr std::size_t most = 4096;

    std::uint64_t unlocks_ = 0;
    std::deque<Released> released_; ///< that a lock may have to come after, the oldest first
};

/// Condition variables: the n-th signal or broadcast publishes n.  A wait that was woken takes the
/// earliest broadcast, or signal that no other waiter has used up, since it began.
class Signals : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        ++signals_;
        if (!operation.is_to_all) {
            // Each waiter uses at most one.
            if (unused_since_newest_ < waiters_.size()) {
                unused_.push_back(signals_);
                ++unused_since_newest_;
            }
            return signals_;
        }
        for (auto& [thread, waiter] : waiters_)
            if (waiter.broadcast == 0)
                waiter.broadcast = signals_;
        return signals_;
    }

    /// Threads may wake up for nothing.
    Taken acquire(const Operation& operation) override {
        const auto found = waiters_.find(operation.thread);
        const std::uint64_t number = found == waiters_.end() ? 0 : wake(found->second);
        leave(operation.thread);
        return number == 0 ? Taken{} : Taken{{number}};
    }

    void wait(ThreadId thread) override {
        waiters_[thread] = {signals_, 0};
        unused_since_newest_ = 0;
    }

    void leave(ThreadId thread) override {
        waiters_.erase(thread);
        std::uint64_t first_began = signals_;
        for (const auto& [other, waiter] : waiters_)
            first_began = std::min(first_began, waiter.began);
        while (!unused_.empty() && unused_.front() <= first_began)
            unused_.pop_front();
        unused_since_newest_ = std::min(unused_since_newest_, unused_.size());
    }

    bool is_inside(ThreadId thread) const override { return waiters_.contains(thread); }
    bool is_empty() const override { return waiters_.empty(); }

private:
    struct Waiter {
        std::uint64_t began = 0;     ///< signals before it
        std::uint64_t broadcast = 0; ///< the first one since; 0: none
    };

    /// 0: nothing did.
    std::uint64_t wake(const Waiter& waiter) {
        const auto signal = std::ranges::upper_bound(unused_, waiter.began);
        if (signal == unused_.end() || (waiter.broadcast != 0 && waiter.broadcast < *signal))
            return waiter.broadcast;
        const std::uint64_t number = *signal;
        unused_.erase(signal);
        return number;
    }

    std::uint64_t signals_ = 0; ///< and broadcasts
    std::map<ThreadId, Waiter> waiters_;
    std::deque<std::uint64_t> unused_;    ///< signals, ascending: each after some waiter's begin
    std::size_t unused_since_newest_ = 0; ///< since the newest waiter's begin
};

} // namespace

std::unique_ptr<Numbering> numbering_of(std::string_view prim, std::uint64_t value) {
    if (prim == TRACE_PRIM_MUTEX || prim == TRACE_PRIM_SPIN)
        return std::make_unique<Unlocks>();
    if (prim == TRACE_PRIM_SEM)
        return std::make_unique<Tokens>(value);
    if (prim == TRACE_PRIM_BARRIER && value > 0)
        return std::make_unique<Rounds>(value);
    if (prim == TRACE_PRIM_RWLOCK)
        return std::make_unique<Epochs>();
    if (prim == TRACE_PRIM_COND)
        return std::make_unique<Signals>();
    if (prim == TRACE_PRIM_FILE_LOCK)
        return std::make_unique<Ranges>();
    return std::make_unique<AsTold>();
}

} // namespace ilm
