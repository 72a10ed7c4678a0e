// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/change/what_changed.h"

#include "ilmgen/analysis/said/names.h"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ilm {

namespace {

/// The time is the same if it differs by less than this part.
constexpr double same_time = 0.005;
/// Other changes are worth a word from this part of the whole on.
constexpr double worth_a_word = 0.01;

double as_double(const Cell& cell) {
    if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        return static_cast<double>(*count);
    const auto* const real = std::get_if<double>(&cell);
    return real == nullptr ? 0 : *real;
}

double figure_value(const Report& report, const char* name) {
    const Figure* const figure = find_figure(report, name);
    return figure == nullptr ? 0 : as_double(figure->value);
}

std::uint64_t as_count(double number) {
    return static_cast<std::uint64_t>(std::llround(std::min(std::abs(number), 9e18)));
}

/// "10 % longer", "10 % shorter", "3.20 times as long".  `before` is not 0.
struct ChangeWords {
    const char* more;
    const char* less;
    const char* many;

    std::string operator()(double before, double now) const {
        constexpr double many_times = 3;
        if (now >= many_times * before)
            return fixed(now / before) + " times as " + many;
        return percent(std::abs(now / before - 1)) + " " + (now > before ? more : less);
    }
};

/// A number of a thing in both runs, and the thing's name now.
struct ChangedNumber {
    std::string name;
    double before = 0;
    double now = 0;

    double change() const { return now - before; }
};

struct LargeChange {
    double operator()(const ChangedNumber& number) const { return std::abs(number.change()); }
};

/// The rows of a table of both runs.
class ChangedRows {
public:
    ChangedRows(const Report& changes, const char* table) : table_(find_table(changes, table)) {}

    std::size_t size() const { return table_ == nullptr ? 0 : table_->rows.size(); }
    /// The thing's name is in the column `named_by`.  Nothing if the table has no such number.
    std::optional<ChangedNumber> get(std::size_t row, const char* key, const char* named_by) const {
        const std::size_t column = column_of(key);
        const std::size_t name = column_of(named_by);
        if (column == 0 || name == table_->columns.size() || column == table_->columns.size())
            return {};
        const std::vector<Cell>& cells = table_->rows[row];
        return ChangedNumber{std::get<std::string>(cells[name]), as_double(cells[column - 1]),
                             as_double(cells[column])};
    }

    /// The number with the largest weight, among those that `fits` accepts.
    template <class Fits, class Weight = LargeChange>
    std::optional<ChangedNumber> largest(const char* key, const char* named_by, const Fits& fits,
                                         const Weight& weight = {}) const {
        std::optional<ChangedNumber> most;
        for (std::size_t row = 0; row < size(); ++row)
            if (const auto number = get(row, key, named_by);
                number && fits(*number) && (!most || weight(*number) > weight(*most)))
                most = number;
        return most;
    }

    std::optional<ChangedNumber> number_of(const std::string& name, const char* key,
                                           const char* named_by) const {
        return largest(key, named_by,
                       [&name](const ChangedNumber& number) { return number.name == name; });
    }

private:
    std::size_t column_of(const char* key) const {
        return static_cast<std::size_t>(std::ranges::find(table_->columns, key, &Column::key) -
                                        table_->columns.begin());
    }

    const Table* table_;
};

class ChangeInWords {
public:
    ChangeInWords(const Report& before, const Report& now, const Report& changes)
        : before_(before), now_(now), changes_(changes),
          time_before_(figure_value(before, figure_span)), time_(figure_value(now, figure_span)) {}

    std::string sentence() const {
        if (time_before_ <= 0 || time_ <= 0)
            return "";
        std::vector<std::string> parts = {function(), waits(), time(), memory()};
        std::erase(parts, "");
        return boost::algorithm::join(parts, "; ");
    }

private:
    double time_change() const { return time_ - time_before_; }
    bool is_same_time() const { return std::abs(time_change()) < same_time * time_before_; }
    bool goes_with_time(double change) const {
        return is_same_time() || (change > 0) == (time_change() > 0);
    }

    /// The standard error of a function's work: that of a binomial distribution.
    static double error_of(double work, const Report& report) {
        const double all = figure_value(report, figure_work);
        if (report.samples == 0 || all <= 0)
            return all;
        const double share = std::min(work / all, 1.0);
        return all * std::sqrt(share * (1 - share) / static_cast<double>(report.samples));
    }

    bool is_more_than_chance(const ChangedNumber& work) const {
        const double error = std::hypot(error_of(work.before, before_), error_of(work.now, now_));
        return std::abs(work.change()) > 2 * error;
    }

