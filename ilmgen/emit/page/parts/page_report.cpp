// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/page_report.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_table.h"
#include "ilmgen/emit/page/parts/page_names.h"

#include <algorithm>

namespace ilm {

namespace {

using Json = rapidjson::Writer<rapidjson::StringBuffer>;

/// Bytes: a sentence with a few names in it.
constexpr std::size_t longest_finding = 4 * longest_name;

const char* name_of(Measure measure) {
    switch (measure) {
    case Measure::text: return "text";
    case Measure::count: return "count";
    case Measure::work: return "work";
    case Measure::bytes: return "bytes";
    case Measure::share: return "share";
    default: return "ratio";
    }
}

void write_columns(const Table& table, Json& json) {
    json.Key("columns");
    json.StartArray();
    for (const Column& column : table.columns) {
        json.StartObject();
        member(json, "key", column.key);
        member(json, "measure", name_of(column.measure));
        json.EndObject();
    }
    json.EndArray();
}

void write_table(const Table& table, std::size_t most_rows, Json& json) {
    json.StartObject();
    member(json, "name", table.name);
    member(json, "about", table.about);
    write_columns(table, json);
    json.Key("rows");
    json.StartArray();
    const std::size_t rows = std::min(table.rows.size(), most_rows);
    for (std::size_t i = 0; i < rows; ++i) {
        json.StartArray();
        for (const Cell& cell : table.rows[i]) {
            const auto* const text = std::get_if<std::string>(&cell);
            write_cell(json, text == nullptr ? cell : Cell(clipped(*text)));
        }
        json.EndArray();
    }
    json.EndArray();
    member(json, "left_out", std::uint64_t{table.rows.size() - rows});
    json.EndObject();
}

void write_incomplete(const Report& report, Json& json) {
    json.Key("incomplete");
    json.StartArray();
    for (const std::string& sentence : report.incomplete) {
        const std::string text = clipped(sentence, longest_finding);
        json.String(text.c_str(), static_cast<rapidjson::SizeType>(text.size()));
    }
    json.EndArray();
}

} // namespace

void write_page_report(const Report& report, std::size_t most_rows, Json& json) {
    json.StartObject();
    member(json, "compared_with", clipped(report.compared_with));
    write_incomplete(report, json);
    json.Key("findings");
    json.StartArray();
    for (const Finding& finding : report.findings) {
        json.StartObject();
        member(json, "head", finding.head);
        member(json, "text", clipped(finding.text, longest_finding));
        json.EndObject();
    }
    json.EndArray();
    json.Key("sections");
    json.StartArray();
    for (const Section& section : report.sections) {
        json.StartObject();
        member(json, "name", section.name);
        member(json, "title", section.title);
        json.Key("tables");
        json.StartArray();
        for (const Table& table : section.tables)
            write_table(table, most_rows, json);
        json.EndArray();
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
}

} // namespace ilm
