// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/machine_file.h"

#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/model/error.h"

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace ilm {

namespace {

using Json = rapidjson::Value;

constexpr int known_format = 1;
constexpr const char* how_to_mend = "; `hpcmp --machine` measures it";

/// A value of the file, and where it stands there: wake[2].other.run.
struct Cost {
    const Json* json; ///< null: there is none
    std::string path; ///< behind the file's name

    [[noreturn]] void fail(const std::string& reason) const { throw Error(path + ": " + reason); }

    Cost operator[](const char* key) const {
        const bool has = json != nullptr && json->IsObject() && json->HasMember(key);
        const bool is_top = path.ends_with(": ");
        return {has ? &(*json)[key] : nullptr, path + (is_top ? "" : ".") + key};
    }
    bool is_there() const { return json != nullptr && !json->IsNull(); }

    double number() const {
        if (!is_there())
            fail(std::string("is missing") + how_to_mend);
        if (!json->IsNumber())
            fail("must be a number");
        const double value = json->GetDouble();
        if (!std::isfinite(value) || value < 0)
            fail("must be a number of nanoseconds from 0 on");
        return value;
    }

    Distribution distribution() const {
        if (!is_there())
            fail(std::string("is missing") + how_to_mend);
        const Distribution all{(*this)["p10"].number(), (*this)["p50"].number(),
                               (*this)["p90"].number()};
        if (all.p10 > all.p50 || all.p50 > all.p90)
            fail("p10, p50 and p90 must not fall");
        return all;
    }
};

/// Rows without samples are left out.
std::vector<WakeCosts> wakes(const Cost& rows, const char* side) {
    std::vector<WakeCosts> all;
    if (!rows.is_there() || !rows.json->IsArray())
        rows.fail("must be an array");
    for (rapidjson::SizeType i = 0; i < rows.json->Size(); ++i) {
        const Cost row{&(*rows.json)[i], rows.path + "[" + std::to_string(i) + "]"};
        const Cost that = row[side];
        if (!that.is_there() || !that["run"].is_there())
            continue;
        all.push_back(
            {row["asleep"].number(), that["run"].distribution(), that["call"].distribution()});
        if (all.size() > 1 && all.back().asleep <= all[all.size() - 2].asleep)
            row["asleep"].fail("must be more than in the row before");
    }
    return all;
}

MachineCosts costs_in(const Cost& file) {
    MachineCosts costs;
    costs.same = wakes(file["wake"], "same");
    costs.other = wakes(file["wake"], "other");
    if (costs.same.empty())
        file["wake"].fail(std::string("no row has a cost for `same`") + how_to_mend);
    if (costs.other.empty()) // the machine has one processor
        costs.other = costs.same;
    if (file["line"].is_there())
        costs.line = file["line"]["other"].distribution();
    costs.begin = file["create"]["begin"].distribution();
    costs.create = file["create"]["call"].distribution();
    costs.instruction = file["instruction"]["p50"].number();
    if (costs.instruction == 0)
        file["instruction"]["p50"].fail("must be more than 0");
    return costs;
}

/// All of the file.
std::string text_of(const std::string& name) {
    InputFile file(name);
    std::string text;
    std::array<char, 4096> part;
    while (const std::size_t n = file.read(part.data(), part.size()))
        text.append(part.data(), n);
    return text;
}

} // namespace

MachineCosts read_machine_file(const std::string& name) {
    const std::string text = text_of(name);
    rapidjson::Document document;
    document.Parse(text.data(), text.size());
    if (document.HasParseError())
        throw Error(name + ": byte " + std::to_string(document.GetErrorOffset()) + ": " +
                    rapidjson::GetParseError_En(document.GetParseError()));
    const Cost file{&document, name + ": "};
    if (!file["hpcmp_machine"].is_there())
        throw Error(name + ": is no file of `hpcmp --machine`");
    if (file["hpcmp_machine"].number() != known_format)
        throw Error(name + ": hpcmp_machine: only format 1 is known");
    return costs_in(file);
}

} // namespace ilm
