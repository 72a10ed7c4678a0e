// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/dag/stats.h"

#include "ilmgen/error.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace ilm {

namespace {

Prims with_locks(Prims relaxed) {
    relaxed.insert({TRACE_PRIM_MUTEX, TRACE_PRIM_SPIN, TRACE_PRIM_RWLOCK});
    return relaxed;
}

} // namespace

double average_parallelism(std::uint64_t work, std::uint64_t span) {
    return span == 0 ? 0 : static_cast<double>(work) / static_cast<double>(span);
}

Stats::Stats(const Prims& relaxed) : span_(relaxed), span_without_locks_(with_locks(relaxed)) {}

void Stats::add(const Event& event) {
    if (event.thid != last_) {
        last_ = event.thid;
        last_totals_ = &so_far_.totals[event.thid];
    }
    const Place place = place_of(event);
    ilm::add(so_far_.work, event.icnt, place, "instructions");
    ilm::add(last_totals_->icnt, event.icnt, place, "instructions");
    ilm::add(last_totals_->wait, event.wait, place, "instructions spent waiting");
    add_memory(*last_totals_, event);
    span_.add(event);
    span_without_locks_.add(event);
    const std::uint64_t sync = is_sync(event.kind) ? 1 : 0;
    last_totals_->sync_events += sync;
    so_far_.sync_events += sync;
    ++so_far_.events;
}

void Stats::add_memory(ThreadTotals& totals, const Event& event) {
    const Place place = place_of(event);
    const auto traffic = [&](const BlockUsage& usage) {
        ilm::add(totals.read, usage.read, place, "bytes read");
        ilm::add(totals.written, usage.written, place, "bytes written");
    };
    if (event.kind == Kind::alloc) {
        ++totals.allocs;
        ilm::add(totals.allocated, event.block.size, place, "bytes allocated");
    } else if (event.kind == Kind::free) {
        ++totals.frees;
        ilm::add(totals.freed, event.block.size, place, "bytes freed");
        traffic(event.block);
    }
    for (const BlockUsage& usage : event.usage)
        traffic(usage);
}

void Stats::end_of_block() {
    ++so_far_.dag_blocks;
    span_.trim();
    span_without_locks_.trim();
}

Figures Stats::figures(const HeapBlocks& heap) const {
    Figures figures = so_far_;
    figures.threads = figures.totals.size();
    figures.span = span_.length();
    figures.span_without_locks = span_without_locks_.length();
    figures.peak_heap = heap.peak();
    figures.peak_event = heap.peak_event();
    return figures;
}

namespace {

/// A table of right-aligned columns as wide as their widest entry.
class Table {
public:
    explicit Table(std::vector<std::string> heads) { add(std::move(heads)); }

    void add(std::vector<std::string> row) {
        widths_.resize(std::max(widths_.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths_[i] = std::max(widths_[i], row[i].size());
        rows_.push_back(std::move(row));
    }

    void write(std::ostream& out) const {
        for (const auto& row : rows_) {
            for (std::size_t i = 0; i < row.size(); ++i)
                out << (i == 0 ? "" : "  ") << std::setw(static_cast<int>(widths_[i])) << row[i];
            out << '\n';
        }
    }

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<std::size_t> widths_;
};

template <class Value>
void line(std::ostream& out, const std::string& name, Value value, const std::string& note = "") {
    out << std::left << std::setw(22) << name << std::right << std::setw(20) << value << note
        << '\n';
}

std::string with_blanks(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

void write_text(const LogFigures& log, std::ostream& out) {
    for (const auto& [name, count] : log.counts)
        line(out, with_blanks(name), count);
    for (const FigureTable& figures : log.tables) {
        out << '\n' << with_blanks(figures.name) << '\n';
        Table table(figures.columns);
        for (const auto& row : figures.rows)
            table.add(row);
        table.write(out);
    }
}

/// What all digits is becomes a number.
void write_cell(rapidjson::PrettyWriter<OutputFile>& json, const std::string& cell) {
    if (!cell.empty() && cell.find_first_not_of("0123456789") == std::string::npos)
        json.RawValue(cell.data(), cell.size(), rapidjson::kNumberType);
    else
        json.String(cell.data(), static_cast<rapidjson::SizeType>(cell.size()));
}

void write_json(const FigureTable& table, rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key(table.name.c_str());
    json.StartArray();
    for (const auto& row : table.rows) {
        json.StartObject();
        for (std::size_t i = 0; i < row.size(); ++i) {
            json.Key(table.columns[i].c_str());
            write_cell(json, row[i]);
        }
        json.EndObject();
    }
    json.EndArray();
}

void write_json(const Origin& origin, const LogFigures& log,
                rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key("log");
    json.StartObject();
    json.Key("format");
    json.String(origin.format.c_str());
    json.Key("cost");
    json.String(origin.cost.c_str());
    json.Key("ticks_per_second");
    json.Double(origin.ticks_per_second);
    for (const auto& [name, count] : log.counts) {
        json.Key(name.c_str());
        json.Uint64(count);
    }
    for (const FigureTable& table : log.tables)
        write_json(table, json);
    json.Key("remarks");
    json.StartArray();
    for (const std::string& remark : log.remarks)
        json.String(remark.c_str());
    json.EndArray();
    json.EndObject();
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
    const std::string peak_event = "  bytes, at event " + std::to_string(figures.peak_event);
    line(out, "peak heap", figures.peak_heap, figures.peak_event == 0 ? "  bytes" : peak_event);
    write_text(figures.log, out);
    out << '\n';

    Table table({"thread", figures.origin.cost, "waiting", "syncs", "allocs", "frees", "allocated",
                 "freed", "read", "written"});
    for (const auto& [thid, totals] : figures.totals) {
        std::vector<std::string> row;
        for (const std::uint64_t value :
             {thid, totals.icnt, totals.wait, totals.sync_events, totals.allocs, totals.frees,
              totals.allocated, totals.freed, totals.read, totals.written})
            row.push_back(std::to_string(value));
        table.add(std::move(row));
    }
    table.write(out);
}

void write_json(const Figures& figures, OutputFile& out) {
    rapidjson::PrettyWriter<OutputFile> json(out);
    json.SetIndent(' ', 2);
    const auto number = [&json](const char* name, std::uint64_t value) {
        json.Key(name);
        json.Uint64(value);
    };
    const auto parallelism = [&](std::uint64_t span) {
        number("span", span);
        json.Key("average_parallelism");
        json.Double(average_parallelism(figures.work, span));
    };
    json.StartObject();
    number("events", figures.events);
    number("sync_events", figures.sync_events);
    number("threads", figures.threads);
    number("dag_blocks", figures.dag_blocks);
    number("work", figures.work);
    parallelism(figures.span);
    json.Key("without_locks");
    json.StartObject();
    parallelism(figures.span_without_locks);
    json.EndObject();
    number("peak_heap", figures.peak_heap);
    number("peak_heap_event", figures.peak_event);
    write_json(figures.origin, figures.log, json);
    json.Key("per_thread");
    json.StartArray();
    for (const auto& [thid, totals] : figures.totals) {
        json.StartObject();
        number("thid", thid);
        number("icnt", totals.icnt);
        number("wait", totals.wait);
        number("sync_events", totals.sync_events);
        number("allocs", totals.allocs);
        number("frees", totals.frees);
        number("bytes_allocated", totals.allocated);
        number("bytes_freed", totals.freed);
        number("bytes_read", totals.read);
        number("bytes_written", totals.written);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    out.Put('\n');
}

} // namespace ilm
