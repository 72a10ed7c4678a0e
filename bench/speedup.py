#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How well the model predicts what two processors make of a program.

Each program runs natively with two threads, on one processor and on two, in turn; the median of
the rounds' ratios is its speed-up.  The model's is that of one trace, replayed on one processor and
on two: by instructions, and with what this machine's hand-overs cost (`hpcmp --machine`).  Prints a
table for docs/how-it-works/order.md.

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
# unit of work takes about 1 ms, so that waking a thread does not count either; but for the last
# ones, with a tenth, a hundredth and a thousandth of that.
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
    ("a lock for a third of the time, 10 us", "order/meet convoy 2 6000 20000"),
    ("two stages, semaphores, 10 us", "order/meet pipeline 2 6000 20000"),
    ("a lock for a third of the time, 1 us", "order/meet convoy 2 60000 2000"),
    ("two stages, semaphores, 1 us", "order/meet pipeline 2 60000 2000"),
]


def predicted(build, command, folder):
    """By instructions, and with hand-overs: usual, slow and fast ones."""
    trace = folder / "trace.json"
    tool = [build / "vg-in-place", "--tool=hpcmp", "-q", f"--hpcmp-out-file={trace}"]
    subprocess.run([*tool, *command], check=True, stdout=subprocess.DEVNULL)
    speedups = []
    for table, options in (("cores", []), ("cores_hand_overs", [f"--machine={folder / 'machine.json'}"])):
        report = folder / "report.json"
        subprocess.run([build / "ilmgen" / "ilmgen", *options, f"--report={report}", trace], check=True)
        one, two = json.loads(report.read_text())["cores"][table]["rows"][:2]
        keys = ("time",) if table == "cores" else ("time", "time_p90", "time_p10")
        speedups += [one[key] / two[key] for key in keys]
    return speedups


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
    print("| program | two processors | instructions | off | with hand-overs | off |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "machine.json").open("w") as file:
            subprocess.run([build / "hpcmp-machine", "--force"], check=True, stdout=file)
        for what, words in PROGRAMS:
            program, *arguments = words.split()
            command = [str(build / "tests" / "programs" / program), *arguments]
            free, usual, slow, fast = predicted(build, command, folder)
            speedup, low, high = measured(command, rounds)
            native = f"{speedup:.2f} ({low:.2f} to {high:.2f})"
            costly = f"{usual:.2f} ({min(slow, fast):.2f} to {max(slow, fast):.2f}) | {usual / speedup - 1:+.0%}"
            print(f"| {what} | {native} | {free:.2f} | {free / speedup - 1:+.0%} | {costly} |", flush=True)


main()
