// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/write_figures.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emit/file/json_table.h"
#include "ilmgen/emit/file/text_table.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <array>
#include <iomanip>
#include <iterator>
#include <ostream>
#include <utility>

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
    for (const Table& table : log.tables)
        write_text(table, table.rows.size(), out);
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
    for (const Table& table : log.tables) {
        json.Key(table.name.c_str());
        write_rows(json, table);
    }
    json.Key("remarks");
    json.StartArray();
    for (const auto* const sentences : {&log.missing, &log.remarks})
        for (const std::string& sentence : *sentences)
            json.String(sentence.c_str());
    json.EndArray();
    json.EndObject();
}

/// A figure of each thread.
struct ThreadFigure {
    const char* key;  ///< of JSON
    const char* head; ///< for a person; null: left out
    std::uint64_t ThreadTotals::*total;
    bool is_of_memory = false; ///< left out for a person if the input knows nothing of memory
    bool is_cost = false;      ///< the unit of cost comes before the head
    bool is_optional = false;  ///< left out of JSON if it is 0
};

/// Instructions that a thread executed in waits count neither as work nor as idle time.
constexpr std::array thread_figures = {
    ThreadFigure{"icnt", "", &ThreadTotals::icnt, false, true},
    ThreadFigure{"icnt_in_waits", " in waits", &ThreadTotals::wait, false, true},
    ThreadFigure{"icnt_in_library", nullptr, &ThreadTotals::library, false, true, true},
    ThreadFigure{"sync_events", "syncs", &ThreadTotals::sync_events},
    ThreadFigure{"allocs", "allocs", &ThreadTotals::allocs, true},
    ThreadFigure{"frees", "frees", &ThreadTotals::frees, true},
    ThreadFigure{"bytes_allocated", "allocated", &ThreadTotals::allocated, true},
    ThreadFigure{"bytes_freed", "freed", &ThreadTotals::freed, true},
    ThreadFigure{"bytes_read", "read", &ThreadTotals::read, true},
    ThreadFigure{"bytes_written", "written", &ThreadTotals::written, true},
};

void write_threads(const Figures& figures, bool memory, std::ostream& out) {
    std::vector<ThreadFigure> shown;
    std::ranges::copy_if(thread_figures, std::back_inserter(shown),
                         [memory](const ThreadFigure& figure) {
                             return figure.head != nullptr && (memory || !figure.is_of_memory);
                         });
    std::vector<std::string> heads = {"thread"};
    for (const ThreadFigure& figure : shown)
        heads.push_back((figure.is_cost ? figures.origin.cost : "") + figure.head);
    const std::size_t numbers = heads.size();
    const bool named = std::any_of(figures.totals.begin(), figures.totals.end(),
                                   [](const auto& thread) { return !thread.second.name.empty(); });
    if (named)
        heads.emplace_back("name");
    TextTable table(heads, numbers);
    for (const auto& [thid, totals] : figures.totals) {
        std::vector<std::string> row = {std::to_string(thid)};
        for (const ThreadFigure& figure : shown)
            row.push_back(std::to_string(totals.*figure.total));
        if (named)
            row.push_back(totals.name);
        table.add(std::move(row));
    }
    table.write(out);
}

void write_json(const std::map<ThreadId, ThreadTotals>& threads,
                rapidjson::PrettyWriter<OutputFile>& json) {
    json.StartArray();
    for (const auto& [thid, totals] : threads) {
        json.StartObject();
        member(json, "thid", thid);
        if (!totals.name.empty())
            member(json, "name", totals.name);
        for (const ThreadFigure& figure : thread_figures)
            if (!figure.is_optional || totals.*figure.total > 0)
                member(json, figure.key, totals.*figure.total);
        json.EndObject();
    }
    json.EndArray();
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
    write_threads(figures, memory, out);
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
    write_json(figures.totals, json);
    json.EndObject();
    out.Put('\n');
}

bool begins_figures(std::string_view begin) {
    return json_skeleton(begin).starts_with(
        R"({"events":0,"sync_events":0,"threads":0,"dag_blocks":0,"work":0,)");
}

} // namespace ilm
