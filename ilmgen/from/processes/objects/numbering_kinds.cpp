// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/numbering_kinds.h"

#include "ilmgen/from/processes/objects/window_locks.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace ilm {

namespace {

/// Other objects: events keep the numbers that they have.
class ToldNumbering : public Numbering {
public:
    bool is_known() const override { return false; }
    std::uint64_t release(const Operation&) override { return 0; }
    TakenReleases acquire(const Operation&) override { return {}; }
};

/// Mutexes and spin locks: the n-th unlock publishes n, a lock takes the number of unlocks so far.
class UnlockNumbering : public Numbering {
public:
    std::uint64_t release(const Operation&) override { return ++unlocks_; }
    TakenReleases acquire(const Operation&) override { return {{unlocks_}}; }

private:
    std::uint64_t unlocks_ = 0;
};

/// The n-th post publishes n.  Tokens are alike: the k-th completed wait takes post k - initial.
class TokenNumbering : public Numbering {
public:
    explicit TokenNumbering(std::uint64_t initial) : initial_(initial) {}

    std::uint64_t release(const Operation&) override { return ++posts_; }

    /// A token that no known process has posted counts as if it had been there from the beginning.
    TakenReleases acquire(const Operation&) override {
        ++waits_;
        if (waits_ > posts_ && waits_ - posts_ > initial_) {
            ++initial_;
            return {{}, true};
        }
        return waits_ > initial_ ? TakenReleases{{waits_ - initial_}} : TakenReleases{};
    }

private:
    std::uint64_t initial_;
    std::uint64_t posts_ = 0;
    std::uint64_t waits_ = 0;
};

/// Barriers: arriving in round g publishes g, departing takes g.
class RoundNumbering : public Numbering {
public:
    explicit RoundNumbering(std::uint64_t participants) : participants_(participants) {}

    std::uint64_t release(const Operation& operation) override {
        const std::uint64_t round = arrivals_++ / participants_ + 1;
        inside_[operation.thread] = round;
        return round;
    }

    TakenReleases acquire(const Operation& operation) override {
        const auto visit = inside_.extract(operation.thread);
        return visit.empty() ? TakenReleases{} : TakenReleases{{visit.mapped()}};
    }

    bool is_inside(ThreadId thread) const override { return inside_.contains(thread); }
    bool is_empty() const override { return inside_.empty(); }

private:
    std::uint64_t participants_;
    std::uint64_t arrivals_ = 0;
    std::unordered_map<ThreadId, std::uint64_t> inside_; ///< in which round
};

/// Reader/writer locks: time is cut into epochs by the unlocks after writing.
class EpochNumbering : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        return operation.mode == Mode::wr ? ++epoch_ : epoch_;
    }
    TakenReleases acquire(const Operation&) override { return {{epoch_}}; }

private:
    std::uint64_t epoch_ = 1;
};

/// The latest release of each thread.
using Latest = std::map<ThreadId, std::uint64_t>;

TakenReleases of_others(const Latest& latest, ThreadId thread) {
    TakenReleases taken;
    for (const auto& [other, number] : latest)
        if (other != thread)
            taken.numbers.push_back(number);
    std::ranges::sort(taken.numbers); // whatever the threads' numbers are, ilmgen-mpi has others
    return taken;
}

/// Locks of files: the n-th unlock of a range publishes n; a lock takes each other thread's last
/// unlock of a range that overlaps. A lock for reading takes only unlocks of locks for writing. A
/// lock of a process never takes an unlock of the same process.
class RangeNumbering : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        const ByteRange range = operation.told.range.value_or(ByteRange());
        const Owner owner = owner_of(operation);
        // The thread's earlier unlocks within this range are not needed any more, because a lock
        // that comes after this one comes after them anyway.
        std::erase_if(released_, [&](const RangeRelease& earlier) {
            return earlier.thread == operation.thread && earlier.mode == operation.mode &&
                   earlier.owner == owner && range.first <= earlier.range.first &&
                   earlier.range.last <= range.last;
        });
        if (released_.size() == most)
            released_.pop_front();
        released_.push_back({operation.thread, operation.mode, owner, range, ++unlocks_});
        return unlocks_;
    }

    /// Without a range: more of an operation that has taken all there is.
    TakenReleases acquire(const Operation& operation) override {
        Latest latest;
        for (const RangeRelease& earlier : released_)
            if (operation.told.range && keeps_out(earlier, operation))
                latest[earlier.thread] = earlier.number;
        return of_others(latest, operation.thread);
    }

private:
    /// The process that owns the lock; empty if an open file owns it.
    using Owner = std::optional<std::size_t>;

    struct RangeRelease {
        ThreadId thread = 0;
        Mode mode = Mode::none;
        Owner owner;
        ByteRange range;
        std::uint64_t number = 0;
    };

    static Owner owner_of(const Operation& operation) {
        return operation.told.is_of_process ? Owner(operation.process) : std::nullopt;
    }

    static bool keeps_out(const RangeRelease& earlier, const Operation& operation) {
        const ByteRange& range = *operation.told.range;
        const bool is_its_own = earlier.owner && earlier.owner == owner_of(operation);
        const bool both_read = operation.mode == Mode::rd && earlier.mode == Mode::rd;
        return !is_its_own && !both_read && earlier.range.first <= range.last &&
               range.first <= earlier.range.last;
    }

    static constexpr std::size_t most = 4096;

    std::uint64_t unlocks_ = 0;
    std::deque<RangeRelease> released_; ///< that a lock may have to come after, the oldest first
};

