// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/change/compare.h"

#include "ilmgen/analysis/change/what_changed.h"
#include "ilmgen/analysis/said/names.h"
#include "ilmgen/model/error.h"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

namespace ilm {

namespace {

using Row = std::vector<Cell>;

double number_of(const Cell& cell) {
    if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        return static_cast<double>(*count);
    return std::get<double>(cell);
}

/// The parts of two names that must agree: all; all but the numbers of lines and addresses, because
/// these change when code is added anywhere; or all but these numbers and the file.
enum class Likeness : std::uint8_t { all, without_numbers, without_file };

/// Without line numbers and addresses: "f (a.c:12)" becomes "f (a.c)", "mutex 0x1f0" "mutex ".
std::string without_numbers(std::string_view name) {
    std::string rest;
    while (!name.empty()) {
        const std::size_t mark = name.starts_with(':') ? 1 : name.starts_with("0x") ? 2 : 0;
        const char* const digits = mark == 1 ? "0123456789" : "0123456789abcdef";
        const std::size_t end =
            mark == 0 ? 0 : std::min(name.find_first_not_of(digits, mark), name.size());
        if (end > mark) {
            name.remove_prefix(end);
        } else {
            rest += name.front();
            name.remove_prefix(1);
        }
    }
    return rest;
}

/// Without the files in brackets: "f (a.c)" becomes "f".
std::string without_files(std::string_view name) {
    std::string rest;
    while (!name.empty()) {
        const bool opens = name.starts_with(" (");
        const std::size_t end = opens ? name.find_first_of("() ", 2) : std::string_view::npos;
        if (end != std::string_view::npos && end > 2 && name[end] == ')') {
            name.remove_prefix(end + 1);
        } else {
            rest += name.front();
            name.remove_prefix(1);
        }
    }
    return rest;
}

std::string name_for(const std::string& name, Likeness likeness) {
    if (likeness == Likeness::all)
        return name;
    const std::string rest = without_numbers(name);
    return likeness == Likeness::without_numbers ? rest : without_files(rest);
}

/// The cells that say what a row is about.
std::vector<std::string> names_of(const Table& table, const Row& row, Likeness likeness) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!table.columns[i].names_row)
            continue;
        const auto* const text = std::get_if<std::string>(&row[i]);
        names.push_back(text == nullptr ? std::to_string(std::get<std::uint64_t>(row[i]))
                                        : name_for(*text, likeness));
    }
    return names;
}

/// The rows of one thing in two runs; null for the run that does not have the thing.
struct Pair {
    const Row* before = nullptr;
    const Row* now = nullptr;
};

class Pairs {
public:
    Pairs(const Table& before, const Table& now) : before_(before), now_(now) {
        std::vector<const Row*> lonely_before = rows_of(before);
        std::vector<const Row*> lonely_now = rows_of(now);
        for (const Likeness likeness :
             {Likeness::all, Likeness::without_numbers, Likeness::without_file})
            match(lonely_before, lonely_now, likeness);
        for (const Row* const row : lonely_before)
            pairs_.push_back({row, nullptr});
        for (const Row* const row : lonely_now)
            pairs_.push_back({nullptr, row});
    }

    const std::vector<Pair>& all() const { return pairs_; }

private:
    static std::vector<const Row*> rows_of(const Table& table) {
        std::vector<const Row*> rows;
        for (const Row& row : table.rows)
            rows.push_back(&row);
        return rows;
    }

    /// Pairs rows, and leaves those without a partner in both lists.
    void match(std::vector<const Row*>& lonely_before, std::vector<const Row*>& lonely_now,
               Likeness likeness) {
        std::multimap<std::vector<std::string>, const Row*> waiting;
        for (const Row* const row : lonely_before)
            waiting.emplace(names_of(before_, *row, likeness), row);
        std::erase_if(lonely_now, [&](const Row* row) {
            const std::vector<std::string> names = names_of(now_, *row, likeness);
            const auto partner = waiting.lower_bound(names);
            if (partner == waiting.end() || partner->first != names)
                return false;
            pairs_.push_back({partner->second, row});
            waiting.erase(partner);
            return true;
        });
        lonely_before.clear();
        for (const auto& [names, row] : waiting)
            lonely_before.push_back(row);
        // The order of the table: the most important row comes first.
        std::sort(lonely_before.begin(), lonely_before.end(), std::less<>());
    }

