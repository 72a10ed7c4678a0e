// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/readers.h"

#include "ilmgen/logs/clocks/shifts.h"
#include "ilmgen/model/spool.h"
#include "ilmgen/resolve/arrows.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ilm {

namespace {

/// later - earlier, limited to the range of ClockConstraint::slack.
std::int64_t difference(std::uint64_t later, std::uint64_t earlier) {
    constexpr std::uint64_t largest = std::uint64_t{1} << 61;
    if (later >= earlier)
        return static_cast<std::int64_t>(std::min(later - earlier, largest));
    return -static_cast<std::int64_t>(std::min(earlier - later, largest));
}

/// Collects what the messages of a log say about its clocks.
class ClockSurvey : public EventSink {
public:
    explicit ClockSurvey(const LogReader& log) : log_(log) {}

    void event(const Event& event) override {
        events.event(event);
        for (const Arrow& arrow : arrows_.arrows_to(event, event.time))
            if (arrow.start.time != no_time && arrow.end != no_time)
                add(arrow);
        if (event.time != no_time) {
            std::uint64_t& first = first_.try_emplace(event.thid, event.time).first->second;
            first = std::min(first, event.time);
        }
    }

    /// After the last event.
    void settle() {
        std::map<std::uint64_t, std::size_t> numbers;
        for (const auto& [thid, first] : first_) {
            const std::size_t number =
                numbers.try_emplace(log_.clock_of(thid), numbers.size()).first->second;
            clock_by_thread_[thid] = number;
        }
        for (const auto& [clock, number] : numbers)
            names.emplace(number, clock);
        std::map<std::pair<std::size_t, std::size_t>, std::int64_t> least;
        for (const auto& [threads, slack] : slack_) {
            const std::pair clocks(clock_by_thread_.at(threads.first),
                                   clock_by_thread_.at(threads.second));
            if (clocks.first == clocks.second)
                continue;
            std::int64_t& known = least.try_emplace(clocks, slack).first->second;
            known = std::min(known, slack);
        }
        std::vector<ClockConstraint> constraints;
        for (const auto& [clocks, slack] : least)
            constraints.push_back({clocks.first, clocks.second, slack});
        shifts = least_shifts(numbers.size(), std::move(constraints));
        find_offset();
    }

    bool timed() const { return !first_.empty(); }
    std::size_t clock_of(ThreadId thid) const { return clock_by_thread_.at(thid); }
    /// The shifted time of an event. The offset makes sure that none is below 0.
    std::uint64_t shifted(std::uint64_t time, std::size_t clock) const {
        constexpr std::uint64_t latest = no_time - 1;
        const std::int64_t shift = shifts.shifts[clock] + static_cast<std::int64_t>(offset);
        if (shift < 0)
            return time - static_cast<std::uint64_t>(-shift);
        return time + std::min(static_cast<std::uint64_t>(shift), latest - time);
    }

    EventSpool events;
    ClockShifts shifts;
    std::uint64_t offset = 0;                   ///< added to all, lest one be below 0
    std::map<std::size_t, std::uint64_t> names; ///< of the clocks, by number
    std::uint64_t backward = 0;                 ///< arrows

private:
    void add(const Arrow& arrow) {
        const std::int64_t slack = difference(arrow.end, arrow.start.time);
        backward += slack < 0 ? 1 : 0;
        std::int64_t& known = slack_.try_emplace({arrow.start.thid, arrow.to}, slack).first->second;
        known = std::min(known, slack);
    }

    void find_offset() {
        for (const auto& [thid, first] : first_) {
            const std::int64_t shift = shifts.shifts[clock_by_thread_.at(thid)];
            const auto back = static_cast<std::uint64_t>(-shift);
            if (shift < 0 && back > first)
                offset = std::max(offset, back - first);
        }
    }

