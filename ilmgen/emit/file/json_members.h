// SPDX-License-Identifier: GPL-2.0-or-later
//
// Functions that write a member of an object, key and value at once, with RapidJSON.
#ifndef ILMGEN_EMIT_FILE_JSON_MEMBERS_H
#define ILMGEN_EMIT_FILE_JSON_MEMBERS_H

#include <rapidjson/rapidjson.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

template <class Json>
void member(Json& json, const char* key, std::uint64_t value) {
    json.Key(key);
    json.Uint64(value);
}

template <class Json>
void member(Json& json, const char* key, std::string_view value) {
    json.Key(key);
    json.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

template <class Json>
void member(Json& json, const char* key, const std::vector<std::string>& texts) {
    json.Key(key);
    json.StartArray();
    for (const std::string& text : texts)
        json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    json.EndArray();
}

} // namespace ilm

#endif
