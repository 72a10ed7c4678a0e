#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What does a message cost under `valgrind --tool=hpcmp`?  See docs/performance.md.

Writes mpi.json and mpi.md into the results folder.  With --only nothing is written, only printed.
"""

import dataclasses
import os
import shutil
import sys
import tempfile

import machine
import measure
import options
import report

NATIVE, FLOOR, OURS = "native", "none", "hpcmp"
IMPLEMENTATIONS = {"Open MPI": "openmpi", "MPICH": "mpich"}
RANKS = 2
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


@dataclasses.dataclass
class Case:
    name: str
    command: list  # of messages, without how many
    n: int
    messages: int  # of each exchange, in the traces of all ranks


# Between ranks only few: on a machine with something else to do, a rank that spins, as MPICH's do, may keep
# the other one from going on for a slice of time.
CASES = [
    Case("message of 8 bytes to itself", ["self", "8"], 20_000, 1),
    Case("message of 64 KiB to itself", ["self", "65536"], 5_000, 1),
    Case("message of 8 bytes", ["pingpong", "8"], 2_000, 2),
    Case("message of 64 KiB", ["pingpong", "65536"], 500, 2),
    Case("MPI_Allreduce of 8 bytes", ["allreduce", "8"], 2_000, 1),
]


class Bench:
    """Where things are, and how a job is run under a tool."""

    def __init__(self, given, folder):
        self.options = given
        self.folder = folder

    def compiled(self, mpi):
        program = os.path.join(self.folder, f"messages.{mpi}")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "messages.c")
        measure.run([f"mpicc.{mpi}", "-O2", "-g", "-o", program, source])
        return program

    def run(self, tool, mpi, command):
        """The sample, and the bytes that all traces have."""
        traces = os.path.join(self.folder, "traces")
        os.makedirs(traces)
        valgrind = [os.path.abspath(self.options.valgrind), "-q", "--fair-sched=yes"]
        under = {
            NATIVE: [],
            FLOOR: [*valgrind, "--tool=none"],
            OURS: [*valgrind, "--tool=hpcmp", f"--hpcmp-out-file={traces}/%p"],
        }[tool]
        sample = measure.run([f"mpirun.{mpi}", "-n", str(RANKS), *under, *command], environment=SETTINGS)
        size = sum(os.path.getsize(os.path.join(traces, file)) for file in os.listdir(traces))
        shutil.rmtree(traces)
        return sample, size


def measure_case(bench, case, name, program):
    mpi, command = IMPLEMENTATIONS[name], [program, *case.command]
    times = {tool: [] for tool in (NATIVE, FLOOR, OURS)}
    for _ in range(bench.options.repeat):
        for tool in times:
            sample, size = bench.run(tool, mpi, [*command, str(case.n)])
            times[tool].append(sample.figures["ns"])
    _, size_without = bench.run(OURS, mpi, [*command, "0"])
    result = {
        "name": f"{case.name}, {name}",
        "ns": {tool: measure.spread(values) for tool, values in times.items()},
        "none_to_native": measure.ratios(times[FLOOR], times[NATIVE]),
        "hpcmp_to_none": measure.ratios(times[OURS], times[FLOOR]),
        "bytes": (size - size_without) / case.n / case.messages,
    }
    print(report.table(*table_of([result])), flush=True)
    return result


def table_of(results):
    head = ["one", "native, us", "none, us", "hpcmp, us", "none : native", "hpcmp : none", "bytes of trace"]
    rows = [[r["name"], *(report.number(r["ns"][tool]["median"] / 1000) for tool in (NATIVE, FLOOR, OURS)),
             report.ratio(r["none_to_native"]), report.ratio(r["hpcmp_to_none"]), f"{r['bytes']:.0f}"]
            for r in results]  # fmt: skip
    return head, rows


def measure_all(bench):
    results = []
    for name, mpi in IMPLEMENTATIONS.items():
        if shutil.which(f"mpirun.{mpi}") is None:
            print(f"run_mpi: no {name} here")
            continue
        program = bench.compiled(mpi)
        results += [measure_case(bench, case, name, program)
                    for case in report.selected(CASES, bench.options.only)]
    return results


def parse_options():
    parser = options.parser(__doc__, limit=60)
    parser.add_argument("--valgrind", default="build/vg-in-place", help="launcher (%(default)s)")
    return options.parse(parser)


def main():
    given = parse_options()
    of = machine.describe(given.valgrind)
    with tempfile.TemporaryDirectory() as folder:
        try:
            results = measure_all(Bench(given, folder))
        except measure.Failed as failure:
            sys.exit(f"run_mpi: {failure}")
    text = f"CPU time of rank 0 of {RANKS}, {report.rounds(given.repeat)}:\n\n"
    text += report.table(*table_of(results)) + "\n" + report.machine(of)
    print("\n" + text)
    if not given.only:
        report.write(given.results, "mpi", {"machine": of, "repeat": given.repeat, "mpi": results}, text)


if __name__ == "__main__":
    main()
