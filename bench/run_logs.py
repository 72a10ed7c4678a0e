#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How fast are the readers of other systems' logs, and the writers of events in other formats?

What is measured of a reader is log_pass: its events are only counted.  Beside it stands ilmgen, which also
makes the ILM.  A writer is measured with ilmgen, which reads an Alog.  Writes logs.json and logs.md into the
results folder; with --only it only prints.
"""

import contextlib
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
    Case("LPEL, the same, two of three ids missing", lambda folder: logs.lpel(folder, 2_000_000, True, 3)),
    Case("Alog, 500,000 messages and their states", lambda folder: logs.alog(folder, 500_000)),
    Case("Alog, the same, each message with a tag of its own",
         lambda folder: logs.alog(folder, 500_000, kinds=500_000)),
    Case("Alog, mapped calls of 400,000 messages, half of them with wildcards",
         lambda folder, file: logs.calls(folder, 400_000, file), "calls.map"),
    Case("Gist, 2 million records", lambda folder: logs.gist(folder, 2_000_000)),
]  # fmt: skip


FORMATS = ["ilm", "trace", "alog", "gist", "arrows"]
WRITTEN_MESSAGES = 200_000


@contextlib.contextmanager
def filled(given, fill, *files):
    """A folder with a log, and the bytes in it."""
    folder = os.path.join(given.results, "logs")
    os.makedirs(folder)
    try:
        fill(folder, *files)
        yield folder, sum(file.stat().st_size for file in os.scandir(folder))
    finally:
        shutil.rmtree(folder)


def costs(samples, size):
    """The costs of runs that have read, or written, so many bytes."""
    return {
        "bytes": size,
        "speed": measure.spread([size / 1e6 / sample.cpu for sample in samples]),
        "wall_speed": measure.spread([size / 1e6 / sample.wall for sample in samples]),
        "memory": measure.spread([sample.memory for sample in samples]),
    }


def measure_case(given, case):
    map_file = os.path.join(given.results, case.map)
    with filled(given, case.fill, *([map_file] if case.map else [])) as (folder, size):
        how = [f"--map={map_file}"] if case.map else []
        reader = [os.path.join(given.programs, "log_pass"), *how, folder]
        whole = [given.ilmgen, *how, folder, "-o", os.path.join(given.results, "ilm")]
        rounds = [(measure.run(reader), measure.run(whole)) for _ in range(given.repeat)]
    result = {
        "name": case.name,
        **costs([reader for reader, _ in rounds], size),
        "ilmgen": costs([whole for _, whole in rounds], size),
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def measure_writers(given):
    """All of them in each round, from the same log."""
    with filled(given, lambda folder: logs.alog(folder, WRITTEN_MESSAGES)) as (folder, read):
        output = os.path.join(given.results, "emitted")
        samples, sizes = {name: [] for name in FORMATS}, {}
        for _ in range(given.repeat):
            for name in FORMATS:
                samples[name].append(measure.run([given.ilmgen, f"--emit={name}", folder, "-o", output, "--force"]))
                sizes[name] = os.path.getsize(output)
        os.remove(output)
    return [{"name": name, "read": read, **costs(samples[name], sizes[name])} for name in FORMATS]


def table_of(results):
    head = ["log", "MB", "reader, MB a second of CPU time", "of wall time", "wanted", "its peak memory",
            "ilmgen, MB a second of CPU time", "of wall time", "its peak memory", "reached"]  # fmt: skip
    rows = [[r["name"], *columns(r)[:3], str(AT_LEAST), columns(r)[3], *columns(r["ilmgen"])[1:],
             "yes" if r["speed"]["median"] >= AT_LEAST else "not yet"] for r in results]  # fmt: skip
    return head, rows


def table_of_writers(results):
    head = ["--emit", "MB written", "MB a second of CPU time", "of wall time", "peak memory"]
    return head, [[r["name"], *columns(r)] for r in results]


def columns(result):
    return [f"{result['bytes'] / 1e6:.0f}", f"{result['speed']['median']:.0f}",
            f"{result['wall_speed']['median']:.0f}", report.size(result["memory"]["median"])]  # fmt: skip


def parse_options():
    parser = options.parser(__doc__, limit=120)
    parser.add_argument("--ilmgen", default="build/ilmgen/ilmgen", help="program (%(default)s)")
    parser.add_argument("--programs", default="build/bench", help="folder (%(default)s)")
    return options.parse(parser)


def text_of(given, results, writers, of):
    rounds = "One round" if given.repeat == 1 else f"Medians of {given.repeat} rounds"
    text = f"{rounds}:\n\n" + report.table(*table_of(results)) + "\n"
    if writers:
        text += (f"ilmgen reads {writers[0]['read'] / 1e6:.0f} MB of Alog, {WRITTEN_MESSAGES:,} messages and "
                 f"their states, and writes:\n\n{report.table(*table_of_writers(writers))}\n")  # fmt: skip
    return text + report.machine(of)


def main():
    given = parse_options()
    os.makedirs(given.results, exist_ok=True)
    of = machine.describe()
    try:
        results = [measure_case(given, case) for case in report.selected(CASES, given.only)]
        writers = [] if given.only else measure_writers(given)
    except measure.Failed as failure:
        sys.exit(f"run_logs: {failure}")
    text = text_of(given, results, writers, of)
    print("\n" + text)
    if not given.only:
        report.write(given.results, "logs", {"machine": of, "logs": results, "writers": writers}, text)


if __name__ == "__main__":
    main()
