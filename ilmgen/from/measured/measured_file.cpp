// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/measured/measured_file.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/model/error.h"

#include <rapidjson/error/en.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace ilm {

namespace {

std::string text_of(const std::string& name) {
    InputFile file(name);
    std::string text;
    std::array<char, 1 << 16> part{};
    while (const std::size_t n = file.read(part.data(), part.size()))
        text.append(part.data(), n);
    return text;
}

} // namespace

MeasuredFile::MeasuredFile(const std::string& name, const char* mark, const char* command)
    : name_(name), command_(command) {
    const std::string text = text_of(name);
    document_.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
    if (document_.HasParseError())
        throw Error(name + ": byte " + std::to_string(document_.GetErrorOffset()) + ": " +
                    rapidjson::GetParseError_En(document_.GetParseError()));
    const MeasuredValue format = whole()[mark];
    if (!format.is_there())
        throw Error(name + ": is no file that `" + command + "` has written");
    if (format.number() != 1)
        format.fail("only format 1 is known");
}

void MeasuredValue::fail(const std::string& reason) const {
    throw Error(path_ + ": " + reason);
}

void MeasuredValue::fail_as_missing(const std::string& reason) const {
    fail(reason + "; `" + command_ + "` measures it");
}

const rapidjson::Value& MeasuredValue::need() const {
    if (!is_there())
        fail_as_missing("is missing");
    return *json_;
}

MeasuredValue MeasuredValue::operator[](const char* key) const {
    const bool has = json_ != nullptr && json_->IsObject() && json_->HasMember(key);
    return {has ? &(*json_)[key] : nullptr, path_ + behind_ + key, command_};
}

std::vector<MeasuredValue> MeasuredValue::items() const {
    if (!need().IsArray())
        fail("must be an array");
    std::vector<MeasuredValue> all;
    for (const rapidjson::Value& item : json_->GetArray())
        all.emplace_back(&item, path_ + "[" + std::to_string(all.size()) + "]", command_);
    return all;
}

double MeasuredValue::number() const {
    constexpr double most = 1e18;
    const double value = need().IsNumber() ? json_->GetDouble() : -1;
    if (!std::isfinite(value) || value < 0 || value > most)
        fail("must be a number from 0 to 10^18");
    return value;
}

std::uint64_t MeasuredValue::whole_number() const {
    if (!need().IsUint64())
        fail("must be a whole number from 0 on");
    return json_->GetUint64();
}

std::string MeasuredValue::text() const {
    if (!need().IsString())
        fail("must be a text");
    return {json_->GetString(), json_->GetStringLength()};
}

} // namespace ilm