/// Condition variables and futexes: the n-th signal or broadcast publishes n.  A wait that was
/// woken takes the earliest broadcast, or signal that no other waiter has used up, since it began.
/// A signal that wakes several threads counts as so many signals with one number.
class SignalNumbering : public Numbering {
public:
    std::uint64_t release(const Operation& operation) override {
        ++signals_;
        if (!operation.told.is_to_all) {
            // Each waiter uses at most one.
            for (std::uint64_t wakes = operation.told.wakes;
                 wakes > 0 && unused_since_newest_ < waiters_.size(); --wakes) {
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
    TakenReleases acquire(const Operation& operation) override {
        const auto found = waiters_.find(operation.thread);
        const std::uint64_t number = found == waiters_.end() ? 0 : wake(found->second);
        leave(operation.thread);
        return number == 0 ? TakenReleases{} : TakenReleases{{number}};
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

    /// The number of the signal or broadcast that woke the waiter; 0: nothing did.
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
    std::deque<std::uint64_t> unused_; ///< signals, not descending: each after some waiter's begin
    std::size_t unused_since_newest_ = 0; ///< since the newest waiter's begin
};

/// System V semaphores: the n-th operation that adds, takes or sets publishes n.  Units that were
/// added first are taken first.  An operation that takes units comes after those that have added
/// them.  An operation that waits for zero comes after the latest one of each thread that has taken
/// or set.
class AmountNumbering : public Numbering {
public:
    explicit AmountNumbering(std::uint64_t initial) { put(initial, 0, 0); }

    /// A release without an amount belongs to an operation that takes, because such an operation
    /// tells its amount with its acquire.
    std::uint64_t release(const Operation& operation) override {
        const Amount amount = operation.told.amount.value_or(Amount());
        ++releases_;
        if (amount.what == Amount::What::sets) {
            parts_.clear();
            takers_.clear();
        }
        put(amount.units, operation.thread, releases_);
        if (!operation.told.amount || amount.what == Amount::What::sets)
            takers_[operation.thread] = releases_;
        return releases_;
    }

    /// Without an amount: more of an operation that has taken all there is.
    TakenReleases acquire(const Operation& operation) override {
        if (!operation.told.amount)
            return {};
        if (operation.told.amount->what == Amount::What::finds_none)
            return of_others(takers_, operation.thread);
        return take(operation.told.amount->units, operation.thread);
    }

private:
    struct Part {
        std::uint64_t units = 0;
        ThreadId thread = 0;
        std::uint64_t number = 0; ///< of the release; 0: it was there
    };

    static constexpr std::size_t most = std::size_t{1} << 16; ///< more units than one can have

    void put(std::uint64_t units, ThreadId thread, std::uint64_t number) {
        if (parts_.size() == most)
            parts_.pop_front();
        if (units > 0)
            parts_.push_back({units, thread, number});
    }

    TakenReleases take(std::uint64_t units, ThreadId thread) {
        Latest latest;
        while (units > 0 && !parts_.empty()) {
            Part& first = parts_.front();
            const std::uint64_t taken = std::min(units, first.units);
            if (first.number != 0)
                latest[first.thread] = first.number;
            first.units -= taken;
            units -= taken;
            if (first.units == 0)
                parts_.pop_front();
        }
        TakenReleases taken = of_others(latest, thread);
        taken.is_from_outside = units > 0;
        return taken;
    }

    std::uint64_t releases_ = 0;
    std::deque<Part> parts_; ///< that make up the value, the oldest first
    Latest takers_;
};

} // namespace

std::unique_ptr<Numbering> numbering_of(std::string_view prim, std::uint64_t value) {
    if (prim == TRACE_PRIM_MUTEX || prim == TRACE_PRIM_SPIN)
        return std::make_unique<UnlockNumbering>();
    if (prim == TRACE_PRIM_SEM)
        return std::make_unique<TokenNumbering>(value);
    if (prim == TRACE_PRIM_BARRIER && value > 0)
        return std::make_unique<RoundNumbering>(value);
    if (prim == TRACE_PRIM_RWLOCK)
        return std::make_unique<EpochNumbering>();
    if (prim == TRACE_PRIM_COND || prim == TRACE_PRIM_FUTEX)
        return std::make_unique<SignalNumbering>();
    if (prim == TRACE_PRIM_FILE_LOCK)
        return std::make_unique<RangeNumbering>();
    if (prim == TRACE_PRIM_WINDOW_LOCK)
        return std::make_unique<WindowLocks>();
    if (prim == TRACE_PRIM_SEMOP)
        return std::make_unique<AmountNumbering>(value);
    return std::make_unique<ToldNumbering>();
}

} // namespace ilm
