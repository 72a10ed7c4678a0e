// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/write_figures.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emit/file/text_table.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace ilm {

namespace {

template <class Value>
void line(std::ostream& out, const std::string& name, Value value, const std::string& note = "") {
    out << std::left << std::setw(22) << name << std::right << std::setw(20) << value << note
        << '\n';
}

void write_text(const LogFigures& log, std::ostream& out) {
    for (const auto& [name, count] : log.counts)
        line(out, with_blanks(name), count);
    for (const FigureTable& figures : log.tables) {
        out << '\n' << with_blanks(figures.name) << '\n';
        std::vector<std::string> heads = figures.columns;
        std::transform(heads.begin(), heads.end(), heads.begin(), with_blanks);
        TextTable table(heads, heads.size() - (figures.ends_in_text ? 1 : 0));
        for (const auto& row : figures.rows)
            table.add(row);
        table.write(out);
    }
}

/// Whether the cell is an integer as JSON writes it: 0 and -12, but not 007, which may be the name
/// of a state.
bool is_integer(std::string_view cell) {
    cell.remove_prefix(cell.starts_with('-') ? 1 : 0);
    return !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos &&
           (cell.front() != '0' || cell.size() == 1);
}

/// A column has one type in all rows: "3 and 4" in one row makes the "2" of another a text, too.
bool holds_numbers(const FigureTable& table, std::size_t column) {
    if (table.ends_in_text && column + 1 == table.columns.size())
        return false;
    return std::all_of(table.rows.begin(), table.rows.end(),
                       [column](const auto& row) { return is_integer(row[column]); });
}

void write_json(const FigureTable& table, rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key(table.name.c_str());
    json.StartArray();
    std::vector<rapidjson::Type> types;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        types.push_back(holds_numbers(table, i) ? rapidjson::kNumberType : rapidjson::kStringType);
    for (const auto& row : table.rows) {
        json.StartObject();
        for (std::size_t i = 0; i < row.size(); ++i) {
            json.Key(table.columns[i].c_str());
            if (types[i] == rapidjson::kNumberType)
                json.RawValue(row[i].data(), row[i].size(), types[i]);
            else
                json.String(row[i].data(), static_cast<rapidjson::SizeType>(row[i].size()));
        }
        json.EndObject();
    }
    json.EndArray();
}

void write_json(const Origin& origin, const LogFigures& log,
                rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key("log");
    json.StartObject();
    member(json, "format", origin.format);
    member(json, "cost", origin.cost);
    json.Key("ticks_per_second");
    json.Double(origin.ticks_per_second);
    for (const auto& [name, count] : log.counts)
        member(json, name.c_str(), count);
    for (const FigureTable& table : log.tables)
        write_json(table, json);
    json.Key("remarks");
    json.StartArray();
    for (const auto* const sentences : {&log.missing, &log.remarks})
        for (const std::string& sentence : *sentences)
            json.String(sentence.c_str());
    json.EndArray();
    json.EndObject();
}

/// Instructions that a thread executed in waits count neither as work nor as idle time.
TextTable threads_table(const Figures& figures, bool memory) {
    const auto row = [memory](std::vector<std::string> cells, std::vector<std::string> of_memory) {
        if (memory)
            cells.insert(cells.end(), of_memory.begin(), of_memory.end());
        return cells;
    };
    const auto text = [](std::uint64_t number) { return std::to_string(number); };
    const std::string& cost = figures.origin.cost;
    const bool named = std::any_of(figures.totals.begin(), figures.totals.end(),
                                   [](const auto& thread) { return !thread.second.name.empty(); });
    const auto with_name = [named](std::vector<std::string> cells, const std::string& name) {
        if (named)
            cells.push_back(name);
        return cells;
    };
    const std::vector<std::string> heads =
        row({"thread", cost, cost + " in waits", "syncs"},
            {"allocs", "frees", "allocated", "freed", "read", "written"});
    TextTable table(with_name(heads, "name"), heads.size());
    for (const auto& [thid, totals] : figures.totals)
        table.add(with_name(
            row({text(thid), text(totals.icnt), text(totals.wait), text(totals.sync_events)},
                {text(totals.allocs), text(totals.frees), text(totals.allocated),
                 text(totals.freed), text(totals.read), text(totals.written)}),
            totals.name));
    return table;
}

} // namespace

void write_text(const Figures& figures, std::ostream& out) {
    const std::string unit = "  " + figures.origin.cost;
    out << std::fixed << std::setprecision(2);
    line(out, "events", figures.events);
    line(out, "sync events", figures.sync_events);
    line(out, "threads", figures.threads);
    line(out, "DAG blocks", figures.dag_blocks);
    line(out, "work", figures.work, unit);
    line(out, "span", figures.span, unit);
    line(out, "average parallelism", average_parallelism(figures.work, figures.span));
    line(out, "span, no locks", figures.span_without_locks, unit);
    line(out, "parallelism, no locks",
         average_parallelism(figures.work, figures.span_without_locks));
    if (!figures.order.empty())
        line(out, "order of turns", figures.order);
    const bool memory = has_memory(figures);
    const std::string peak_event = "  bytes, at event " + std::to_string(figures.peak_event);
    if (memory)
        line(out, "peak heap", figures.peak_heap, figures.peak_event == 0 ? "  bytes" : peak_event);
    write_text(figures.log, out);
    out << '\n';
    threads_table(figures, memory).write(out);
}

void write_json(const Figures& figures, OutputFile& out) {
    rapidjson::PrettyWriter<OutputFile> json(out);
    json.SetIndent(' ', 2);
    const auto parallelism = [&](std::uint64_t span) {
        member(json, "span", span);
        json.Key("average_parallelism");
        json.Double(average_parallelism(figures.work, span));
    };
    json.StartObject();
    member(json, "events", figures.events);
    member(json, "sync_events", figures.sync_events);
    member(json, "threads", figures.threads);
    member(json, "dag_blocks", figures.dag_blocks);
    if (!figures.order.empty())
        member(json, "order", figures.order);
    member(json, "work", figures.work);
    parallelism(figures.span);
    json.Key("without_locks");
    json.StartObject();
    parallelism(figures.span_without_locks);
    json.EndObject();
    member(json, "peak_heap", figures.peak_heap);
    member(json, "peak_heap_event", figures.peak_event);
    write_json(figures.origin, figures.log, json);
    json.Key("per_thread");
    json.StartArray();
    for (const auto& [thid, totals] : figures.totals) {
        json.StartObject();
        member(json, "thid", thid);
        if (!totals.name.empty())
            member(json, "name", totals.name);
        member(json, "icnt", totals.icnt);
        member(json, "icnt_in_waits", totals.wait);
        if (totals.library > 0)
            member(json, "icnt_in_library", totals.library);
        member(json, "sync_events", totals.sync_events);
        member(json, "allocs", totals.allocs);
        member(json, "frees", totals.frees);
        member(json, "bytes_allocated", totals.allocated);
        member(json, "bytes_freed", totals.freed);
        member(json, "bytes_read", totals.read);
        member(json, "bytes_written", totals.written);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    out.Put('\n');
}

bool begins_figures(std::string_view begin) {
    return json_skeleton(begin).starts_with(
        R"({"events":0,"sync_events":0,"threads":0,"dag_blocks":0,"work":0,)");
}

} // namespace ilm
