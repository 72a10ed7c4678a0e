// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/report/write_report.h"

#include "ilmgen/emit/file/json_members.h"
#include "ilmgen/emit/file/json_skeleton.h"
#include "ilmgen/emit/file/json_table.h"
#include "ilmgen/emit/file/text_table.h"

#include <rapidjson/prettywriter.h>

#include <algorithm>
#include <sstream>

namespace ilm {

namespace {

/// A person sees so many rows of a table; the JSON contains all.
constexpr std::size_t most_rows = 20;

void write_json(const Table& table, rapidjson::PrettyWriter<OutputFile>& json) {
    json.Key(table.name.c_str());
    json.StartObject();
    member(json, "about", table.about);
    json.Key("rows");
    write_rows(json, table);
    json.EndObject();
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
            write_text(table, most_rows, text);
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
    member(json, "incomplete", report.incomplete);
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
    if (begin.starts_with("Limit    ") || begin.starts_with("Change   "))
        begin.remove_prefix(std::min(begin.find('\n'), begin.size() - 1) + 1);
    const std::string_view line = begin.substr(0, begin.find('\n'));
    const std::size_t span = line.find(", span ");
    return line.starts_with("Work     ") && span != std::string_view::npos &&
           line.find(": parallelism ", span) != std::string_view::npos;
}

} // namespace ilm
