#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How fast are the readers of other systems' logs?

What is measured is log_pass: a reader whose events are only counted.  Beside it stands ilmgen, which also
makes the ILM.  Writes logs.json and logs.md into the results folder; with --only it only prints.
"""

import dataclasses
import os
import shutil
import sys

import logs
import machine
import measure
import options
import report

AT_LEAST = 100  # MB/s of CPU time


@dataclasses.dataclass
class Case:
    name: str
    fill: callable  # a folder
    map: str = ""  # file of the results folder that it fills, too


CASES = [
    Case("LPEL, streams, 3 million dispatches", lambda folder: logs.lpel(folder, 3_000_000, False)),
    Case("LPEL, streams and messages, 2 million dispatches",
         lambda folder: logs.lpel(folder, 2_000_000, True)),
    Case("Alog, 500,000 messages and their states", lambda folder: logs.alog(folder, 500_000)),
    Case("Alog, mapped calls of 400,000 messages, half of them with wildcards",
         lambda folder, file: logs.calls(folder, 400_000, file), "calls.map"),
    Case("Gist, 2 million records", lambda folder: logs.gist(folder, 2_000_000)),
]  # fmt: skip


def measure_case(given, case):
    folder = os.path.join(given.results, "logs")
    os.makedirs(folder)
    try:
        map_file = os.path.join(given.results, case.map)
        case.fill(folder, *([map_file] if case.map else []))
        how = [f"--map={map_file}"] if case.map else []
        size = sum(file.stat().st_size for file in os.scandir(folder))
        reader = [os.path.join(given.programs, "log_pass"), *how, folder]
        whole = [given.ilmgen, *how, folder, "-o", os.path.join(given.results, "ilm")]
        rounds = [(measure.run(reader), measure.run(whole)) for _ in range(given.repeat)]
    finally:
        shutil.rmtree(folder)
    speeds = measure.spread([size / 1e6 / sample.cpu for sample, _ in rounds])
    result = {
        "name": case.name,
        "bytes": size,
        "speed": speeds,
        "memory": measure.spread([sample.memory for sample, _ in rounds]),
        "ilmgen_speed": measure.spread([size / 1e6 / sample.cpu for _, sample in rounds]),
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def table_of(results):
    head = ["log", "MB", "reader, MB a second of CPU time", "at least", "its peak memory", "ilmgen", "reached"]
    rows = [[r["name"], f"{r['bytes'] / 1e6:.0f}", f"{r['speed']['median']:.0f}", str(AT_LEAST),
             report.size(r["memory"]["median"]), f"{r['ilmgen_speed']['median']:.0f}",
             "yes" if r["speed"]["median"] >= AT_LEAST else "not yet"] for r in results]  # fmt: skip
    return head, rows


def parse_options():
    parser = options.parser(__doc__, limit=120)
    parser.add_argument("--ilmgen", default="build/ilmgen/ilmgen", help="program (%(default)s)")
    parser.add_argument("--programs", default="build/bench", help="folder (%(default)s)")
    return options.parse(parser)


def main():
    given = parse_options()
    os.makedirs(given.results, exist_ok=True)
    try:
        results = [measure_case(given, case) for case in report.selected(CASES, given.only)]
    except measure.Failed as failure:
        sys.exit(f"run_logs: {failure}")
    of = machine.describe()
    text = report.table(*table_of(results)) + "\n" + report.machine(of)
    print("\n" + text)
    if not given.only:
        report.write(given.results, "logs", {"machine": of, "logs": results}, text)


if __name__ == "__main__":
    main()