    const Table& before_;
    const Table& now_;
    std::vector<Pair> pairs_;
};

Cell nothing(Measure measure) {
    switch (measure) {
    case Measure::text: return std::string();
    case Measure::share:
    case Measure::ratio: return 0.0;
    default: return std::uint64_t{0};
    }
}

/// A table with the figures of both runs next to each other. Names are those of the present run.
class ComparedTable {
public:
    ComparedTable(const Table& before, const Table& now) : now_(now) {
        table_.name = now.name;
        table_.about =
            now.about + " The table compares both runs, and leaves out rows that do not differ.";
        for (const Column& column : now.columns) {
            if (!column.names_row)
                table_.columns.push_back(
                    {column.key + "_before", column.measure, false, true, column.is_of_memory});
            table_.columns.push_back(column);
        }
        table_.columns.push_back({"only"});
        const Pairs pairs(before, now);
        for (const Pair& pair : pairs.all())
            add(pair);
        std::stable_sort(changes_.begin(), changes_.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (auto& [change, row] : changes_)
            table_.rows.push_back(std::move(row));
    }

    Table take() { return std::move(table_); }

private:
    void add(const Pair& pair) {
        Row row;
        double change = 0; // of the first number
        bool differs = pair.before == nullptr || pair.now == nullptr;
        bool is_first = true;
        for (std::size_t i = 0; i < now_.columns.size(); ++i) {
            const Column& column = now_.columns[i];
            if (column.names_row) {
                row.push_back((*(pair.now == nullptr ? pair.before : pair.now))[i]);
                continue;
            }
            const Cell before =
                pair.before == nullptr ? nothing(column.measure) : (*pair.before)[i];
            const Cell now = pair.now == nullptr ? nothing(column.measure) : (*pair.now)[i];
            differs = differs || before != now;
            if (is_first)
                change = std::abs(number_of(now) - number_of(before));
            is_first = false;
            row.push_back(before);
            row.push_back(now);
        }
        row.emplace_back(std::string(pair.before == nullptr ? "now"
                                     : pair.now == nullptr  ? "before"
                                                            : ""));
        if (differs)
            changes_.emplace_back(change, std::move(row));
    }

    const Table& now_;
    Table table_;
    std::vector<std::pair<double, Row>> changes_;
};

Section compared(const Section& before, const Section& now) {
    Section section{now.name, now.title, {}};
    for (std::size_t i = 0; i < now.tables.size(); ++i)
        if (now.tables[i].of_things)
            section.tables.push_back(ComparedTable(before.tables[i], now.tables[i]).take());
    return section;
}

std::vector<std::string> names_of_both(const Report& before, const Report& now) {
    std::vector<std::string> names;
    for (const Figure& figure : now.figures)
        if (find_figure(before, figure.name) != nullptr)
            names.push_back(figure.name);
    return names;
}

/// " (+4.9 %)"; empty if nothing has changed, or if the earlier value is 0.
std::string change(double before, double now) {
    if (before <= 0 || before == now)
        return "";
    const double part = now / before - 1;
    return " (" + std::string(part < 0 ? "-" : "+") + percent(std::abs(part)) + ")";
}

std::string in_words(const Cell& number, Measure measure) {
    const auto* const whole = std::get_if<std::uint64_t>(&number);
    if (whole == nullptr)
        return fixed(std::get<double>(number));
    const std::uint64_t count = *whole;
    return measure == Measure::bytes ? rounded_bytes(count) : rounded(count);
}

/// 57.3 M -> 60.1 M (+4.9 %)
std::string from_to(const Cell& before, const Cell& now, Measure measure) {
    const std::string was = in_words(before, measure);
    return (before == now ? was : was + " -> " + in_words(now, measure)) +
           change(number_of(before), number_of(now));
}

/// Both runs have all figures but for the times on some numbers of processors.
std::string from_to(const Report& before, const Report& now, const std::string& name) {
    const Figure* const was = find_figure(before, name);
    const Figure* const is = find_figure(now, name);
    if (was == nullptr || is == nullptr)
        return "";
    return from_to(was->value, is->value, is->measure);
}

Finding times(const Report& before, const Report& now) {
    std::string text;
    for (const Figure& figure : now.figures) {
        constexpr std::string_view time = figure_time;
        if (!figure.name.starts_with(time) || find_figure(before, figure.name) == nullptr)
            continue;
        text += (text.empty() ? "Time on " : ", on ") + figure.name.substr(time.size()) + " " +
                from_to(before, now, figure.name);
    }
    return {"", text};
}

/// Describes the row of the table whose first number has changed most: BEFORE figures BEHIND name.
Finding most_changed(const Report& changes, const std::string& name, const std::string& head,
                     const std::string& before, const std::string& behind) {
    const Table* const table = find_table(changes, name);
    if (table == nullptr || table->rows.empty())
        return {};
    const Row& row = table->rows.front();
    if (row[0] == row[1])
        return {};
    const std::string& what = std::get<std::string>(row[row.size() - 2]);
    return {head, before + from_to(row[0], row[1], table->columns[1].measure) + behind +
                      short_name(what)};
}

std::vector<Finding> findings(const Report& before, const Report& now, const Report& changes) {
    const auto both = [&](const char* name) { return from_to(before, now, name); };
    std::vector<Finding> findings = {
        {"Change", what_changed(before, now, changes)},
        {"Work", both(figure_work) + " " + now.cost + ", span " + both(figure_span) +
                     ": parallelism " + both(figure_parallelism)},
        times(before, now),
        most_changed(changes, "critical_path_by_function", "Limits", "",
                     " on the critical path in "),
        most_changed(changes, "waits_by_object", "Waits", "threads waited ", " in total for "),
        {"Heap", changes.tells_memory
                     ? "peak " + both(figure_peak) + "; allocated " + both(figure_allocated)
                     : ""},
        most_changed(changes, "heap_by_site", "", "", " at the peak from ")};
    std::erase_if(findings, [](const Finding& finding) { return finding.text.empty(); });
    return findings;
}

} // namespace

