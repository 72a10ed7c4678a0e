# SPDX-License-Identifier: GPL-2.0-or-later
"""Plans of a trace, for the tests of --hpcmp-order=plan:FILE: legal ones in a random order, which
are no better than chance.  docs/how-it-works/order.md says what a plan is.

It shares no code with ilmgen: what comes after what is in program_trace.py."""

import itertools
import json
import random
from dataclasses import dataclass, field

from program_trace import MAIN_THREAD, Trace

SYNC_KINDS = ("acq", "rel", "fork", "join", "exit")

# A thread's descriptor in the C library, which it allocates for a thread's stack.  It keeps stacks
# for later threads, so another order of threads may need another number of these.  Steps leave them out.
DESCRIPTOR = 272


@dataclass
class Step:
    """A step: all that a thread does up to one of its synchronisation events."""

    event: int
    thid: int
    path: list
    nth: int
    kind: str
    prim: str | None
    object: int | None  # the same number for all events of an object's life
    work: int
    hbal: int
    hmax: int
    parents: set = field(default_factory=set)  # indices of the steps that it comes after


class _Life:
    """The events of a thread that have been seen."""

    def __init__(self, path):
        self.path = path
        self.n_steps = self.n_forks = 0
        self.parents = set()  # of its next step
        self.begin()

    def begin(self):
        self.work = self.balance = self.peak = 0

    def add(self, event):
        self.work += event.icnt
        if event.size == DESCRIPTOR:
            return
        if event.kind == "alloc":
            self.balance += event.size
        elif event.kind == "free":
            self.balance -= event.size
        self.peak = max(self.peak, self.balance)


def steps_of(path):
    """The steps of a trace, in the order of their events."""
    lives, steps, step_of = {MAIN_THREAD: _Life([])}, [], {}
    objects, n_objects = {}, itertools.count()
    for event in Trace(path).all_events:
        life = lives[event.thid]
        life.add(event)
        if event.kind == "newsync":
            objects[event.addr] = next(n_objects)
        if event.kind not in SYNC_KINDS:
            continue
        life.n_steps += 1
        index = step_of[event] = len(steps)
        heap = {"hbal": life.balance, "hmax": life.peak}
        named = {"event": event.id, "thid": event.thid, "path": life.path, "nth": life.n_steps}
        object_of_event = objects[event.addr] if event.kind in ("acq", "rel") else None
        ends = {"kind": event.kind, "prim": event.prim, "object": object_of_event}
        steps.append(Step(**named, **ends, work=life.work, **heap, parents=life.parents))
        life.begin()
        others = {step_of[pred] for pred in event.preds if pred.thid != event.thid and pred in step_of}
        life.parents = {index} | others
        if event.kind == "fork":
            life.n_forks += 1
            lives[event.child] = _Life([*life.path, life.n_forks])
            lives[event.child].parents = {index}
    return steps


def _schedule(steps, processors, choose):
    """Starts and ends: whenever a processor is free, it takes the ready step that `choose` picks.  The machine of
    order/machine.py takes the thread that has been ready longest, so it cannot do this."""
    missing = [len(step.parents) for step in steps]
    children = [[] for _ in steps]
    for index, step in enumerate(steps):
        for parent in step.parents:
            children[parent].append(index)
    ready = [index for index, n in enumerate(missing) if n == 0]
    running, times, order, now = [], {}, [], 0
    while ready or running:
        while ready and len(running) < processors:
            index = choose(ready)
            ready.remove(index)
            times[index] = (now, now + steps[index].work)
            running.append(index)
            order.append(index)
        ended = min(running, key=lambda index: (times[index][1], order.index(index)))
        running.remove(ended)
        now = times[ended][1]
        for child in children[ended]:
            missing[child] -= 1
            if missing[child] == 0:
                ready.append(child)
    return order, times


def _booked_peak(steps, order, times):
    """The most bytes that are booked: hmax of the steps that run, hbal of those that have ended.  If
    steps have one time, the first in the order ends and begins first."""
    place = {index: number for number, index in enumerate(order)}
    peak = 0
    for index in order:
        start = (times[index][0], place[index])
        before = [other for other in order if place[other] < place[index]]
        ended = sum(steps[other].hbal for other in before if (times[other][1], place[other]) < start)
        running = sum(steps[other].hmax for other in before if (times[other][1], place[other]) >= start)
        peak = max(peak, ended + running + steps[index].hmax)
    return peak


def make_plan(steps, processors, seed=None):
    """A plan: in the order of the trace if there is no seed."""
    chance = random.Random(seed)
    choose = min if seed is None else lambda ready: chance.choice(sorted(ready))
    order, times = _schedule(steps, processors, choose)
    planned = []
    for index in order:
        step = steps[index]
        start, end = times[index]
        planned.append(
            {"event": step.event, "thid": step.thid, "path": step.path, "nth": step.nth}
            | {"kind": step.kind, "prim": step.prim, "processor": 0}
            | ({} if step.object is None else {"object": step.object})
            | {"start": start, "end": end, "hbal": step.hbal, "hmax": step.hmax}
        )
    peak = _booked_peak(steps, order, times)
    head = {"processors": processors, "memory": peak, "least_memory": 0, "peak": peak}
    return head | {"makespan": max(end for _, end in times.values()), "steps": planned}


def write_plan(plan, path):
    path.write_text(json.dumps(plan))


def peak_of(path):
    """The most bytes of the heap at any event, without descriptors."""
    heap = peak = 0
    for event in Trace(path).all_events:
        if event.size != DESCRIPTOR and event.kind in ("alloc", "free"):
            heap += event.size if event.kind == "alloc" else -event.size
        peak = max(peak, heap)
    return peak
