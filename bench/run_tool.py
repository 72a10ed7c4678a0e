#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How fast is `valgrind --tool=hpcmp`?  See docs/performance.md.

Writes tool.json, tool.md and performance-tool.svg into the results folder.  With --only nothing is
written, only printed.
"""

import os
import re
import shutil
import sys

import machine
import measure
import options
import plot
import report
import tool_programs

NATIVE, FLOOR, OURS, DHAT, MEMCHECK = "native", "none", "hpcmp", "DHAT", "Memcheck"
# A program that takes less natively is too short for a ratio.
SHORTEST_NATIVE_S = 0.02
# Limits that the tool has to meet besides the programs' ratios.
MEMORY_A_BLOCK, MEMORY_A_BYTE = 64, 1 / 256
BYTES_AN_ALLOC_OR_FREE = 75

MEMORY = ("live_bytes", "freed_bytes")
COLOURS = {FLOOR: plot.FLOOR, OURS: plot.OURS, DHAT: plot.RIVAL}


class Bench:
    """Where things are, and how a program is run under a tool."""

    def __init__(self, given):
        self.options = given
        self.trace = os.path.join(given.results, "trace")
        self.text = os.path.join(given.results, "text")
        os.makedirs(given.results, exist_ok=True)

    def clean_up(self):
        for file in (self.trace, self.text):
            if os.path.exists(file):
                os.remove(file)

    def run(self, tool, command, limit=None, valgrind_options=()):
        if tool == NATIVE:
            return measure.run(command, limit=limit)
        tool_options = {
            FLOOR: ["-q", "--tool=none"],
            OURS: ["--tool=hpcmp", f"--hpcmp-out-file={self.trace}"],
            DHAT: ["-q", "--tool=dhat", f"--dhat-out-file={self.trace}"],
            MEMCHECK: ["-q", "--tool=memcheck"],
        }[tool]
        # All tools take turns in the same way; otherwise threads' luck is measured.
        return measure.run(
            [self.options.valgrind, "--fair-sched=yes", *valgrind_options, *tool_options, *command],
            limit=limit,
        )

    def command(self, words):
        own = os.path.join(self.options.programs, words[0])
        program = own if os.path.exists(own) else shutil.which(words[0])
        if program is None:
            raise measure.Failed(f"{words[0]} is missing")
        return [program, *(word.format(text=self.text) for word in words[1:])]


# The table


def measure_program(bench, program):
    """Memcheck, which is slow and here for comparison only, runs once."""
    samples = {tool: [] for tool in (NATIVE, FLOOR, OURS, DHAT, MEMCHECK)}
    trace = {}
    for turn in range(bench.options.repeat):
        for tool in samples:
            if tool == MEMCHECK and (turn > 0 or bench.options.quick):
                continue
            sample = bench.run(tool, bench.command(program.command))
            samples[tool].append(sample)
            if tool == OURS:
                trace = trace_of(sample, bench.trace)
    natives, floors, ours = ([s.cpu for s in samples[tool]] for tool in (NATIVE, FLOOR, OURS))
    result = {
        "name": program.name,
        "at_most": program.at_most,
        "floor_seconds": measure.spread(floors),
        "trace": trace,
        "of_native": measure.ratios(ours, natives) if min(natives) >= SHORTEST_NATIVE_S else None,
        "ratios": {t: measure.ratios([s.cpu for s in samples[t]], floors)
                   for t in (OURS, DHAT, MEMCHECK) if samples[t]},
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def trace_of(sample, path):
    """Size of the trace that our tool has just written, and the number of its events."""
    events = re.search(r"hpcmp: (\d+) events", sample.errors)
    return {"bytes": os.path.getsize(path), "events": int(events.group(1)) if events else None}


def verdict(ours, at_most, dhat=None):
    """The issue asks for at most `at_most`, and for less than DHAT where DHAT takes more than 1.3."""
    if ours > at_most:
        return "not yet"
    return "slower than DHAT" if dhat and dhat > 1.3 and ours >= dhat else "yes"


def table_of(results):
    head = ["program", "floor, s", "at most", "hpcmp", "DHAT", "Memcheck", "reached",
            "hpcmp : native"]
    rows = []
    for r in results:
        ours, dhat, memcheck = (r["ratios"].get(t) for t in (OURS, DHAT, MEMCHECK))
        rows.append([r["name"], f"{r['floor_seconds']['median']:.2f}", f"{r['at_most']:.1f}",
                     report.ratio(ours), report.ratio(dhat), report.ratio(memcheck),
                     verdict(ours["median"], r["at_most"], dhat["median"]), report.ratio(r["of_native"])])
    return head, rows


def mean_row(results):
    means = {t: measure.geometric_mean([r["ratios"][t]["median"] for r in results])
             for t in (OURS, DHAT, MEMCHECK) if all(t in r["ratios"] for r in results)}
    at_most = tool_programs.GEOMETRIC_MEAN_AT_MOST
    return ["geometric mean", "", f"{at_most:.1f}",
            *(f"{means[t]:.2f}" if t in means else "-" for t in (OURS, DHAT, MEMCHECK)),
            verdict(means[OURS], at_most), ""]


# The growth curves


def measure_curve(bench, curve):
    """Points are a list per tool: {"x", "ns": spread, other figures: median}."""
    result = {"name": curve.name, "points": {FLOOR: [], OURS: [], DHAT: []}, "stopped": {}}
    values = curve.values[::2] if bench.options.quick else curve.values
    for x in values:
        samples = {tool: [] for tool in result["points"] if tool not in result["stopped"]}
        for _ in range(bench.options.growth_repeat):
            for tool in list(samples):
                try:
                    samples[tool].append(bench.run(tool, bench.command([curve.program, str(x)]),
                                                   bench.options.limit, curve.options))
                except measure.TookTooLong:
                    result["stopped"][tool] = x
                    del samples[tool]
        for tool, runs in samples.items():
            result["points"][tool].append(point(x, runs))
        print(f"{curve.name} {report.count(x)}: " + ", ".join(
            f"{tool} {report.number(point(x, runs)['ns']['median'])} ns" for tool, runs in samples.items()),
            flush=True)
    return result


def point(x, runs):
    names = runs[0].figures
    figures = {name: measure.spread([run.figures[name] for run in runs]) for name in names}
    return {"x": x, **figures}


def label(curve, x):
    return report.size(x) if curve.over.startswith("bytes") else report.count(x)


def growth_table(results):
    """Each curve's ends."""
    head = ["an operation", "from", "to", "none, ns", "hpcmp, ns", "DHAT, ns"]
    rows = []
    for curve, result in curves_with(results):
        xs = [point["x"] for point in result["points"][FLOOR]]
        rows.append([f"{curve.operation}: {curve.title}", label(curve, xs[0]), label(curve, xs[-1]),
                     *(ends(curve, result, tool, results["limit"]) for tool in (FLOOR, OURS, DHAT))])
    return head, rows


