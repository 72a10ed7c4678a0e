// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tables for a program.
#ifndef ILMGEN_EMIT_FILE_JSON_TABLE_H
#define ILMGEN_EMIT_FILE_JSON_TABLE_H

#include "ilmgen/model/table.h"

#include <rapidjson/rapidjson.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace ilm {

template <class Json>
void write_cell(Json& json, const Cell& cell) {
    if (const auto* const text = std::get_if<std::string>(&cell))
        json.String(text->c_str(), static_cast<rapidjson::SizeType>(text->size()));
    else if (const auto* const count = std::get_if<std::uint64_t>(&cell))
        json.Uint64(*count);
    else if (const auto* const difference = std::get_if<std::int64_t>(&cell))
        json.Int64(*difference);
    else
        json.Double(std::get<double>(cell));
}

/// An array with an object for each row.
template <class Json>
void write_rows(Json& json, const Table& table) {
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
}

} // namespace ilm

#endif
