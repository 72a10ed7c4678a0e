// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/native/native_file.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/model/error.h"

#include <rapidjson/document.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ilm {

namespace {

using Json = rapidjson::Value;

/// An object of the file, and how messages call it.
class Member {
public:
    Member(const Json& json, std::string file, std::string place)
        : json_(json), file_(std::move(file)), place_(std::move(place)) {
        if (!json_.IsObject())
            fail("is no object");
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(file_ + ": " + place_ + " " + reason);
    }

    const Json& value(const char* key) const {
        const auto found = json_.FindMember(key);
        if (found == json_.MemberEnd())
            fail(std::string("has no \"") + key + "\"");
        return found->value;
    }

    /// Not negative.
    double number(const char* key) const {
        const Json& found = value(key);
        if (!found.IsNumber() || !std::isfinite(found.GetDouble()) || found.GetDouble() < 0 ||
            found.GetDouble() > most)
            fail(std::string("has \"") + key + "\", which is no number from 0 to 10^18");
        return found.GetDouble();
    }

    std::uint64_t whole(const char* key) const {
        const Json& found = value(key);
        if (!found.IsUint64())
            fail(std::string("has \"") + key + "\", which is no whole number from 0 on");
        return found.GetUint64();
    }

    std::string text(const char* key) const {
        const Json& found = value(key);
        if (!found.IsString())
            fail(std::string("has \"") + key + "\", which is no text");
        return {found.GetString(), found.GetStringLength()};
    }

    Member object(const char* key) const {
        return {value(key), file_, std::string("\"") + key + "\""};
    }

    std::vector<Member> objects(const char* key, const std::string& called) const {
        const Json& found = value(key);
        if (!found.IsArray())
            fail(std::string("has \"") + key + "\", which is no array");
        std::vector<Member> all;
        for (const Json& one : found.GetArray())
            all.emplace_back(one, file_, called + " " + std::to_string(all.size() + 1));
        return all;
    }

private:
    static constexpr double most = 1e18;

    const Json& json_;
    std::string file_;
    std::string place_;
};

std::string bytes_of_file(const std::string& path) {
    InputFile file(path);
    std::string bytes;
    std::array<char, 1 << 16> part{};
    while (const std::size_t n = file.read(part.data(), part.size()))
        bytes.append(part.data(), n);
    return bytes;
}

NativeFunction function_of(const Member& json) {
    const std::string object = json.text("object");
    return {object.substr(object.rfind('/') + 1),
            json.text("function"),
            json.whole("begin"),
            json.whole("size"),
            json.number("ns"),
            json.whole("samples")};
}

/// The parts are rounded to nanoseconds.
void check_sum(const Native& native, const Member& json) {
    double sum = native.allocator_ns;
    std::uint64_t samples = 0;
    for (const NativeFunction& function : native.functions) {
        sum += function.ns;
        samples += function.samples;
    }
    const double cpu = static_cast<double>(native.cpu);
    if (sum > cpu * 1.001 + static_cast<double>(native.functions.size()))
        json.fail("has functions and an allocator with more nanoseconds than its \"cpu\"");
    if (native.cpu == 0 || sum <= 0)
        json.fail("has no time");
    if (samples + native.samples == 0)
        json.fail("has no samples");
}

Native run_of(const Member& json) {
    Native native;
    native.cpu = static_cast<std::uint64_t>(json.number("cpu"));
    native.threads = json.number("threads");
    native.samples = json.whole("samples");
    native.covered = json.number("covered");
    native.allocator_ns = json.object("allocator").number("ns");
    for (const Member& function : json.objects("functions", "function"))
        native.functions.push_back(function_of(function));
    check_sum(native, json);
    return native;
}

} // namespace

Native read_native(const std::string& path) {
    const std::string bytes = bytes_of_file(path);
    rapidjson::Document document;
    document.Parse<rapidjson::kParseIterativeFlag>(bytes.data(), bytes.size());
    if (document.HasParseError())
        throw Error(path + ": byte " + std::to_string(document.GetErrorOffset()) +
                    ": is no JSON, so it is no file of hpcmp --native");
    const Member file(document, path, "the file");
    if (file.whole("hpcmp_native") != 1)
        file.fail("has another \"hpcmp_native\" than 1, so a later version has written it");
    std::optional<Native> native;
    std::vector<NativeTime> times;
    for (const Member& run : file.objects("runs", "run")) {
        times.push_back({run.whole("processors"), run.number("wall")});
        if (!native && times.back().processors == 1)
            native = run_of(run);
    }
    if (!native)
        file.fail("has no run on 1 processor");
    native->program = file.text("program");
    native->times = std::move(times);
    return *native;
}

} // namespace ilm
