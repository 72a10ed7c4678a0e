#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How fast is `valgrind --tool=hpcmp`?  See docs/performance.md.

Writes tool.json, tool.md and performance-tool.svg into the results folder.  With --only nothing is
written, only printed.
"""

import argparse
import os
import re
import shutil
import sys

import machine
import measure
import plot
import report
import tool_programs

FLOOR, OURS, DHAT, MEMCHECK = "none", "hpcmp", "DHAT", "Memcheck"
COLOURS = {FLOOR: plot.FLOOR, OURS: plot.OURS, DHAT: plot.RIVAL}


class Bench:
    """Where things are, and how a program is run under a tool."""

    def __init__(self, options):
        self.options = options
        self.trace = os.path.join(options.results, "trace")
        self.text = os.path.join(options.results, "text")

    def run(self, tool, command, limit=None, valgrind_options=()):
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
    samples = {tool: [] for tool in (FLOOR, OURS, DHAT, MEMCHECK)}
    trace = {}
    for turn in range(bench.options.repeat):
        for tool in samples:
            if tool == MEMCHECK and (turn > 0 or bench.options.quick):
                continue
            sample = bench.run(tool, bench.command(program.command))
            samples[tool].append(sample)
            if tool == OURS:
                trace = trace_of(sample, bench.trace)
    floors = [s.cpu for s in samples[FLOOR]]
    result = {
        "name": program.name,
        "at_most": program.at_most,
        "floor_seconds": measure.spread(floors),
        "trace": trace,
        "ratios": {t: measure.ratios([s.cpu for s in samples[t]], floors)
                   for t in samples if t != FLOOR and samples[t]},
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def trace_of(sample, path):
    """Size of the trace that our tool has just written, and the number of its events."""
    events = re.search(r"hpcmp: (\d+) events", sample.errors)
    return {"bytes": os.path.getsize(path), "events": int(events.group(1)) if events else None}


def verdict(ours, at_most, dhat=None):
    """What the issue asks for: within reach, and faster than DHAT where that has something to lose."""
    if ours > at_most:
        return "not yet"
    return "slower than DHAT" if dhat and dhat > 1.3 and ours >= dhat else "yes"


def table_of(results):
    head = ["program", "floor, s", "at most", "hpcmp", "DHAT", "Memcheck", "reached"]
    rows = []
    for r in results:
        ours, dhat, memcheck = (r["ratios"].get(t) for t in (OURS, DHAT, MEMCHECK))
        rows.append([r["name"], f"{r['floor_seconds']['median']:.2f}", f"{r['at_most']:.1f}",
                     report.ratio(ours), report.ratio(dhat), report.ratio(memcheck),
                     verdict(ours["median"], r["at_most"], dhat["median"])])
    return head, rows


def mean_row(results):
    means = {t: measure.geometric_mean([r["ratios"][t]["median"] for r in results])
             for t in (OURS, DHAT, MEMCHECK) if all(t in r["ratios"] for r in results)}
    at_most = tool_programs.GEOMETRIC_MEAN_AT_MOST
    return ["geometric mean", "", f"{at_most:.1f}",
            *(f"{means[t]:.2f}" if t in means else "-" for t in (OURS, DHAT, MEMCHECK)),
            verdict(means[OURS], at_most)]


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
    return report.size(x) if curve.x_base == 2 else report.count(x)


def growth_table(curves, results, limit):
    """Each curve's ends."""
    head = ["an operation", "from", "to", "none, ns", "hpcmp, ns", "DHAT, ns"]
    rows = []
    for curve, result in zip(curves, results):
        points = result["points"]
        def ends(tool):
            if not points[tool]:
                return "-"
            first, last = (points[tool][i]["ns"]["median"] for i in (0, -1))
            beyond = result["stopped"].get(tool)
            end = f"over {limit} s at {label(curve, beyond)}" if beyond else report.number(last)
            return f"{report.number(first)} to {end}"
        xs = [p["x"] for p in points[FLOOR]]
        rows.append([f"{curve.operation}: {curve.title}", label(curve, xs[0]),
                     f"{label(curve, xs[-1])} {curve.over}" if curve.x_base != 2 else label(curve, xs[-1]),
                     *(ends(tool) for tool in (FLOOR, OURS, DHAT))])
    return head, rows


