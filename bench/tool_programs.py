# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs with which the tool is measured, and the ratios that it has to reach."""

import dataclasses
import random

TEXT_BYTES = 28 * 10**6


@dataclasses.dataclass
class Program:
    """A row of the table."""

    name: str
    command: list  # the first word is a program of bench/programs, or of the system
    at_most: float  # CPU time as a multiple of --tool=none


PROGRAMS = [
    Program("matrix product, 4 workers, semaphores", ["matrix_pool", "1080", "270", "4"], 1.3),
    Program("compression, pigz -p 4", ["pigz", "-p", "4", "-c", "{text}"], 1.8),
    Program("floating point, little heap", ["small_floats"], 1.3),
    Program("barrier stencil, 4 threads, 10,000 rounds", ["barrier_stencil"], 1.3),
    Program("pointer chasing in std::map, 4 threads", ["map_chase"], 2.0),
    Program("start-up, true", ["true"], 1.5),
    Program("nothing but atomic increments, 2 threads", ["atomic_storm"], 3.0),
    Program("malloc/free storm, 3 million pairs", ["malloc_storm"], 5.0),
]
GEOMETRIC_MEAN_AT_MOST = 1.7
STORM = PROGRAMS[-1]


@dataclasses.dataclass
class Curve:
    """A growth curve: the program's own figure of what an operation costs, over its argument."""

    name: str
    title: str
    program: str
    over: str
    operation: str
    values: list
    x_base: int = 10
    options: tuple = ()  # of Valgrind


def decades(first, last):
    return [10**i for i in range(first, last + 1)]


CURVES = [
    Curve("blocks", "accesses among live blocks", "grow_live_blocks",
          "live blocks", "access", decades(2, 6)),
    Curve("size", "blocks that come and go, by size", "grow_block_size",
          "bytes in a block", "malloc and free", [2**i for i in (10, 13, 16, 19, 22, 25, 28, 31, 33)],
          x_base=2),
    Curve("idle", "locking while blocks lie idle", "grow_idle_blocks",
          "idle live blocks", "sync event", decades(0, 6)),
    Curve("threads", "locking and counting in turn, by threads", "grow_threads",
          "threads", "round", [1, 3, 10, 30, 100, 300, 1000], options=("--max-threads=1100",)),
    Curve("turns", "all threads lock in between work", "grow_turns",
          "threads that can run", "round", [2**i for i in range(1, 9)], x_base=2),
    Curve("elsewhere", "freed by another thread", "grow_free_elsewhere",
          "blocks in flight", "block", decades(2, 6)),
    Curve("realloc", "one block that grows by 16 bytes at a time", "grow_realloc",
          "reallocs", "realloc", decades(2, 6)),
    Curve("time", "malloc and free as time passes", "malloc_storm",
          "pairs so far", "pair", decades(3, 7)),
]


def write_text(path):
    """Something like prose, the same every time, for the compressor."""
    source = random.Random(1)
    words = ["".join(source.choices("etaoinshrdlucmfwyp", k=source.randint(2, 10))) for _ in range(5000)]
    weights = [1 / (i + 1) for i in range(len(words))]
    left = TEXT_BYTES
    with open(path, "wb") as file:
        while left > 0:
            text = " ".join(source.choices(words, weights, k=100_000)).encode() + b"\n"
            left -= file.write(text[:left])
