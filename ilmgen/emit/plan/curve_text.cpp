// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/plan/write_plan.h"

#include "ilmgen/analysis/said/names.h"
#include "ilmgen/analysis/said/ratio.h"
#include "ilmgen/emit/file/text_table.h"

#include <sstream>
#include <string>

namespace ilm {

namespace {

std::string bytes_text(std::int64_t bytes) {
    return rounded_bytes(static_cast<std::uint64_t>(bytes));
}

std::string times(const CurvePoint& point, const CurvePoint& fastest) {
    return fixed(fastest.makespan == 0
                     ? 1
                     : static_cast<double>(point.makespan) / static_cast<double>(fastest.makespan));
}

std::string curve_sentence(const Solver& solver, const Curve& curve) {
    const CurvePoint& fastest = curve.points.back();
    std::string text = std::to_string(curve.processors) +
                       (curve.processors == 1 ? " processor needs " : " processors need ") +
                       bytes_text(fastest.memory);
    const CurvePoint& middle = curve.points[curve.points.size() / 2];
    if (curve.points.size() > 2 && middle.makespan > fastest.makespan)
        text += "; with " + bytes_text(middle.memory) + " the run takes " + times(middle, fastest) +
                " times as long";
    else if (curve.points.size() > 1)
        text += "; with " + bytes_text(curve.points.front().memory) + " the run takes " +
                times(curve.points.front(), fastest) + " times as long";
    if (solver.least_memory() == 0) // there is no less
        return text + ".";
    text += "; with less than " + bytes_text(solver.least_memory());
    if (solver.is_least_memory_exact())
        return text + " it cannot run.";
    return text + " no way to run it was found, and with less than " +
           bytes_text(solver.least_memory_bound()) + " it cannot run.";
}

} // namespace

std::vector<std::string> curve_sentences(const PlannedRun& run, const Solver& solver,
                                         const Curve& curve) {
    std::vector<std::string> sentences = {curve_sentence(solver, curve)};
    if (run.enough_memory)
        sentences.push_back("With " + rounded_bytes(*run.enough_memory) +
                            " no planning is needed, because no schedule needs more.");
    return sentences;
}

void write_curve_as_text(const PlannedRun& run, const Solver& solver, const Curve& curve,
                         const std::string& cost, OutputFile& out) {
    std::ostringstream text;
    for (const std::string& sentence : curve_sentences(run, solver, curve))
        text << sentence << '\n';
    text << '\n';
    TextTable table({"memory", cost, "times", "lower bound"}, 4);
    for (const CurvePoint& point : curve.points)
        table.add({std::to_string(point.memory), std::to_string(point.makespan),
                   times(point, curve.points.back()),
                   std::to_string(point.is_shortest ? point.makespan : point.bound)});
    table.write(text);
    out.write(text.str());
}

} // namespace ilm
