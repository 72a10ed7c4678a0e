#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""How well the model predicts what two processors make of a program.

Each program runs natively with two threads, on one processor and on two, in turn; the median of
the rounds' ratios is its speed-up.  The model's is that of one trace, replayed on one processor and
on two: by instructions, with what this machine's hand-overs cost (`hpcmp --machine`), and with the
nanoseconds of each function, too (`hpcmp --native`), of a native run on one processor, and of runs on
one and on all processors (`--native-cores=all`).  If there is only the run on one, memory may limit the
run; then that speed-up is another column.  Prints a table for docs/how-it-works/order.md.

    speedup.py BUILD_TREE [ROUNDS]

NPB=FOLDER in the environment: also ft, is, mg and cg of the NAS parallel benchmarks, class W, that
are built for OpenMP in this folder (ft.W or ft.W.x).  SPLASH=FOLDER: also fft, radix and lu (with
contiguous blocks) of Splash-3, which this folder has.
"""

import dataclasses
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import run, spread

# With two workers, and about a second long on one processor: within the first tens of milliseconds,
# Linux may keep both threads on the processor on which they began.  All fit in caches.  A unit of
# work takes about 1 ms, so that waking a thread does not count; but for the last ones, with a
# tenth, a hundredth and a thousandth of that.
PROGRAMS = [
    ("items from a queue under a mutex", "order/deal mutex 2 300 2000000"),
    ("items from an atomic counter", "order/deal atomic 2 300 2000000"),
    ("items by OpenMP, dynamic", "omp_tasks/omp_deal loop 2 300 2000000"),
    ("items as OpenMP's tasks", "omp_tasks/omp_deal tasks 2 300 2000000"),
    ("few items", "order/deal mutex 2 5 100000000"),
    ("a lock for a third of the time", "order/meet convoy 2 300 2000000"),
    ("two stages, semaphores", "order/meet pipeline 2 300 2000000"),
    ("two stages, monitors", "order/meet monitor 2 300 2000000"),
    ("a reader and a writer", "order/meet readers 2 300 2000000"),
    ("two philosophers", "order/meet philosophers 2 100 2000000"),
    ("matrix product, ring of jobs", "heap/matrix_pool 960 60 2"),
    ("a lock for a third of the time, 0.1 ms", "order/meet convoy 2 3000 200000"),
    ("two philosophers, 0.1 ms", "order/meet philosophers 2 1000 200000"),
    ("a lock for a third of the time, 10 us", "order/meet convoy 2 30000 20000"),
    ("two stages, semaphores, 10 us", "order/meet pipeline 2 30000 20000"),
    ("a lock for a third of the time, 1 us", "order/meet convoy 2 300000 2000"),
    ("two stages, semaphores, 1 us", "order/meet pipeline 2 300000 2000"),
]

# Programs that everybody has, on 24 MB of text.
REAL = [
    ("pigz -p2", "pigz -p2 -c"),
    ("xz -T2", "xz -T2 -2 --block-size=2MiB -c"),
    ("zstd -T2", "zstd -T2 -9 -c"),
    ("pbzip2 -p2", "pbzip2 -p2 -c"),
    ("sort --parallel=2", "sort --parallel=2 -S 200M"),
]

# Arrays that fit into no cache, and matrices that do.
ARRAYS = [
    ("triad, 192 MB", "triad 2 80"),
    ("gather, 64 MB", "gather 2 15"),
    ("matrix product in caches", "matrix 2 80"),
]
OF_NPB = ("ft", "is", "mg", "cg")
OF_SPLASH = ("fft -p2 -m22", "radix -p2 -n8388608", "lu -p2 -n1920 -b16")


def write_text(file):
    """Words at random, but the same ones each time."""
    words = random.Random(1)
    with file.open("w") as out:
        for _ in range(400_000):
            out.write(" ".join(f"{words.randrange(10**6):x}" for _ in range(10)) + "\n")
    return str(file)


def commands(build, folder):
    for what, words in PROGRAMS:
        program, *arguments = words.split()
        yield what, [str(build / "tests" / "programs" / program), *arguments]
    for what, words in ARRAYS:
        yield what, [str(build / "bench" / "programs" / "arrays"), *words.split()]
    text = write_text(folder / "text")
    for what, words in REAL:
        if shutil.which(words.split()[0]):
            yield what, [*words.split(), text]
    if npb := os.environ.get("NPB"):
        yield from ((f"NPB {name}.W", [npb_program(Path(npb), name)]) for name in OF_NPB)
    if splash := os.environ.get("SPLASH"):
        for words in OF_SPLASH:
            program, *arguments = words.split()
            yield f"Splash-3 {words}", [str(Path(splash).resolve() / program), *arguments]


def npb_program(folder, name):
    for file in (folder / f"{name}.W", folder / f"{name}.W.x"):
        if file.exists():
            return str(file.resolve())
    sys.exit(f"speedup: {folder} has neither {name}.W nor {name}.W.x; leave NPB empty to do without them")


@dataclasses.dataclass
class Prediction:
    """A speed-up, and what it is if costs and native times are at their 10th and 90th percentiles."""

    usual: float
    low: float
    high: float
    time: float  # on two processors, in instructions or nanoseconds
    has_two_states: bool = False

    def text(self):
        if self.low == self.high:
            return f"{self.usual:.2f}"
        states = ": two states" if self.has_two_states else ""
        return f"{self.usual:.2f} ({self.low:.2f} to {self.high:.2f}{states})"


def predicted(build, command, folder):
    """By instructions, with hand-overs, and by nanoseconds of a native run on one processor, and of runs on one and on
    all; and the last but one's other end, if memory limits it, as a text."""
    trace = folder / "trace.json"
    tool = [build / "vg-in-place", "--tool=hpcmp", "-q", f"--hpcmp-out-file={trace}"]
    subprocess.run([*tool, *command], check=True, stdout=subprocess.DEVNULL)
    samples = folder / "samples"
    samples.mkdir(exist_ok=True)
    with (folder / "native.json").open("w") as file:
        native = [build / "hpcmp-native", "--force", "--cores=all", build / "hpcmp-sampler.so", samples]
        subprocess.run([*native, *command], check=True, stdout=file, stdin=subprocess.DEVNULL)
    write_first_run(folder / "native.json", folder / "one.json")
    predictions = []
    machine = f"--machine={folder / 'machine.json'}"
    natives = [f"--native={folder / name}" for name in ("one.json", "native.json")]
    for options in ([], [machine], *([machine, native] for native in natives)):
        tables = cores_tables(build, options, trace)
        two = tables["cores_range" if options else "cores"]["rows"][1]
        keys = ("speedup", "speedup_p10", "speedup_p90") if options else ("speedup",)
        speedups = [two[key] for key in keys]
        states = two.get("states") == 2
        predictions.append(Prediction(speedups[0], min(speedups), max(speedups), two["time"], states))
        if options[1:] == natives[:1]:
            by_memory = f"{tables['cores_memory']['rows'][1]['speedup']:.2f}" if "cores_memory" in tables else ""
    return predictions, by_memory


