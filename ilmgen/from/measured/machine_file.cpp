// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/measured/machine_file.h"

#include "ilmgen/from/measured/measured_file.h"

namespace ilm {

namespace {

Distribution distribution_in(const MeasuredValue& value) {
    if (!value.is_there())
        value.fail_as_missing("is missing");
    const Distribution all{value["p10"].number(), value["p50"].number(), value["p90"].number()};
    if (all.p10 > all.p50 || all.p50 > all.p90)
        value.fail("p10, p50 and p90 must not fall");
    return all;
}

/// Rows without samples are left out.
std::vector<WakeCosts> wakes_in(const MeasuredValue& rows, const char* side) {
    std::vector<WakeCosts> all;
    for (const MeasuredValue& row : rows.items()) {
        const MeasuredValue costs = row[side];
        if (!costs["run"].is_there())
            continue;
        const double asleep = row["asleep"].number();
        if (!all.empty() && asleep <= all.back().asleep)
            row["asleep"].fail("must be more than in the row before");
        all.push_back({asleep, distribution_in(costs["run"]), distribution_in(costs["call"])});
    }
    return all;
}

std::optional<MemoryPace> memory_in(const MeasuredValue& memory) {
    if (!memory.is_there())
        return std::nullopt;
    const MemoryPace pace{memory["one"]["p50"].number(), memory["all"]["p50"].number(),
                          memory["cache"].whole_number()};
    if (pace.one == 0)
        memory["one"]["p50"].fail("must be more than 0");
    if (pace.all == 0)
        memory["all"]["p50"].fail("must be more than 0");
    return pace;
}

} // namespace

MachineCosts read_machine_file(const std::string& name) {
    const MeasuredFile json(name, "hpcmp_machine", "hpcmp --machine");
    const MeasuredValue file = json.whole();
    MachineCosts costs;
    costs.same = wakes_in(file["wake"], "same");
    costs.other = wakes_in(file["wake"], "other");
    if (costs.same.empty())
        file["wake"].fail_as_missing("no row has a cost for `same`");
    if (costs.other.empty()) // the machine has one processor
        costs.other = costs.same;
    if (file["line"].is_there())
        costs.line = distribution_in(file["line"]["other"]);
    costs.begin = distribution_in(file["create"]["begin"]);
    costs.create = distribution_in(file["create"]["call"]);
    costs.instruction = file["instruction"]["p50"].number();
    if (costs.instruction == 0)
        file["instruction"]["p50"].fail("must be more than 0");
    costs.memory = memory_in(file["memory"]);
    return costs;
}

} // namespace ilm