Report compare(const Report& before, const Report& now) {
    if (before.cost != now.cost)
        throw Error("work is counted in " + now.cost + ", in the run to compare with in " +
                    before.cost);
    Report changes;
    changes.cost = now.cost;
    changes.tells_memory = before.tells_memory || now.tells_memory;
    for (std::size_t i = 0; i < now.sections.size(); ++i)
        changes.sections.push_back(compared(before.sections[i], now.sections[i]));
    std::erase_if(changes.sections, [](const Section& section) { return section.tables.empty(); });
    changes.findings = findings(before, now, changes);
    return changes;
}

std::vector<std::string> regressions(const Report& before, const Report& now,
                                     const Limits& limits) {
    std::vector<std::string> sentences;
    for (const auto& [name, limit] : limits) {
        const Figure* const was = find_figure(before, name);
        const Figure* const is = find_figure(now, name);
        if (was == nullptr || is == nullptr)
            throw Error("there is no figure " + name + " of both runs, only " +
                        boost::algorithm::join(names_of_both(before, now), ", "));
        const double from = number_of(was->value);
        const double to = number_of(is->value);
        const double worse = is->more_is_better ? from - to : to - from;
        if (worse > limit * from)
            sentences.push_back(name + " is worse: " + from_to(was->value, is->value, is->measure) +
                                "; the limit is " + percent(limit));
    }
    return sentences;
}

} // namespace ilm