def memory_table(results):
    """Memory with the tool's less memory without, for `blocks` and `size`."""
    head = ["memory that the tool adds", "while alive", "after free"]
    rows = []
    for name, unit, what in (("blocks", 1, "bytes a block, {} live blocks of 64 bytes"),
                             ("size", None, "one block of {}, hardly touched")):
        result = next((r for r in results if r["name"] == name), None)
        if result is None:
            continue
        for floor, ours in zip(result["points"][FLOOR], result["points"][OURS]):
            added = [ours[f]["median"] - floor[f]["median"] for f in ("live_bytes", "freed_bytes")]
            shown = [report.number(a) for a in added] if unit else [signed_size(a) for a in added]
            x = report.count(floor["x"]) if unit else report.size(floor["x"])
            rows.append([what.format(x), *shown])
    return head, rows


def signed_size(value):
    return ("-" if value < 0 else "") + report.size(abs(value))


def panels(curves, results):
    for curve, result in zip(curves, results):
        lines = {tool: [(p["x"], p["ns"]["median"], p["ns"]["min"], p["ns"]["max"]) for p in points]
                 for tool, points in result["points"].items()}
        yield plot.Panel(curve.title, curve.over, f"ns per {curve.operation}", lines, COLOURS,
                         curve.x_base)


# The whole


def markdown(bench, facts, programs, curves, growth):
    text = ""
    if programs:
        head, rows = table_of(programs)
        if len(programs) == len(tool_programs.PROGRAMS):
            rows.append(mean_row(programs))
        text += f"CPU time as a multiple of `--tool=none`, {report.rounds(bench.options.repeat)}:\n\n"
        text += report.table(head, rows) + "\n" + traces(programs)
    if growth:
        text += "![Growth of costs](performance-tool.svg)\n\n"
        text += report.table(*growth_table(curves, growth, bench.options.limit)) + "\n"
        text += report.table(*memory_table(growth)) + "\n"
    return text + report.machine(facts)


def traces(programs):
    rows = [[p["name"], report.count(p["trace"]["events"]), report.count(p["trace"]["bytes"]),
             f"{p['trace']['bytes'] / p['trace']['events']:.1f}"]
            for p in programs if p["trace"].get("events")]
    return report.table(["trace", "events", "bytes", "bytes an event"], rows) + "\n" if rows else ""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--valgrind", default="build/vg-in-place", help="launcher (%(default)s)")
    parser.add_argument("--programs", default="build/bench/programs", help="folder (%(default)s)")
    parser.add_argument("--results", default="build/bench", help="folder (%(default)s)")
    parser.add_argument("--repeat", type=int, default=5, help="rounds (%(default)s)")
    parser.add_argument("--growth-repeat", type=int, default=3, help="rounds of growth curves (%(default)s)")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a run of a growth curve (%(default)s)")
    parser.add_argument("--only", nargs="+", help="programs and curves with one of these words in their names")
    parser.add_argument("--quick", action="store_true", help="one round, fewer points, no Memcheck")
    options = parser.parse_args()
    if options.quick:
        options.repeat = options.growth_repeat = 1
    return options


def main():
    options = parse_arguments()
    bench = Bench(options)
    os.makedirs(options.results, exist_ok=True)
    facts = machine.describe(options.valgrind)
    tool_programs.write_text(bench.text)
    try:
        programs = [measure_program(bench, p) for p in report.selected(tool_programs.PROGRAMS, options.only)]
        curves = report.selected(tool_programs.CURVES, options.only)
        growth = [measure_curve(bench, c) for c in curves]
    except measure.Failed as failure:
        sys.exit(f"run_tool: {failure}")
    finally:
        for file in (bench.trace, bench.text):
            if os.path.exists(file):
                os.remove(file)
    text = markdown(bench, facts, programs, curves, growth)
    print("\n" + text)
    if not options.only:
        results = {"machine": facts, "repeat": options.repeat, "programs": programs, "growth": growth}
        report.write(options.results, "tool", results, text)
        plot.draw(list(panels(curves, growth)), os.path.join(options.results, "performance-tool.svg"))


if __name__ == "__main__":
    main()
