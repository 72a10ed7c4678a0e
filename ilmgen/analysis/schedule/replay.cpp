// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/schedule/replay.h"

#include "ilmgen/analysis/schedule/dealt_items.h"
#include "ilmgen/analysis/schedule/locks.h"
#include "ilmgen/model/prims.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>

namespace ilm {

namespace {

/// Acquires that wait for a lock, the first to come in front.
using Line = std::deque<StepIndex>;

/// The holders of a lock, and the steps that wait for it.  A mutex has writers only.
struct Lock {
    std::uint32_t writers = 0;
    std::uint32_t readers = 0;
    Line waiting_writers;
    Line waiting_readers;
    StepIndex first = no_step;      ///< the take that must be the first; no_step: any may be
    ThreadIndex holder = no_thread; ///< that took it last

    bool is_awaited() const { return !waiting_writers.empty() || !waiting_readers.empty(); }
    Line& line(Mode mode) { return mode == Mode::rd ? waiting_readers : waiting_writers; }

    bool free_for(Mode mode, std::uint32_t at_once) const {
        return writers < at_once && (mode == Mode::rd || readers == 0);
    }

    /// Whether a thread that asks now has to wait behind others, even if the lock is free for it.
    /// Example: thread 2 reads and thread 3 waits to write.  A second reader gets the lock, unless
    /// writers go first.
    bool has_others_before(Mode mode, RwlockKind kind) const {
        return (mode != Mode::rd || kind == RwlockKind::writers_first) && !waiting_writers.empty();
    }

    /// The mode of the threads that go next.
    Mode next_mode(RwlockKind kind) const {
        const bool readers_go = waiting_writers.empty() ||
                                (kind == RwlockKind::readers_first && !waiting_readers.empty());
        return readers_go ? Mode::rd : Mode::wr;
    }
};

class Replay {
public:
    Replay(const Run& run, const Machine& machine, const Change& change,
           const boost::dynamic_bitset<>& kept, const DealtItems& dealt)
        : run_(run), machine_(machine), change_(change), kept_(kept), dealt_(dealt),
          free_(machine.processors), runner_(run.steps.size()), next_(run.threads.size(), no_step),
          after_(run.steps.size(), no_step), done_(run.steps.size()), watched_(run.steps.size()),
          n_done_(run.sources.size()), locks_(run.objects.size()), hand_overs_(machine.hand_overs),
          owed_(run.threads.size()), waits_since_(run.threads.size()),
          tries_again_(run.threads.size(), no_step),
          was_away_(run.is_ever_away() ? run.steps.size() : 0) {
        result_.factors = machine.factors;
        if (machine.tells_steps) {
            result_.begins.resize(run.steps.size());
            result_.done.resize(run.steps.size());
            result_.woken_by.resize(run.steps.size(), no_step);
        }
        if (machine.tells_hand_overs)
            result_.handing_over_before.resize(run.steps.size());
        result_.working.resize(run.threads.size());
        result_.ends.resize(run.threads.size());
        result_.begun.resize(run.threads.size());
    }

    /// Whether all threads came to their end.
    bool run() {
        link_steps();
        for (ThreadIndex thread = 0; thread < run_.threads.size(); ++thread)
            if (run_.threads[thread].fork == no_step)
                start(thread);
        while (!coming_.empty()) {
            const Occurrence coming = coming_.top();
            coming_.pop();
            now_ = coming.time;
            const ThreadIndex thread = runner_[coming.step];
            switch (coming.what) {
            case Occurrence::What::is_ready: make_ready(thread); break;
            case Occurrence::What::wakes: begin(thread); break;
            case Occurrence::What::leaves: leave(coming.step); break;
            case Occurrence::What::arrives: arrive(coming.step); break;
            }
        }
        result_.time = now_;
        return left_ == 0;
    }

    /// After run() has failed: the locks that somebody waits for.
    boost::dynamic_bitset<> awaited() const {
        boost::dynamic_bitset<> awaited(run_.objects.size());
        for (ObjectIndex object = 0; object < locks_.size(); ++object)
            awaited[object] = locks_[object].is_awaited();
        return awaited;
    }

