// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/measured/native_file.h"

#include "ilmgen/from/measured/measured_file.h"

#include <map>
#include <optional>
#include <utility>

namespace ilm {

namespace {

NativeFunction function_of(const MeasuredValue& json) {
    const std::string object = json["object"].text();
    NativeFunction function{object.substr(object.rfind('/') + 1),
                            json["function"].text(),
                            json["begin"].whole_number(),
                            json["size"].whole_number(),
                            json["ns"].number(),
                            json["samples"].whole_number()};
    if (json["kernel"].is_there()) // waits have none
        function.kernel_ns = json["kernel"].number();
    if (function.kernel_ns > function.ns)
        json.fail("kernel is more than ns");
    return function;
}

std::vector<NativeFunction> functions_of(const MeasuredValue& json) {
    std::vector<NativeFunction> functions;
    for (const MeasuredValue& function : json.items())
        functions.push_back(function_of(function));
    return functions;
}

/// The parts are rounded to nanoseconds.
void check_sum(const Native& native, const MeasuredValue& json) {
    double sum = native.allocator_ns;
    std::uint64_t samples = 0;
    for (const NativeFunction& function : native.functions) {
        sum += function.ns;
        samples += function.samples;
    }
    const double cpu = static_cast<double>(native.cpu);
    if (sum > cpu * 1.001 + static_cast<double>(native.functions.size()))
        json.fail("the functions and the allocator have more nanoseconds than cpu");
    if (native.cpu == 0 || sum <= 0)
        json.fail("there is no time in it");
    if (samples + native.samples == 0)
        json.fail("there are no samples in it");
}

Native run_of(const MeasuredValue& json) {
    Native native;
    native.cpu = static_cast<std::uint64_t>(json["cpu"].number());
    native.threads = json["threads"].number();
    native.samples = json["samples"].whole_number();
    native.covered = json["covered"].number();
    native.allocator_ns = json["allocator"]["ns"].number();
    native.allocator_samples = json["allocator"]["samples"].whole_number();
    native.functions = functions_of(json["functions"]);
    if (json["waits"].is_there()) // older files have none
        native.waits = functions_of(json["waits"]);
    check_sum(native, json);
    return native;
}

/// Older files say only how long one run takes.
NativeTime time_of(const MeasuredValue& json) {
    const double wall = json["wall"].number();
    const auto time = [&](const char* key) {
        return json[key].is_there() ? json[key].number() : wall;
    };
    return {json["processors"].whole_number(), wall, time("shortest"), time("longest")};
}

/// Adds the figures of the run on several processors to the run on one.
void add_several(Native& one, std::uint64_t processors, const Native& several) {
    one.several = processors;
    one.cpu_on_several = several.cpu;
    one.allocator_ns_on_several = several.allocator_ns;
    std::map<std::pair<std::string, std::uint64_t>, const NativeFunction*> known;
    for (const NativeFunction& function : several.functions)
        known[{function.object, function.begin}] = &function;
    for (NativeFunction& function : one.functions)
        if (const auto other = known.find({function.object, function.begin});
            other != known.end()) {
            function.ns_on_several = other->second->ns;
            function.samples_on_several = other->second->samples;
            function.kernel_ns_on_several = other->second->kernel_ns;
        }
}

} // namespace

Native read_native(const std::string& path) {
    const MeasuredFile json(path, "hpcmp_native", "hpcmp --native");
    const MeasuredValue file = json.whole();
    std::optional<Native> native;
    std::optional<Native> on_most;
    std::vector<NativeTime> times;
    std::uint64_t most = 1;
    for (const MeasuredValue& run : file["runs"].items()) {
        times.push_back(time_of(run));
        if (!native && times.back().processors == 1)
            native = run_of(run);
        if (times.back().processors > most) {
            most = times.back().processors;
            on_most = run_of(run);
        }
    }
    if (!native)
        file["runs"].fail("there is no run on 1 processor");
    native->program = file["program"].text();
    native->times = std::move(times);
    if (on_most)
        add_several(*native, most, *on_most);
    return *native;
}

} // namespace ilm