    std::string function() const {
        const double least = is_same_time() ? worth_a_word * figure_value(before_, figure_work)
                                            : std::abs(time_change()) / 2;
        const auto found =
            ChangedRows(changes_, "work_by_function")
                .largest("work", "function", [&](const ChangedNumber& work) {
                    return goes_with_time(work.change()) && work.name != "not sampled" &&
                           std::abs(work.change()) >= least && is_more_than_chance(work);
                });
        if (!found)
            return "";
        const std::string name = short_name(found->name) + ": ";
        if (found->before == 0)
            return name + "new, " + rounded_cost(as_count(found->now), now_.cost) + " of work";
        if (found->now == 0)
            return name + "gone, it had " + rounded_cost(as_count(found->before), now_.cost) +
                   " of work";
        return name + ChangeWords{"more work", "less work", "much work"}(found->before, found->now);
    }

    /// Returns how much longer threads wait than if waits had grown in proportion to the run's
    /// time.
    double beyond_time(const ChangedNumber& waited) const {
        return waited.now - waited.before * time_ / time_before_;
    }

    std::string waits() const {
        const double least = std::max(std::abs(time_change()) / 4, worth_a_word * time_before_);
        const ChangedRows objects(changes_, "waits_by_object");
        const auto is_cause = [&](const ChangedNumber& waited) {
            return goes_with_time(waited.change()) && std::abs(beyond_time(waited)) >= least &&
                   (beyond_time(waited) > 0) == (waited.change() > 0);
        };
        const auto weight = [&](const ChangedNumber& waited) {
            return std::abs(beyond_time(waited)) * (waited.before == 0 ? 2 : 1);
        };
        const auto found = objects.largest("waited", "object", is_cause, weight);
        if (!found)
            return "";
        const std::string threads = "threads wait " +
                                    rounded_cost(as_count(found->change()), now_.cost) +
                                    (found->change() > 0 ? " more" : " less");
        return short_name(found->name) + ": " + held(objects, *found) + threads + " in total" +
               imbalance(*found);
    }

    /// Says how much longer or shorter the lock is held. Empty if that does not change in the same
    /// direction as the waits.
    static std::string held(const ChangedRows& objects, const ChangedNumber& waited) {
        const auto held = objects.number_of(waited.name, "held", "object");
        if (!held || held->before == 0 || held->now == 0 ||
            (held->change() > 0) != (waited.change() > 0) ||
            std::abs(held->change()) < worth_a_word * held->before)
            return "";
        return "held " + ChangeWords{"longer", "less long", "long"}(held->before, held->now) + ", ";
    }

    /// Says how unequal the work of the threads that meet is. Empty if that does not change in the
    /// same direction as the waits.
    std::string imbalance(const ChangedNumber& waited) const {
        const auto found =
            ChangedRows(changes_, "balance").number_of(waited.name, "imbalance", "meeting");
        if (!found || found->before == 0 || found->now == 0 ||
            (found->change() > 0) != (waited.change() > 0) ||
            std::abs(found->change()) < worth_a_word * found->before)
            return "";
        return ", because the slowest has " + fixed(found->now) + " times the mean work, before " +
               fixed(found->before);
    }

    std::string time() const {
        if (is_same_time())
            return "the run takes as long as before";
        return "the run takes " + ChangeWords{"longer", "less time", "long"}(time_before_, time_);
    }

    std::string memory() const {
        const double least = worth_a_word * std::max(figure_value(before_, figure_allocated),
                                                     figure_value(now_, figure_allocated));
        const ChangedRows sites(changes_, "heap_by_site");
        const auto is_enough = [least](const ChangedNumber& bytes) {
            return bytes.change() != 0 && std::abs(bytes.change()) >= least;
        };
        if (const auto lost = sites.largest("never_freed", "site", is_enough))
            return short_name(lost->name) + ": " + rounded_bytes(as_count(lost->change())) +
                   (lost->change() > 0 ? " more" : " less") + " are never freed";
        const double before = figure_value(before_, figure_peak);
        const double now = figure_value(now_, figure_peak);
        if (before <= 0 || now <= 0 || std::abs(now - before) < least)
            return "";
        return "the heap's peak is " + ChangeWords{"higher", "lower", "high"}(before, now);
    }

    const Report& before_;
    const Report& now_;
    const Report& changes_;
    double time_before_;
    double time_;
};

} // namespace

std::string what_changed(const Report& before, const Report& now, const Report& changes) {
    return ChangeInWords(before, now, changes).sentence();
}

} // namespace ilm