    Replayed take_result() { return std::move(result_); }

private:
    /// An interval ends on a processor; a thread is there after its delay, or after it was away,
    /// and needs a processor; a thread that was woken runs on the processor that was kept for it;
    /// or a thread on a processor is away from now on.
    struct Occurrence {
        enum class What : std::uint8_t { arrives, is_ready, wakes, leaves };
        std::uint64_t time;
        StepIndex step; ///< at the end of the interval
        What what;
        bool operator<(const Occurrence& other) const {
            return std::pair(time, step) > std::pair(other.time, other.step);
        }
    };

    void link_steps() {
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            const RunStep& this_step = run_.steps[step];
            runner_[step] = this_step.thread;
            (run_.is_first(step) ? next_[this_step.thread] : after_[this_step.before]) = step;
        }
        left_ = run_.steps.size();
        find_first_takes();
    }

    /// A word of atomic operations is known as a lock only after some uses, which are in the trace
    /// as hand-overs.  The first take comes after them, so other threads take it only then.
    void find_first_takes() {
        const auto is_word = [](const RunObject& object) {
            return object.prim == TRACE_PRIM_LOCK_WORD;
        };
        if (std::ranges::none_of(run_.objects, is_word))
            return;
        for (StepIndex step = 0; step < run_.steps.size(); ++step) {
            if (!takes_lock(run_, step))
                continue;
            const ObjectIndex object = run_.steps[step].other;
            if (is_word(run_.objects[object]) && locks_[object].first == no_step)
                locks_[object].first = step;
        }
    }

    /// Begins the thread's life, which first passes the thread's delay without a processor.
    void start(ThreadIndex thread) {
        const bool is_forked = run_.threads[thread].fork != no_step;
        const std::uint64_t delay =
            run_.threads[thread].delay +
            (hand_overs_ != nullptr && is_forked ? hand_overs_->begin() : 0);
        if (delay == 0 || next_[thread] == no_step)
            make_ready(thread);
        else
            coming_.push({now_ + delay, next_[thread], Occurrence::What::is_ready});
    }

    /// The thread's next interval can begin.
    void make_ready(ThreadIndex thread) {
        if (next_[thread] == no_step)
            return;
        const StepIndex step = next_[thread];
        if (run_.is_first(step) && tries_again_[thread] == no_step && !was_away(step))
            result_.begun[thread] = now_;
        if (free_ == 0) {
            ready_.push_back(thread);
            return;
        }
        --free_;
        begin(thread);
    }

    bool was_away(StepIndex step) const { return !was_away_.empty() && was_away_[step]; }

    std::uint64_t time_away(StepIndex step) const {
        double time = 0;
        for (const Away why : all_kinds_of_away)
            time += static_cast<double>(run_.away_before(step, why)) *
                    change_.away[static_cast<std::size_t>(why)];
        return static_cast<std::uint64_t>(std::llround(time));
    }

    /// The thread needs no processor while it is away.
    void leave(StepIndex step) {
        was_away_[step] = true;
        coming_.push({now_ + time_away(step), step, Occurrence::What::is_ready});
        give_up_processor();
    }

    /// The thread, which has a processor, pays what it owes and does its next interval, or tries
    /// again to take the lock at the end of it.  Before that it is away if the interval has such a
    /// time.
    void begin(ThreadIndex thread) {
        const StepIndex step = next_[thread];
        runner_[step] = thread;
        const std::uint64_t owed = std::exchange(owed_[thread], 0);
        result_.handing_over += owed;
        if (machine_.tells_hand_overs)
            result_.handing_over_before[step] += owed;
        if (!was_away_.empty() && time_away(step) > 0 && !was_away(step)) {
            coming_.push({now_ + owed, step, Occurrence::What::leaves});
            return;
        }
        std::uint64_t work = 0;
        if (std::exchange(tries_again_[thread], no_step) == no_step) {
            work = time_of_work(machine_.factors, step,
                                change_.work ? change_.work(step) : run_.steps[step].work);
            if (machine_.tells_steps)
                result_.begins[step] = now_ + owed;
            result_.working[thread] += work;
        }
        coming_.push({now_ + owed + work, step, Occurrence::What::arrives});
    }

