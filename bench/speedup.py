#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How well the model predicts what two processors make of a program.

Each program runs natively with two threads, on one processor and on two, in turn; the median of
the rounds' ratios is its speed-up.  The model's is the parallelism of one trace.  Prints a table
for docs/performance.md.

    speedup.py BUILD_TREE [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import run

# With two workers, so long that starting the program does not count; all fit in caches.  A
# unit of work takes about 1 ms, so that waking a thread, which the model does not have, does
# not count either; but for the last ones, with a tenth and a thousandth of that.
PROGRAMS = [
    ("items from a queue under a mutex", "order/deal mutex 2 60 2000000"),
    ("items from an atomic counter", "order/deal atomic 2 60 2000000"),
    ("items by OpenMP, dynamic", "omp/omp_deal loop 2 60 2000000"),
    ("items as OpenMP's tasks", "omp/omp_deal tasks 2 60 2000000"),
    ("few items", "order/deal mutex 2 5 20000000"),
    ("a lock for a third of the time", "order/meet convoy 2 60 2000000"),
    ("two stages, semaphores", "order/meet pipeline 2 60 2000000"),
    ("two stages, monitors", "order/meet monitor 2 60 2000000"),
    ("a reader and a writer", "order/meet readers 2 60 2000000"),
    ("two philosophers", "order/meet philosophers 2 60 2000000"),
    ("matrix product, ring of jobs", "heap/matrix_pool 480 60 2"),
    ("a lock for a third of the time, 0.1 ms", "order/meet convoy 2 600 200000"),
    ("two philosophers, 0.1 ms", "order/meet philosophers 2 600 200000"),
    ("a lock for a third of the time, 1 us", "order/meet convoy 2 60000 2000"),
    ("two stages, semaphores, 1 us", "order/meet pipeline 2 60000 2000"),
]


def predicted(build, command):
    with tempfile.TemporaryDirectory() as folder:
        trace, stats = Path(folder) / "trace.json", Path(folder) / "stats.json"
        tool = [build / "vg-in-place", "--tool=hpcmp", "-q", f"--hpcmp-out-file={trace}"]
        subprocess.run([*tool, *command], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([build / "ilmgen" / "ilmgen", f"--stats={stats}", trace], check=True)
        return json.loads(stats.read_text())["average_parallelism"]


def measured(command, rounds):
    processors = sorted(os.sched_getaffinity(0))[:2]
    one, two = str(processors[0]), ",".join(map(str, processors))
    ratios = []
    for _ in range(rounds):
        slow, fast = (run(["taskset", "-c", which, *command]) for which in (one, two))
        ratios.append(slow.wall / fast.wall)
    return statistics.median(ratios), min(ratios), max(ratios)


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    print("| program | two processors | model | error |\n| --- | ---: | ---: | ---: |")
    for name, words in PROGRAMS:
        program, *arguments = words.split()
        command = [str(build / "tests" / "programs" / program), *arguments]
        model = predicted(build, command)
        speedup, low, high = measured(command, rounds)
        error = (model - speedup) / speedup
        figures = f"{speedup:.2f} ({low:.2f} to {high:.2f}) | {model:.2f} | {error:+.0%}"
        print(f"| {name} | {figures} |", flush=True)


main()
