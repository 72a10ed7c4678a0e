// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/report/write_report.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emit/file/text_table.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <utility>

namespace ilm {

namespace {

/// A person sees so many rows of a table; the JSON contains all.
constexpr std::size_t most_rows = 20;

std::string formatted(const char* format, double number) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number);
    return text.data();
}

std::string text_of(const Cell& cell, Measure measure) {
    if (const auto* const text = std::get_if<std::string>(&cell))
        return *text;
    if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        return std::to_string(*count);
    const double number = std::get<double>(cell);
    return measure == Measure::share ? formatted("%.1f %%", 100 * number)
                                     : formatted("%.2f", number);
}

/// The cells of a row that a person sees.  A figure of two runs has one column, as "5 -> 7".
std::vector<std::string> texts_of(const Table& table, const std::vector<Cell>& row) {
    std::vector<std::string> texts;
    std::string before;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Column& column = table.columns[i];
        const std::string text = text_of(row[i], column.measure);
        if (column.is_before)
            before = text == text_of(row[i + 1], column.measure) ? "" : text + " -> ";
        else
            texts.push_back(std::exchange(before, "") + text);
    }
    return texts;
}

void write_table(const Table& table, std::ostream& out) {
    std::vector<std::string> heads;
    std::size_t numbers = 0;
    for (const Column& column : table.columns) {
        if (column.is_before)
            continue;
        heads.push_back(with_blanks(column.key));
        if (column.measure != Measure::text && numbers + 1 == heads.size())
            ++numbers;
    }
    TextTable text(heads, numbers);
    for (std::size_t i = 0; i < table.rows.size() && i < most_rows; ++i)
        text.add(texts_of(table, table.rows[i]));
    out << '\n' << with_blanks(table.name) << '\n';
    text.write(out);
    if (table.rows.size() > most_rows)
        out << "... and " << table.rows.size() - most_rows << " more\n";
}

void write_cell(rapidjson::PrettyWriter<OutputFile>& json, const Cell& cell) {
    if (const auto* const text = std::get_if<std::string>(&cell))
        json.String(text->c_str(), static_cast<rapidjson::SizeType>(text->size()));
    else if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        json.Uint64(*count);
    else
        json.Double(std::get<double>(cell));
}

void write_json(const Table& table, rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key(table.name.c_str());
    json.StartObject();
    member(json, "about", table.about);
    json.Key("rows");
    json.StartArray();
    for (const auto& row : table.rows) {
        json.StartObject();
        for (std::size_t i = 0; i < row.size(); ++i) {
            json.Key(table.columns[i].key.c_str());
            write_cell(json, row[i]);
        }
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
}

void write_texts(rapidjson::PrettyWriter<OutputFile>& json, const char* key,
                 const std::vector<std::string>& texts) {
    json.Key(key);
    json.StartArray();
    for (const std::string& text : texts)
        json.String(text.c_str(), static_cast<rapidjson::SizeType>(text.size()));
    json.EndArray();
}

} // namespace

void write_text(const Report& report, OutputFile& out) {
    constexpr std::size_t head_width = 9;
    std::ostringstream text;
    for (const Finding& finding : report.findings) {
        std::string head = finding.head;
        head.resize(std::max(head_width, head.size() + 1), ' ');
        text << head << finding.text << '\n';
    }
    for (const Section& section : report.sections)
        for (const Table& table : section.tables)
            write_table(table, text);
    for (const std::string& sentence : report.incomplete)
        text << "\nIncomplete: " << sentence << '\n';
    out.write(text.str());
}

void write_json(const Report& report, OutputFile& out) {
    rapidjson::PrettyWriter<OutputFile> json(out);
    json.SetIndent(' ', 2);
    json.StartObject();
    member(json, "ilmgen_report", std::uint64_t{1});
    member(json, "cost", report.cost);
    if (!report.compared_with.empty())
        member(json, "compared_with", report.compared_with);
    json.Key("findings");
    json.StartArray();
    for (const Finding& finding : report.findings)
        json.String(finding.text.c_str());
    json.EndArray();
    write_texts(json, "incomplete", report.incomplete);
    for (const Section& section : report.sections) {
        json.Key(section.name.c_str());
        json.StartObject();
        for (const Table& table : section.tables)
            write_json(table, json);
        json.EndObject();
    }
    json.EndObject();
    out.Put('\n');
}

bool begins_report(std::string_view begin) {
    if (json_skeleton(begin).starts_with(R"({"ilmgen_report":0,"cost":)"))
        return true;
    const std::string_view line = begin.substr(0, begin.find('\n'));
    const std::size_t span = line.find(", span ");
    return line.starts_with("Work     ") && span != std::string_view::npos &&
           line.find(": parallelism ", span) != std::string_view::npos;
}

} // namespace ilm
