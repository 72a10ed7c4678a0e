#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How fast is ilmgen, and what memory does it take?  See docs/performance.md.

Writes ilmgen.json, ilmgen.md and performance-ilmgen.svg into the results folder.  With --only
nothing is written, only printed.
"""

import dataclasses
import os
import subprocess
import sys

import machine
import measure
import options
import plot
import report

FLOOR, OURS = "bare parse", "ilmgen"
MEMORY_AT_MOST = 64 * 2**20
BEYOND_ANY_TRACE = 10**9
LONG, LONGEST = 7, 8  # decades of events


@dataclasses.dataclass
class Trace:
    """A row of the table: a trace in a file."""

    name: str
    generator: list  # arguments of generate_trace
    at_most: float  # wall time as a multiple of the bare parse


TRACES = [
    Trace("3 million malloc/free pairs", ["pairs", 6_000_000], 1.2),
    Trace("sync-heavy, barrier of 4 threads, 160,000 events", ["barrier", 160_000, 4], 3),
    Trace("allocation-heavy, 4 threads, 780,000 events", ["allocations", 780_000, 4], 1.3),
]


@dataclasses.dataclass
class Curve:
    """ilmgen over one property of traces, which come through a pipe.  A line is a kind of trace:
    from a value to generate_trace's and ilmgen's arguments."""

    name: str
    over: str
    values: list
    lines: dict


def decades(first, last):
    return [10**i for i in range(first, last + 1)]


def curves(longest):
    events = 10**6
    return [
        Curve("events", "events", decades(5, longest), {
            "allocations": lambda n: (["allocations", n, 4], []),
            "barrier": lambda n: (["barrier", n, 4], []),
        }),
        Curve("threads", "threads", [4**i for i in range(1, 6)], {
            "allocations": lambda n: (["allocations", events, n], []),
            "barrier": lambda n: (["barrier", events, n], []),
        }),
        Curve("block size", "sync events in a DAG block", [64, 512, 4096, 32768, 262144, 10**6], {
            "chain of 16 threads": lambda n: (["chain", events, 16], ["--block-size", n]),
            "barrier of 4 threads": lambda n: (["barrier", events, 4], ["--block-size", n]),
        }),
        Curve("releases", "releases of an object", decades(0, 5), {
            "posts, block of 4096": lambda n: (["posts", events, 2, n], []),
            "posts, one block": lambda n: (["posts", events, 2, n], ["--block-size", BEYOND_ANY_TRACE]),
        }),
        Curve("fan", "threads joined by one", [1000, 3000, 10_000], {
            "fan": lambda n: (["fan", 3 * n], []),
            "fan, one block": lambda n: (["fan", 3 * n], ["--block-size", BEYOND_ANY_TRACE]),
        }),
    ]


class Bench:
    """Where things are, and how they are run."""

    def __init__(self, given):
        self.options = given
        self.trace = os.path.join(given.results, "trace")
        self.ilm = os.path.join(given.results, "ilm")
        os.makedirs(given.results, exist_ok=True)

    def clean_up(self):
        for file in (self.trace, self.ilm):
            if os.path.exists(file):
                os.remove(file)

    def program(self, name):
        return os.path.join(self.options.programs, name)

    def generate(self, arguments, stdout):
        return subprocess.Popen([self.program("generate_trace"), *map(str, arguments)], stdout=stdout)

    def write_trace(self, arguments):
        with open(self.trace, "wb") as file:
            if self.generate(arguments, file).wait() != 0:
                raise measure.Failed("generate_trace cannot write the trace: is the disk full?")

    def parse_file(self):
        with open(self.trace, "rb") as file:
            return measure.run([self.program("sax_pass")], stdin=file)

    def model(self, *arguments):
        """The command that writes a new ILM: to replace an old one, which may be large, takes time."""
        if os.path.exists(self.ilm):
            os.remove(self.ilm)
        return [self.options.ilmgen, *map(str, arguments), self.ilm]

    def model_file(self):
        return measure.run(self.model(self.trace))

    def piped(self, command, arguments):
        """The command on a trace that is generated meanwhile."""
        with self.generate(arguments, subprocess.PIPE) as generator:
            return measure.run(command, limit=self.options.limit, stdin=generator.stdout)

    def parse_pipe(self, arguments):
        return self.piped([self.program("sax_pass")], arguments)

    def model_pipe(self, arguments, ilmgen_arguments):
        return self.piped(self.model(*ilmgen_arguments, "-"), arguments)


# The table


def measure_trace(bench, trace):
    bench.write_trace(trace.generator)
    floors, ours = [], []
    for _ in range(bench.options.repeat):
        floors.append(bench.parse_file())
        ours.append(bench.model_file())
    result = {
        "name": trace.name,
        "at_most": trace.at_most,
        "bytes": os.path.getsize(bench.trace),
        "floor_seconds": measure.spread([s.wall for s in floors]),
        "wall": measure.ratios([s.wall for s in ours], [s.wall for s in floors]),
        "cpu": measure.ratios([s.cpu for s in ours], [s.cpu for s in floors]),
        "memory": measure.spread([s.memory for s in ours]),
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def table_of(results):
    head = ["trace", "MB", "bare parse, s", "at most", "ilmgen", "its CPU time", "peak memory", "reached"]
    rows = [[r["name"], f"{r['bytes'] / 1e6:.0f}", f"{r['floor_seconds']['median']:.3f}", f"{r['at_most']:.1f}",
             report.ratio(r["wall"]), f"{r['cpu']['median']:.2f}", report.size(r["memory"]["median"]),
             "yes" if r["wall"]["median"] <= r["at_most"] else "not yet"] for r in results]
    return head, rows


# The growth curves


def measure_curve(bench, curve):
    """CPU time, because through a pipe wall time would measure the generator as well."""
    result = {"name": curve.name, "lines": {}, "stopped": {}}
    values = curve.values[::2] if bench.options.quick else curve.values
    for line, arguments_for in curve.lines.items():
        points = result["lines"][line] = []
        for x in values:
            try:
                points.append(measure_point(bench, x, *arguments_for(x)))
            except measure.TookTooLong:
                result["stopped"][line] = x
                print(f"{curve.name} {report.count(x)}, {line}: over {bench.options.limit} s", flush=True)
                break
            shown = points[-1]
            print(f"{curve.name} {report.count(x)}, {line}: {report.number(shown['ns']['median'])} ns an event, "
                  f"bare parse {report.number(shown['floor_ns']['median'])}, "
                  f"{report.size(shown['memory']['median'])}", flush=True)
    return result


def measure_point(bench, x, generator_arguments, ilmgen_arguments):
    floors, ours = [], []
    for _ in range(bench.options.growth_repeat):
        floors.append(bench.parse_pipe(generator_arguments))
        ours.append(bench.model_pipe(generator_arguments, ilmgen_arguments))
    events = generator_arguments[1]
    return {
        "x": x,
        "floor_ns": measure.spread([s.cpu * 1e9 / events for s in floors]),
        "ns": measure.spread([s.cpu * 1e9 / events for s in ours]),
        "memory": measure.spread([s.memory for s in ours]),
    }


def growth_table(results):
    """Each line's ends."""
    head = ["over", "trace", "from", "to", "bare parse, ns an event", "ilmgen, ns an event", "peak memory"]
    rows = []
    for curve, result in curves_with(results):
        for line, points in result["lines"].items():
            if points:
                beyond = result["stopped"].get(line)
                last = report.count(points[-1]["x"])
                if beyond:
                    last += f" (over {results['limit']:.0f} s at {report.count(beyond)})"
                rows.append([curve.over, line, report.count(points[0]["x"]), last,
                             ends(points, "floor_ns", report.number), ends(points, "ns", report.number),
                             ends(points, "memory", report.size)])
    return head, rows


