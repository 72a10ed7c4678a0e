#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What does the model of a job with many messages cost, by ilmgen, and by ilmgen-mpi in several
processes?  See docs/performance.md.

Writes ranks.json and ranks.md into the results folder.  With --only nothing is written, only printed.
"""

import os
import sys
import tempfile
from pathlib import Path

import machine
import measure
import options
import report
import run_mpi

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "processes"))
from ranks import all_shift  # noqa: E402

RANKS, ROUNDS, WORK = 64, 15_000, 1_000
ALONE = "ilmgen"
PROCESSES = 1, 2, 4


class Maker:
    """A command that makes the model, and the samples of its runs."""

    def __init__(self, name, command):
        self.name = name
        self.command = command
        self.samples = []

    def run(self, traces, folder):
        out = os.path.join(folder, "ilm.json")
        self.samples.append(measure.run([*self.command, traces, "-o", out], environment=run_mpi.SETTINGS))
        for part in Path(folder).glob("ilm*"):
            part.unlink()

    def result(self, alone):
        walls, own = ([sample.wall for sample in maker.samples] for maker in (self, alone))
        return {
            "name": self.name,
            "wall": measure.spread(walls),
            "ratio": measure.ratios(walls, own),
            "cpu": measure.spread([sample.cpu for sample in self.samples]),
            "memory": max(sample.memory for sample in self.samples),
        }


def makers(given):
    together = os.path.join(os.path.dirname(given.ilmgen), "mpi", "ilmgen-mpi")
    yield Maker(ALONE, [given.ilmgen])
    for n in PROCESSES if os.path.exists(together) else ():
        name = "ilmgen-mpi, 1 process" if n == 1 else f"ilmgen-mpi, {n} processes"
        yield Maker(name, [given.mpirun, "-n", str(n), together])


def measure_all(given, folder):
    traces = os.path.join(folder, "traces")
    os.mkdir(traces)
    all_shift(Path(traces), RANKS, ROUNDS, WORK)
    size = sum(file.stat().st_size for file in Path(traces).iterdir())
    all_makers = list(makers(given))
    chosen = [all_makers[0], *report.selected(all_makers[1:], given.only)]
    for _ in range(given.repeat):
        for maker in chosen:
            maker.run(traces, folder)
    return size, [maker.result(chosen[0]) for maker in chosen]


def table_of(results):
    head = ["one", "wall, s", "as ilmgen's", "CPU time, s", "largest process"]
    rows = [[r["name"], report.number(r["wall"]["median"]), report.ratio(r["ratio"]),
             report.number(r["cpu"]["median"]), report.size(r["memory"])] for r in results]  # fmt: skip
    return head, rows


def parse_options():
    parser = options.parser(__doc__, limit=60)
    parser.add_argument("--ilmgen", default="build/ilmgen/ilmgen", help="program (%(default)s)")
    parser.add_argument("--mpirun", default="mpirun", help="of the MPI that ilmgen-mpi was built with (%(default)s)")
    return options.parse(parser)


def main():
    given = parse_options()
    of = machine.describe()
    with tempfile.TemporaryDirectory() as folder:
        try:
            size, results = measure_all(given, folder)
        except measure.Failed as failure:
            sys.exit(f"run_ranks: {failure}")
    text = f"{RANKS} ranks, {RANKS * ROUNDS:,} messages, {size // 10**6} MB of traces, "
    text += f"{report.rounds(given.repeat)}:\n\n"
    text += report.table(*table_of(results)) + "\n" + report.machine(of)
    print(text)
    if not given.only:
        report.write(given.results, "ranks", {"machine": of, "repeat": given.repeat, "ranks": results}, text)


if __name__ == "__main__":
    main()