    void give_up_processor() {
        ++free_;
        if (ready_.empty())
            return;
        const ThreadIndex thread = ready_.front();
        ready_.pop_front();
        --free_;
        if (hand_overs_ != nullptr)
            owed_[thread] += hand_overs_->change();
        begin(thread);
    }

    /// The step's interval is over.
    void arrive(StepIndex step) {
        if (must_wait(step)) {
            waits_since_[runner_[step]] = now_;
            give_up_processor();
            return;
        }
        const ThreadIndex thread = runner_[step];
        complete(step);
        if (next_[thread] == no_step)
            give_up_processor();
        else
            begin(thread);
    }

    /// Makes the step wait, if it must, for a source or in line for a lock.  A step that need not
    /// wait holds the lock.
    bool must_wait(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        const bool has_object = this_step.kind == Kind::acq;
        if (has_object && (ignores(this_step.other) || is_drawn_freely(this_step.other)))
            return false;
        if (!has_object || !decides(this_step.other))
            return waits_for_sources(step);
        return waits_in_line(step);
    }

    /// Puts the step in line, unless the lock is free for it.
    bool waits_in_line(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        Lock& lock = locks_[this_step.other];
        if (lock.first == step)
            lock.first = no_step;
        else if (lock.first != no_step ||
                 (!can_be_overtaken(step) &&
                  lock.has_others_before(this_step.mode,
                                         run_.objects[this_step.other].rwlock_kind)) ||
                 !lock.free_for(this_step.mode, at_once(this_step.other))) {
            lock.line(this_step.mode).push_back(step);
            return true;
        }
        take(lock, step);
        return false;
    }

    /// Another thread may take a free lock before the sleeper that was woken for it.
    bool can_be_overtaken(StepIndex step) const {
        return hand_overs_ != nullptr &&
               run_.objects[run_.steps[step].other].prim == TRACE_PRIM_MUTEX && !spins(step);
    }

    bool spins(StepIndex step) const { return hand_overs_->spins(step, machine_.processors); }

    /// Steps that have their sources in common wait for them together.
    bool waits_for_sources(StepIndex step) {
        if (all_done(step))
            return false;
        const std::uint32_t begin = run_.steps[step].sources;
        const auto [together, is_new] = waiting_.try_emplace(begin);
        together->second.push_back(step);
        if (is_new)
            watch(begin);
        return true;
    }

    /// Continues from the source at which it stopped last.
    bool all_done(StepIndex step) {
        const std::span<const StepIndex> sources = run_.sources_of(step);
        if (sources.empty())
            return true;
        std::uint32_t& n_done = n_done_[run_.steps[step].sources];
        while (n_done < sources.size() && done_[sources[n_done]])
            ++n_done;
        return n_done == sources.size();
    }

    /// Watches the first of these sources that has not happened yet.
    void watch(std::uint32_t begin) {
        const StepIndex source = run_.sources[begin + n_done_[begin]];
        watched_[source] = true;
        watchers_.emplace(source, begin);
    }

    bool decides(ObjectIndex object) const {
        return machine_.locks != LockOrder::recorded && is_lock(run_.objects[object]) &&
               !run_.objects[object].is_relaxed && !kept_[object];
    }
    /// Whether threads draw from this counter as they come.
    bool is_drawn_freely(ObjectIndex object) const {
        return machine_.locks != LockOrder::recorded && dealt_.contains(object);
    }
    bool ignores(ObjectIndex object) const {
        return !change_.ignored.empty() && change_.ignored[object];
    }
    std::uint32_t at_once(ObjectIndex object) const {
        return !change_.split.empty() && change_.split[object] ? 2 : 1;
    }

