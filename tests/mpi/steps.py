# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs in steps (steps.h, two_worlds.h): whom each rank comes after by each step, in the trace and as it says."""

import collections
import re

import jobs
from joined import Joined, check_order


class Order:
    """For each thread, the last step of each rank whose beginning it comes after.  A rank is what its thread has, that
    in the world, or the number of its bit."""

    def __init__(self, joined, rank_of):
        self.rank_of = rank_of
        self.seen = collections.defaultdict(collections.Counter)
        self.released = collections.defaultdict(collections.Counter)
        self.begun, self.ended = collections.Counter(), []
        for event in joined.events:
            self.happens(event)

    def happens(self, event):
        seen, sync = self.seen[event["thid"]], event.get("sync", {})
        if "rel" in sync and "seq" in sync:
            self.released[sync["rel"], sync["seq"]] |= seen
        elif "acq" in sync and "seq" in sync:
            seen |= self.released.get((sync["acq"], sync["seq"]), {})
        elif begins := re.fullmatch(r"before (\d+)", event.get("info", "")):
            seen[self.rank_of[event["thid"]]] = int(begins[1])
        elif ends := re.fullmatch(r"after (\d+): (0x[0-9a-f]+|0) (.*)", event.get("info", "")):
            self.ends(event["thid"], int(ends[1]), int(ends[2], 16), ends[3])

    def check(self, what):
        for rank, step, name, expected, is_after in self.ended:
            jobs.check(
                is_after == expected, f"{what}: step {step}, {name}: rank {rank} after {is_after}, not {expected}"
            )

    def ends(self, thread, step, ranks, what):
        rank = self.rank_of[thread]
        is_after = {other for other, last in self.seen[thread].items() if last >= step and other != rank}
        expected = {other for other in self.rank_of.values() if ranks >> other & 1}
        self.ended.append((rank, step, what, expected, is_after))


def check_steps(mpi, name, command, ranks, folder):
    """Runs it, which expects values of its own (steps.h).  Returns the folder of the traces."""
    traces = folder / f"{mpi}-{name}"
    said = jobs.mpirun(mpi, traces, jobs.VALGRIND, "-q", "--tool=hpcmp", "--hpcmp-stacks=no", *command, ranks=ranks).stdout
    joined = Joined(traces)
    order = Order(joined, {thread: rank for rank, thread in joined.ranks.items()})
    steps = [int(line.split()[-2]) for line in said.splitlines() if line.endswith(" steps")]
    jobs.check(len(steps) == ranks and len(order.ended) == sum(steps) > 0, f"{mpi}: {name}: steps {steps}")
    order.check(f"{mpi}: {name}")
    for file in traces.glob("step.*"):  # of the program's own
        file.unlink()
    check_order(traces)
    print(f"{mpi}: {name}: {len(order.ended)} steps of ranks, {sum(len(step[3]) for step in order.ended)} orders")
    return traces
