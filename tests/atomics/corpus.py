# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs of this folder: how they are built, what they print, and what their traces say.

points.h explains what a program prints.  Whether a trace orders two points is answered by the
checker's vector clocks (tests/checker/), which know nothing of ilmgen.
"""

import json
import os
import shlex
import shutil
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE.parent), str(_HERE.parent / "checker")]

from build_tree import BUILD, of_makefile
from check_run import Clocks
from checks import ILMGEN, TOP, record, run
from run_order import order_within
from trace import load_trace

OUT = BUILD / "tests" / "atomics"
POINT_BYTES, POINTS_OF_THREAD = 1_000_000, 1000
MOST_POINTS = 64 * POINTS_OF_THREAD

# --- Programs -----------------------------------------------------------------

# Flags that a build adds.  "named" has debug information, "bare" has none; "plain" is not
# optimized, so memory orders are arguments on the stack; the kinds of "twin" use pthreads; "tsan"
# has the sanitizer for data races, "weak" relaxed orders besides. "clang" and "tsan-clang" are compiled
# by clang; GCC links the latter, because clang would link the sanitizer statically. Clang says which
# variables of C are atomic only in DWARF 5 (CLANG_C). Valgrind 3.19 cannot read what clang writes in
# DWARF 5, and the operations of C++ are known by what it reads.
BUILDS = {
    "named": ["-g"],
    "bare": ["-g0"],
    "plain": ["-g", "-O0"],
    "twin": ["-g", "-DTWIN"],
    "tsan": ["-g", "-fsanitize=thread", "-Wno-error"],
    "tsan-plain": ["-g", "-O0", "-fsanitize=thread", "-Wno-error"],
    "tsan-clang": ["-gdwarf-4", "-fsanitize=thread"],
    "weak": ["-g0", "-fsanitize=thread", "-Wno-error", "-DWEAK"],
    "clang": ["-gdwarf-4"],
}
CLANG_C = ["-gdwarf-5"]
# Libraries that a program is linked with.  No sanitizer sees into these libraries.
LIBRARIES = {"tbb": "libtbb.so.12", "glib": "libglib-2.0.so.0"}


def _is_here(source):
    """Whether the compiler, and the library that the program needs, are installed."""
    if source.suffix == ".rs":
        return shutil.which("rustc") is not None
    if source.stem == "tbb" and of_makefile("HAVE_TBB_TRUE") == "#":
        return False
    library = LIBRARIES.get(source.stem)
    return library is None or os.path.isabs(run([*shlex.split(of_makefile("CC")), f"-print-file-name={library}"]))


@cache
def sources():
    """The sources that can be compiled here."""
    files = sorted(path for path in _HERE.iterdir() if path.suffix in (".c", ".cpp", ".rs"))
    missing = [path.name for path in files if not _is_here(path)]
    if missing:
        print(f"not to be compiled here: {' '.join(missing)}", flush=True)
    return [path for path in files if path.name not in missing]


def _compiler(source, build):
    if source.suffix == ".rs":
        more = {"named": ["-O", "-g"], "bare": ["-O", "-C", "strip=debuginfo"], "plain": ["-g"]}[build]
        return ["rustc", "--edition=2021", *more]
    names = {".c": ("CC", "clang"), ".cpp": ("CXX", "clang++")}[source.suffix]
    compiler = [names[1]] if build.endswith("clang") else shlex.split(of_makefile(names[0]))
    standard = ["-std=c++20"] if source.suffix == ".cpp" else []
    folders = [TOP / "tests" / "programs", TOP / "hpcmp" / "client"]
    includes = [f"-I{folder}" for folder in folders] + shlex.split(of_makefile("VALGRIND_CFLAGS"))
    flags = CLANG_C if build == "clang" and source.suffix == ".c" else BUILDS[build]
    return [*compiler, *standard, "-O2", "-pthread", "-D_GNU_SOURCE", "-Wall", "-Wextra", *includes, *flags]


def is_built_as(source, build):
    """Rust has neither preprocessor nor sanitizers."""
    if source.suffix == ".rs":
        return build in ("named", "bare", "plain")
    return source.stem not in LIBRARIES or build not in ("tsan", "tsan-plain", "tsan-clang", "weak")


def _libraries(source):
    return [f"-l:{LIBRARIES[source.stem]}"] if source.stem in LIBRARIES else []


@cache
def built(source, build):
    """The program, which is compiled anew if a source is younger."""
    program = OUT / f"{source.stem}-{build}"
    inputs = [source, *_HERE.glob("*.h"), Path(__file__)]
    if program.exists() and program.stat().st_mtime > max(path.stat().st_mtime for path in inputs):
        return program
    OUT.mkdir(parents=True, exist_ok=True)
    # Under another name until it is whole, because tests that run at the same time share it.
    made = Path(f"{program}.{os.getpid()}")
    # Bindings at the start, because a first call would add the dynamic linker's work.
    libraries = [] if source.suffix == ".rs" else ["-Wl,-z,now", *_libraries(source)]
    if build == "tsan-clang":
        run([*_compiler(source, build), "-c", "-o", f"{made}.o", source])
        run([*_compiler(source, "tsan"), "-o", made, f"{made}.o", *libraries])
    else:
        run([*_compiler(source, build), "-o", made, source, *libraries])
    made.replace(program)
    return program


def kinds_of(source, build):
    return run([built(source, build)]).split()


# --- What a program says ------------------------------------------------------


@dataclass
class Claims:
    """Pairs of points by what is said of them, and the parallelism, 0 if it is unknown."""

    pairs: dict = field(default_factory=dict)  # "required": [(a, b), ...]
    parallelism: float = 0

    def of(self, what):
        return self.pairs.get(what, [])


ORDERS = ("required", "named", "forbidden", "relaxed")


def read_claims(text):
    claims = Claims()
    for line in text.splitlines():
        what, *numbers = line.split()
        if what == "parallelism":
            claims.parallelism = float(numbers[0])
        elif what in (*ORDERS, "untimely"):
            a, b = map(int, numbers)
            claims.pairs.setdefault(what, []).append((a, b))
        else:
            raise ValueError(f"a program says '{line}'")
    return claims


# --- What its trace says ------------------------------------------------------


class Points:
    """The points of a trace, and which of them are before which."""

    def __init__(self, events):
        self.events = events
        self.place, threads = {}, {}
        for place, event in enumerate(events):
            name = (event.size or 0) - POINT_BYTES
            if event.kind == "alloc" and 0 <= name < MOST_POINTS:
                if name in self.place:
                    raise ValueError(f"point {name} is there twice")
                self.place[name] = place
                threads.setdefault(event.thid, []).append([place])
        self._number = {own[0]: n for of in threads.values() for n, own in enumerate(of)}
        self._clocks = Clocks(dict(enumerate(order_within(events))), threads)

    def is_before(self, a, b):
        first, then = self.place[a], self.place[b]
        column = self._clocks.columns[self.events[first].thid]
        return first != then and self._clocks.of(then)[column] > self._number[first]

    def found(self, pairs):
        """Those of the pairs that are ordered."""
        return [(a, b) for a, b in pairs if self.is_before(a, b)]


def found_by_kind(events, claims):
    """{"required": (ordered pairs, all pairs), ...}"""
    points = Points(events)
    return {what: (points.found(claims.of(what)), claims.of(what)) for what in ORDERS}


# --- Running ------------------------------------------------------------------


@dataclass
class Figures:
    """Instructions, without what the main thread executes before it creates another thread and after
    it has joined all, because nothing is at work beside it then."""

    work: int
    span: int
    on_two: int

    @property
    def parallelism(self):
        return self.work / self.span


def alone_in_main(events):
    """Instructions of the main thread before its first fork and after its last join."""
    own = [event for event in events if event.thid == 1]
    meetings = [i for i, event in enumerate(own) if event.kind in ("fork", "join")]
    if not meetings:
        return 0
    return sum(event.icnt for event in own[: meetings[0] + 1] + own[meetings[-1] + 1 :])


def tables_of(trace):
    """ilmgen's report of the trace."""
    report = Path(f"{trace}.report.json")
    run([ILMGEN, f"--report={report}", trace])
    return json.loads(report.read_text())


def figures_of(tables, events):
    alone = alone_in_main(events)
    said = {row["figure"]: row["value"] for row in tables["figures"]["figures"]["rows"]}
    times = {row["processors"]: row["time"] for row in tables["cores"]["cores"]["rows"]}
    return Figures(said["work"] - alone, said["span"] - alone, times.get(2, said["span"]) - alone)


@dataclass
class Result:
    """Of a kind of a program, in a build."""

    name: str
    build: str
    claims: Claims
    found: dict
    events: list
    tables: dict  # ilmgen's report
    figures: Figures

    def count(self, what):
        ordered, of = self.found[what]
        return len(ordered), len(of)


def result_of(source, kind, build, folder, options=()):
    name = f"{source.stem}/{kind}"
    trace = Path(folder) / f"{source.stem}-{kind}-{build}.json"
    claims = read_claims(record(trace, [built(source, build), kind], *options))
    events = load_trace(trace)
    tables = tables_of(trace)
    return Result(name, build, claims, found_by_kind(events, claims), events, tables, figures_of(tables, events))