def write_first_run(native, file):
    """That on one processor."""
    measured_natively = json.loads(native.read_text())
    file.write_text(json.dumps({**measured_natively, "runs": measured_natively["runs"][:1]}))


def cores_tables(build, options, trace):
    report = trace.parent / "report.json"
    subprocess.run([build / "ilmgen" / "ilmgen", *options, f"--report={report}", trace], check=True)
    return json.loads(report.read_text())["cores"]


def busy_time():
    """Seconds in which processors of the machine were busy, also for other machines that share them."""
    user, nice, system, _, _, interrupts, soft_interrupts, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + interrupts + soft_interrupts + steal) / os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass
class Measurement:
    """On two processors, compared with one."""

    speedup: dict  # as spread() says it
    seconds: float  # wall time
    cpu: float  # CPU time, times that on one processor
    foreign: float  # the part of both processors that others took meanwhile


def run_on(processors, command):
    """Nobody takes the output, as in the runs of hpcmp-native, because writing it to a file takes time, too."""
    return run(["taskset", "-c", processors, *command], stdout=subprocess.DEVNULL)


def measured(command, rounds):
    processors = sorted(os.sched_getaffinity(0))[:2]
    one, two = str(processors[0]), ",".join(map(str, processors))
    begin, busy = time.monotonic(), busy_time()
    runs = [[run_on(which, command) for which in (one, two)] for _ in range(rounds)]
    others = busy_time() - busy - sum(slow.cpu + fast.cpu for slow, fast in runs)
    return Measurement(
        spread([slow.wall / fast.wall for slow, fast in runs]),
        statistics.median(fast.wall for _, fast in runs),
        statistics.median(fast.cpu / slow.cpu for slow, fast in runs),
        others / (time.monotonic() - begin) / len(processors),
    )


def main():
    build = Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    os.environ["OMP_NUM_THREADS"] = "2"
    header = ["program", "two processors", "CPU", "others", "instructions", "off", "with hand-overs", "off"]
    header += ["with ns", "off", "memory", "with ns on all", "off", "seconds", "off"]
    print("|", " | ".join(header), "|")
    print("| --- " + "| ---: " * (len(header) - 1) + "|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "machine.json").open("w") as file:
            subprocess.run([build / "hpcmp-machine", "--force"], check=True, stdout=file)
        for what, command in commands(build, folder):
            predictions, by_memory = predicted(build, command, folder)
            native = measured(command, rounds)
            speedup = native.speedup["median"]
            row = [
                what,
                f"{speedup:.2f} ({native.speedup['min']:.2f} to {native.speedup['max']:.2f})",
                f"{native.cpu:.2f}",
                f"{native.foreign:.0%}",
            ]
            for prediction in predictions:
                row += [prediction.text(), f"{prediction.usual / speedup - 1:+.0%}"]
            row.insert(-2, by_memory)
            row += [f"{native.seconds:.2f}", f"{predictions[-1].time / 1e9 / native.seconds - 1:+.0%}"]
            print("|", " | ".join(row), "|", flush=True)


main()