    /// The lock's cache line may have to come from another processor.
    void take(Lock& lock, StepIndex step) {
        ++(run_.steps[step].mode == Mode::rd ? lock.readers : lock.writers);
        const ThreadIndex thread = runner_[step];
        const ThreadIndex former = std::exchange(lock.holder, thread);
        if (hand_overs_ != nullptr && former != no_thread && former != thread &&
            machine_.processors > 1)
            owed_[thread] += hand_overs_->line();
    }

    /// The step has happened; its thread's next interval is yet to begin.
    void complete(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        const ThreadIndex thread = runner_[step];
        done_[step] = true;
        if (machine_.tells_steps)
            result_.done[step] = now_;
        --left_;
        next_[thread] = next_after(step);
        result_.ends[thread] = now_;
        if (this_step.kind == Kind::fork && this_step.other != no_other) {
            if (hand_overs_ != nullptr)
                owed_[thread] += hand_overs_->create();
            start(this_step.other);
        }
        if (watched_[step])
            wake_watchers(step);
        if (this_step.kind == Kind::rel && !ignores(this_step.other) && decides(this_step.other))
            release(step);
    }

    /// A thread that draws goes on with the next item of the counter.  If there is none left, it
    /// goes on as it did after its last draw.
    StepIndex next_after(StepIndex step) {
        const RunStep& this_step = run_.steps[step];
        if (!machine_.deals_anew || this_step.kind != Kind::rel ||
            !dealt_.contains(this_step.other))
            return after_[step];
        const DealtCounter& counter = dealt_.at(this_step.other);
        std::size_t& n_drawn = n_drawn_[this_step.other];
        if (n_drawn < counter.items.size())
            return after_[counter.items[n_drawn++]];
        return after_[counter.lasts.at(runner_[step])];
    }

    void wake_watchers(StepIndex source) {
        const auto [begin, end] = watchers_.equal_range(source);
        std::vector<std::uint32_t> watching;
        for (auto watcher = begin; watcher != end; ++watcher)
            watching.push_back(watcher->second);
        watchers_.erase(begin, end);
        std::vector<StepIndex> woken;
        for (const std::uint32_t sources : watching) {
            const auto together = waiting_.find(sources);
            if (!all_done(together->second.front())) {
                watch(sources);
                continue;
            }
            woken.insert(woken.end(), together->second.begin(), together->second.end());
            waiting_.erase(together);
        }
        std::sort(woken.begin(), woken.end());
        for (const StepIndex step : woken)
            go_on(step, source);
    }

    /// Completes a step that has waited, because `cause` has ended its wait.
    void go_on(StepIndex step, StepIndex cause) {
        tell_cause(step, cause);
        complete(step);
        wake(step, cause);
    }

    /// The step's thread, which has waited at it, can go on.
    void wake(StepIndex step, StepIndex cause) {
        const ThreadIndex thread = runner_[step];
        const std::uint64_t until_it_runs = hand_overs_ == nullptr ? 0 : hand_over(step, cause);
        if (until_it_runs == 0 || free_ == 0 || next_[thread] == no_step) {
            make_ready(thread);
            return;
        }
        --free_;
        runner_[next_[thread]] = thread;
        coming_.push({now_ + until_it_runs, next_[thread], Occurrence::What::wakes});
    }

    /// The time until the thread runs that has waited at the step. The thread that ends the wait
    /// owes the call.
    std::uint64_t hand_over(StepIndex step, StepIndex cause) {
        if (spins(step))
            return hand_overs_->line();
        const std::uint64_t waited = now_ - waits_since_[runner_[step]];
        owed_[runner_[cause]] +=
            free_ > 0 ? hand_overs_->call(waited) : hand_overs_->call_without_processor(waited);
        return hand_overs_->run(waited);
    }

