#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the benchmark's graphs anew, from the programs (cases.py).

    make_dags.py BUILD [NAME...]
    make_dags.py BUILD --formats

BUILD is a build tree. Each program runs under the tool; its trace is made small (reduce.py), compared with the one
that was recorded, and written into dags/ with the ILM and the WfFormat that ilmgen makes of it. Debian's programs
behave differently from version to version, so their graphs are those of one machine. Those of our own programs differ
in the start of the program only, because what the dynamic linker executes depends on the names of folders.

--formats makes the ILMs and WfFormats anew from the traces that are there: what an ilmgen that writes them differently
needs."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path[:0] = [str(TOP / "tests" / "plan"), str(TOP / "tests" / "checker")]

from cases import all_cases
from check_plan import steps_of
from reduce import reduced, without_private_objects
from trace import read_trace

PATIENCE_S = 600


def predecessors(events):
    """By step: those that it comes after. The checker's rules, which need no heap for that."""
    steps = steps_of(read_trace(json.dumps([event for event in events if "life" not in event])))
    return {key: step.after for key, step in steps.items() if step.event}


class Maker:
    def __init__(self, build, folder):
        self.build, self.folder = build.resolve(), folder
        self.ilmgen = self.build / "ilmgen" / "ilmgen"

    def _run(self, command, **options):
        result = subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE_S, **options)
        if result.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}: {result.stderr.decode()}")
        return result.stdout

    def _program(self, case):
        program = self.folder / case.name
        macros = [f"-D{name}={value}" for name, value in case.sizes.items()]
        folders = [f"-I{TOP}", f"-I{TOP}/tests/programs", f"-I{TOP}/hpcmp/client"]
        self._run(["gcc", "-O1", "-fopenmp", *macros, *folders, TOP / case.source, "-o", program, "-pthread"])
        return program

    def record(self, case):
        """The events of the program's run."""
        work = self.folder / f"{case.name}.files"
        work.mkdir()
        if case.prepare:
            case.prepare(work)
        command = [str(self._program(case)) if word == "{program}" else word for word in case.command]
        traces = work / "traces"
        traces.mkdir()
        tool = [self.build / "vg-in-place", "-q", "--tool=hpcmp", "--hpcmp-stacks=no"]
        tool += ["--trace-children=yes"] if case.processes else []
        self._run([*tool, f"--hpcmp-out-file={traces}/%p.json", *command], cwd=work)
        whole = work / "whole.json"
        self._run([self.ilmgen, traces, "--emit=trace", "-o", whole])
        return json.loads(whole.read_text())

    def _hash(self, trace):
        """The hash of all steps with their instructions and memory (docs/plan-format.md)."""
        return json.loads(self._run([self.ilmgen, trace, "--plan=1", "-o", "-"]))["trace"]

    def make(self, case):
        events = list(without_private_objects(self.record(case)))
        command = " ".join(case.command).replace("{program}", f"./{case.name}")
        text = reduced(events, command)
        trace = self.folder / f"{case.name}.trace.json"
        trace.write_text(text)
        recorded = self.folder / f"{case.name}.recorded.json"
        recorded.write_text(json.dumps(events))
        if self._hash(recorded) != self._hash(trace) or predecessors(events) != predecessors(json.loads(text)):
            raise SystemExit(f"{case.name}: the small trace is not the same run as the one that was recorded")
        target = self._write(trace)
        print(f"{case.name}: {target.stat().st_size} bytes", flush=True)
        self.make_formats(case)

    def make_formats(self, case):
        trace = HERE / "dags" / f"{case.name}.trace.json.zst"
        for kind, options in (("ilm", []), ("wfformat", ["--emit=wfformat", "-o"])):
            other = self.folder / f"{case.name}.{kind}.json"
            self._run([self.ilmgen, trace, *options, other])
            self._write(other)

    def _write(self, file):
        target = HERE / "dags" / f"{file.name}.zst"
        self._run(["zstd", "-q", "-f", "-19", "--no-check", file, "-o", target])
        return target


def main():
    (HERE / "dags").mkdir(exist_ok=True)
    names = set(sys.argv[2:]) - {"--formats"}
    with tempfile.TemporaryDirectory(prefix="hpcmp-") as folder:
        maker = Maker(Path(sys.argv[1]), Path(folder))
        for case in all_cases():
            if not names or case.name in names:
                make = maker.make_formats if "--formats" in sys.argv else maker.make
                make(case)


main()
