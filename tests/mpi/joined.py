# SPDX-License-Identifier: GPL-2.0-or-later
"""Joined traces of jobs of MPI."""

import json
import os
import re
import sys

from jobs import ILMGEN, IS_LONG, TOP, check, run

HEAP = re.compile('"life":{"(alloc|free)"')


def check_order(traces, *options, always=False):
    """Between ranks the order is that of the single traces, and the ILM has it.  Both checkers take longer than the
    job itself, because MPI allocates much as it begins: so `make check` asks them only where `always` says so, and
    `make check-long` each time.  Returns what ilmgen says."""
    if not (always or IS_LONG):
        return run([ILMGEN, *options, traces, "-o", os.devnull]).stderr
    files = {form: traces.with_name(f"{traces.name}.{form}") for form in ("trace", "ilm")}
    for form, out in files.items():
        said = run([ILMGEN, *options, f"--emit={form}", traces, "-o", out]).stderr
    for checker, *compared in (("check_run", traces, files["trace"]), ("check_ilm", *files.values())):
        run([sys.executable, TOP / "tests" / "checker" / f"{checker}.py", *compared])
    return said


class Joined:
    """A joined trace without what is about the heap, nearly all that MPI does as it begins: `ranks`: their main
    threads; `shared`: by address, the name of an object."""

    def __init__(self, folder, *options):
        lines = run([ILMGEN, *options, "--emit=trace", folder, "-o", "-"]).stdout.splitlines()[1:-1]
        self.events = [json.loads(line.rstrip(",")) for line in lines if not HEAP.search(line)]
        self.ranks, self.shared = {}, {}
        for event in self.events:
            if named := re.fullmatch(r"is named \S+ rank (\d+)", event.get("info", "")):
                self.ranks[int(named[1])] = event["thid"]
            if told := re.fullmatch(r"shared: (\d+) \d+ \d+ (MPI .*)", event.get("info", "")):
                self.shared[int(told[1])] = told[2]
        begun = [event["life"]["newsync"]["addr"] for event in self.events if "newsync" in event.get("life", {})]
        for addr, name in self.shared.items():
            check(begun.count(addr) == 1, f"{name} begins {begun.count(addr)} times")

    def operations(self, kind):
        """(object's name, seq, position, event) of each release or acquire of a shared object."""
        for at, event in enumerate(self.events):
            name = self.shared.get(event.get("sync", {}).get(kind))
            if name is not None:
                yield name, event["sync"]["seq"], at, event

    def messages(self, kind):
        """Those of operations() that send, or receive."""
        return (of for of in self.operations(kind) if " tag " in of[0] and not of[0].endswith(", receipts"))

    def check_barriers(self, what):
        """Each round of a communicator is one, whatever its data orders, and whatever operation it is of."""
        rounds = {}
        for kind in ("rel", "acq"):
            for name, seq, at, event in self.operations(kind):
                if event["sync"]["prim"] == "barrier":
                    name = name.split(",")[0]
                    rounds.setdefault((name, seq), {}).setdefault(kind, []).append((at, event["thid"]))
        for name in {name for name, _ in rounds}:
            numbers = sorted(seq for other, seq in rounds if other == name)
            check(numbers == list(range(1, len(numbers) + 1)), f"{what}: {name}: rounds {numbers}")
        for (name, seq), sides in rounds.items():
            for side in sides.values():
                check(sorted(thread for _, thread in side) == sorted(self.ranks.values()), f"{what}: {name}, {seq}: {sides}")
            check(len(sides) == 2 and max(sides["rel"])[0] < min(sides["acq"])[0], f"{what}: {name}, {seq} is out of order")