def ends(curve, result, tool, limit):
    costs = [report.number(point["ns"]["median"]) for point in result["points"][tool]]
    if not costs:
        return "-"
    beyond = result["stopped"].get(tool)
    return f"{costs[0]} to " + (f"over {limit:.0f} s at {label(curve, beyond)}" if beyond else costs[-1])


def memory_table(results):
    """Memory of the process under the tool less that without it.  Small totals would show the
    whole pages that memory comes in, so they are left out."""
    head = ["memory that the tool adds", "at most", "while alive", "after free"]
    rows = []
    for curve, result in curves_with(results):
        for floor, ours in zip(result["points"][FLOOR], result["points"][OURS]):
            x = floor["x"]
            added = [ours[f]["median"] - floor[f]["median"] for f in MEMORY if f in floor]
            if curve.name == "blocks" and x >= 10_000:
                rows.append([f"bytes a block, {report.count(x)} live blocks of 64 bytes",
                             f"{MEMORY_A_BLOCK + 64 * MEMORY_A_BYTE:.0f}", *map(report.number, added)])
            if curve.name == "size" and x >= 2**22:
                rows.append([f"one block of {report.size(x)}, hardly touched",
                             report.size(MEMORY_A_BLOCK + x * MEMORY_A_BYTE), *map(signed_size, added)])
    return head, rows


def signed_size(value):
    return ("-" if value < 0 else "") + report.size(abs(value))


def curves_with(results):
    curves = {curve.name: curve for curve in tool_programs.CURVES}
    return [(curves[result["name"]], result) for result in results["growth"]]


def panels(results):
    for curve, result in curves_with(results):
        lines = {tool: [(p["x"], *(p["ns"][k] for k in ("median", "min", "max"))) for p in points]
                 for tool, points in result["points"].items()}
        yield plot.Panel(curve.title, curve.over, f"ns per {curve.operation}", lines, COLOURS,
                         curve.x_base)


# The whole


def markdown(results):
    text = ""
    programs = results["programs"]
    if programs:
        head, rows = table_of(programs)
        if len(programs) == len(tool_programs.PROGRAMS):
            rows.append(mean_row(programs))
        text += (f"CPU time as a multiple of `--tool=none`, in the last column of a native run, "
                 f"{report.rounds(results['repeat'])}:\n\n")
        text += report.table(head, rows) + "\n" + report.table(*trace_table(programs)) + "\n"
    if results["growth"]:
        text += "![Growth of costs](performance-tool.svg)\n\n"
        text += report.table(*growth_table(results)) + "\n"
        head, rows = memory_table(results)
        text += report.table(head, rows) + "\n" if rows else ""
    return text + report.machine(results["machine"])


def trace_table(programs):
    """The storm's events are all alloc or free, for which there is a limit."""
    rows = [[p["name"], report.count(p["trace"]["events"]), report.count(p["trace"]["bytes"]),
             BYTES_AN_ALLOC_OR_FREE if p["name"] == tool_programs.STORM.name else "",
             f"{p['trace']['bytes'] / p['trace']['events']:.1f}"]
            for p in programs if p["trace"].get("events")]
    return ["trace", "events", "bytes", "at most", "bytes an event"], rows


def parse_options():
    parser = options.parser(__doc__, limit=60)
    parser.add_argument("--valgrind", default="build/vg-in-place", help="launcher (%(default)s)")
    parser.add_argument("--programs", default="build/bench/programs", help="folder (%(default)s)")
    return options.parse(parser)


def measure_all(bench):
    only = bench.options.only
    results = {"machine": machine.describe(bench.options.valgrind), "repeat": bench.options.repeat,
               "limit": bench.options.limit}
    tool_programs.write_text(bench.text)
    try:
        results["programs"] = [measure_program(bench, program)
                               for program in report.selected(tool_programs.PROGRAMS, only)]
        results["growth"] = [measure_curve(bench, curve)
                             for curve in report.selected(tool_programs.CURVES, only)]
    finally:
        bench.clean_up()
    return results


def main():
    bench = Bench(parse_options())
    try:
        results = measure_all(bench)
    except measure.Failed as failure:
        sys.exit(f"run_tool: {failure}")
    text = markdown(results)
    print("\n" + text)
    if not bench.options.only:
        report.write(bench.options.results, "tool", results, text)
        plot.draw(list(panels(results)), os.path.join(bench.options.results, "performance-tool.svg"))


if __name__ == "__main__":
    main()