    const LogReader& log_;
    Arrows arrows_;
    std::map<std::pair<ThreadId, ThreadId>, std::int64_t> slack_; ///< the least
    std::map<ThreadId, std::uint64_t> first_;                     ///< earliest times
    std::unordered_map<ThreadId, std::size_t> clock_by_thread_;
};

/// Gives events their new times. An event gets its shifted time or, if an event that it comes after
/// is later, the time of that event. These are the earliest possible times that are not before the
/// shifted ones.
class TimeSetter : public EventSink {
public:
    TimeSetter(const ClockSurvey& survey, EventSink& next)
        : stretched(survey.names.size()), moved(survey.names.size()), survey_(survey), next_(next) {
    }

    void event(const Event& event) override {
        if (event.time == no_time) {
            arrows_.arrows_to(event, 0);
            next_.event(event);
            return;
        }
        const std::size_t clock = survey_.clock_of(event.thid);
        const std::uint64_t shifted = survey_.shifted(event.time, clock);
        std::uint64_t& at_least = at_least_[event.thid];
        Event changed = event;
        changed.time = std::max(shifted, at_least);
        for (const Arrow& arrow : arrows_.find_arrows(event))
            changed.time = std::max(changed.time, arrow.start.time);
        if (changed.time > shifted) {
            at_least = changed.time;
            stretched[clock] = std::max(stretched[clock], changed.time - shifted);
            ++moved[clock];
        }
        arrows_.note_start(event, changed.time);
        next_.event(changed);
    }

    std::vector<std::uint64_t> stretched; ///< by at most so many ticks, each clock
    std::vector<std::uint64_t> moved;     ///< events

private:
    const ClockSurvey& survey_;
    EventSink& next_;
    Arrows arrows_;
    std::unordered_map<ThreadId, std::uint64_t> at_least_; ///< a thread's time never goes back for
                                                           ///< what it had to wait for
};

class AlignedLog : public LogReader {
public:
    explicit AlignedLog(std::unique_ptr<LogReader> log) : log_(std::move(log)) {}

    std::optional<Damage> read(EventSink& sink) override {
        ClockSurvey survey(*log_);
        std::optional<Damage> damage = log_->read(survey);
        survey.settle();
        TimeSetter setter(survey, sink);
        try {
            survey.events.replay(setter);
        } catch (const Error& error) {
            if (!error.place())
                throw;
            damage = Damage{error, error.place()->byte};
        }
        describe(survey, setter);
        return damage;
    }

    std::uint64_t clock_of(ThreadId thid) const override { return log_->clock_of(thid); }
    Origin origin() const override { return log_->origin(); }

    LogFigures figures() const override {
        LogFigures figures = log_->figures();
        figures.counts.insert(figures.counts.end(), counts_.begin(), counts_.end());
        figures.tables.push_back(clocks_);
        figures.remarks.insert(figures.remarks.end(), remarks_.begin(), remarks_.end());
        return figures;
    }

private:
    void describe(const ClockSurvey& survey, const TimeSetter& setter) {
        counts_ = {{"arrows_backward_before_alignment", survey.backward}};
        clocks_ = {"clocks",
                   {{"clock", Measure::count},
                    {"shift", Measure::count},
                    {"stretched_at_most", Measure::count},
                    {"events_stretched", Measure::count}}};
        for (const auto& [number, clock] : survey.names) {
            const std::int64_t shift =
                survey.shifts.shifts[number] + static_cast<std::int64_t>(survey.offset);
            clocks_.rows.push_back({clock, shift, setter.stretched[number], setter.moved[number]});
        }
        if (!survey.timed())
            remarks_.emplace_back("there is no clock to be aligned");
        if (survey.shifts.early > 0)
            remarks_.push_back("the clocks run at different speeds, so no shift makes all messages "
                               "arrive after they are sent (the best shift leaves " +
                               std::to_string(survey.shifts.early) +
                               " ticks); clocks are stretched");
    }

    std::unique_ptr<LogReader> log_;
    std::vector<std::pair<std::string, std::uint64_t>> counts_;
    Table clocks_;
    std::vector<std::string> remarks_;
};

} // namespace

std::unique_ptr<LogReader> aligned_log(std::unique_ptr<LogReader> log) {
    return std::make_unique<AlignedLog>(std::move(log));
}

} // namespace ilm