def ends(points, figure, show):
    return f"{show(points[0][figure]['median'])} to {show(points[-1][figure]['median'])}"


def curves_with(results):
    by_name = {curve.name: curve for curve in curves(LONGEST)}
    return [(by_name[result["name"]], result) for result in results["growth"]]


def spread_points(points, figure, scale=1):
    return [(p["x"], *(p[figure][k] * scale for k in ("median", "min", "max"))) for p in points]


def panels(results):
    """CPU time over each property, and memory over the trace's length.  The bare parse is that of
    the first line's traces."""
    for curve, result in curves_with(results):
        base = 2 if curve.name in ("threads", "block size") else 10
        colours = dict(zip(result["lines"], (plot.OURS, plot.OURS_TOO)))
        points = next(iter(result["lines"].values()))
        lines = {line: spread_points(points, "ns") for line, points in result["lines"].items()}
        lines[FLOOR] = spread_points(points, "floor_ns")
        yield plot.Panel(f"CPU time over {curve.over}", curve.over, "ns an event", lines,
                         {**colours, FLOOR: plot.FLOOR}, base)
        if curve.name == "events":
            memory = {line: spread_points(points, "memory", 2**-20) for line, points in result["lines"].items()}
            yield plot.Panel("memory over events", curve.over, "MiB", memory, colours, base,
                             MEMORY_AT_MOST / 2**20)


# The whole


def markdown(results):
    text = ""
    if results["traces"]:
        text += ("Wall time, and CPU time of all threads, as a multiple of the bare parse of the same file, "
                 f"{report.rounds(results['repeat'])}:\n\n")
        text += report.table(*table_of(results["traces"])) + "\n"
    if results["growth"]:
        text += "![Growth of costs](performance-ilmgen.svg)\n\n"
        text += report.table(*growth_table(results)) + "\n"
    return text + report.machine(results["machine"])


def parse_options():
    parser = options.parser(__doc__, limit=120)
    parser.add_argument("--ilmgen", default="build/ilmgen/ilmgen", help="program (%(default)s)")
    parser.add_argument("--programs", default="build/bench", help="folder (%(default)s)")
    parser.add_argument("--long", action="store_true", help="up to 10^8 events")
    return options.parse(parser)


def measure_all(bench):
    only = bench.options.only
    longest = LONGEST if bench.options.long else LONG
    results = {"machine": machine.describe(), "repeat": bench.options.repeat, "limit": bench.options.limit}
    try:
        results["traces"] = [measure_trace(bench, trace) for trace in report.selected(TRACES, only)]
        results["growth"] = [measure_curve(bench, curve) for curve in report.selected(curves(longest), only)]
    finally:
        bench.clean_up()
    return results


def main():
    bench = Bench(parse_options())
    try:
        results = measure_all(bench)
    except measure.Failed as failure:
        sys.exit(f"run_ilmgen: {failure}")
    text = markdown(results)
    print("\n" + text)
    if not bench.options.only:
        report.write(bench.options.results, "ilmgen", results, text)
        plot.draw(list(panels(results)), os.path.join(bench.options.results, "performance-ilmgen.svg"))


if __name__ == "__main__":
    main()