    /// A lock that nobody holds, as after a fault in the program, stays as it is.
    void release(StepIndex by) {
        const ObjectIndex object = run_.steps[by].other;
        Lock& lock = locks_[object];
        std::uint32_t& holders = run_.steps[by].mode == Mode::rd ? lock.readers : lock.writers;
        holders -= holders > 0 ? 1 : 0;
        while (lock.is_awaited()) {
            const Mode next = lock.next_mode(run_.objects[object].rwlock_kind);
            if (!lock.free_for(next, at_once(object)))
                return;
            const StepIndex step = take_from(lock.line(next));
            if (can_be_overtaken(step)) {
                let_try_again(step, by);
                return;
            }
            take(lock, step);
            go_on(step, by);
        }
    }

    void let_try_again(StepIndex step, StepIndex cause) {
        tries_again_[runner_[step]] = step;
        tell_cause(step, cause);
        wake(step, cause);
    }

    void tell_cause(StepIndex step, StepIndex cause) {
        if (machine_.tells_steps)
            result_.woken_by[step] = cause;
    }

    StepIndex take_from(Line& line) const {
        const bool last = machine_.locks == LockOrder::last_come;
        const StepIndex step = last ? line.back() : line.front();
        last ? line.pop_back() : line.pop_front();
        return step;
    }

    const Run& run_;
    const Machine& machine_;
    const Change& change_;
    const boost::dynamic_bitset<>& kept_; ///< objects in the recorded order
    const DealtItems& dealt_;
    std::uint64_t now_ = 0;
    std::uint32_t free_;                                   ///< processors
    LargeVector<ThreadIndex> runner_;                      ///< by step: the thread that executes it
    std::unordered_map<ObjectIndex, std::size_t> n_drawn_; ///< items of counters
    std::vector<StepIndex> next_;                          ///< by thread
    LargeVector<StepIndex> after_;                         ///< by step: the next of its thread
    LargeBitset done_;                                     ///< by step
    LargeBitset watched_;                                  ///< by step: somebody waits for it
    LargeVector<std::uint32_t> n_done_;                    ///< of sources, by where they begin
    std::unordered_map<std::uint32_t, std::vector<StepIndex>> waiting_; ///< by the same
    std::unordered_multimap<StepIndex, std::uint32_t> watchers_; ///< the same, by the first source
                                                                 ///< that has not happened yet
    LargeVector<Lock> locks_;                                    ///< by object
    const HandOvers* hand_overs_;                                ///< null: they cost nothing
    std::vector<std::uint64_t> owed_; ///< by thread: time to be paid before its next interval
    std::vector<std::uint64_t> waits_since_; ///< by thread
    std::vector<StepIndex> tries_again_;     ///< by thread: to take this lock; no_step: it does not
    LargeBitset was_away_;                   ///< by step; empty if nobody is ever away
    std::priority_queue<Occurrence> coming_;
    std::deque<ThreadIndex> ready_; ///< in line for a processor
    std::size_t left_ = 0;          ///< steps
    Replayed result_;
};

} // namespace

/// If the items cannot be dealt anew in any order of the locks, each thread keeps its items.
Replayed replay(const Run& run, const Machine& wanted, const Change& change) {
    constexpr int most_attempts = 8;
    const DealtItems dealt = dealt_items(run);
    Machine machine = wanted;
    boost::dynamic_bitset<> kept(run.objects.size());
    for (int attempts = 1;; ++attempts) {
        Replay attempt(run, machine, change, kept, dealt);
        if (attempt.run()) {
            Replayed result = attempt.take_result();
            result.kept = kept.count();
            return result;
        }
        kept |= attempt.awaited();
        machine.deals_anew &= attempts < most_attempts;
        for (ObjectIndex object = 0; attempts == most_attempts && object < kept.size(); ++object)
            kept[object] = is_lock(run.objects[object]);
    }
}

std::uint64_t replayed_time(const Run& run, Machine machine, const Change& change) {
    machine.tells_steps = false;
    return replay(run, machine, change).time;
}

bool chooses_an_order(const Run& run) {
    return has_locks(run) || !dealt_items(run).empty();
}

} // namespace ilm
