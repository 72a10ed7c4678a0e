#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks a plan, or a curve of plans, from the trace alone.

    check_plan.py trace.json plan.json

It shares no code with ilmgen.  The order of events is the reference's (reference_ilm.py), which follows the words of
docs/trace-format.md; all else follows the words of docs/plan-format.md, without a thought for time."""

import json
import os
import sys
from dataclasses import dataclass, field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "checker"))

from check_ilm import expect
from reference_ilm import add_edges, gather
from trace import load_trace


@dataclass
class Step:
    """A step: all that a thread did up to its sync event `event`, or behind its last one (None)."""

    thid: int
    nth: int
    event: object = None
    prim: str = None
    object: tuple = None  # address, and which life of an object there
    icnt: int = 0
    hbal: int = 0
    hmax: int = 0
    after: set = field(default_factory=set)  # of steps that have ended before this one begins

    def allocate(self, size):
        self.hbal += size
        self.hmax = max(self.hmax, self.hbal)


class Heap:
    """Blocks that are live. A free of another block changes nothing."""

    def __init__(self):
        self.live = {}  # addr -> (id of alloc, size)

    def apply(self, event, step):
        if event.kind == "alloc":
            if event.addr in self.live:  # its free is missing in the trace
                step.allocate(-self.live[event.addr][1])
            self.live[event.addr] = (event.id, event.size)
            step.allocate(event.size)
        elif event.kind == "free":
            usage = event.usage[0]
            alloc, size = self.live.get(usage.addr, (None, None))
            if size is not None and (usage.alloc == alloc or size == usage.size):
                del self.live[usage.addr]
                step.allocate(-size)


def steps_of(events):
    """The steps of a trace by (thid, nth), those that end with an event in its order, then the others."""
    nodes = gather(events).nodes
    add_edges(nodes, frozenset())
    node_of = {node.event.id: node for node in nodes}
    steps, open_steps, heap, keys = {}, {}, Heap(), {}
    counts = {}
    for event in events:
        step = open_steps.setdefault(event.thid, Step(event.thid, counts.get(event.thid, 0) + 1))
        step.icnt += event.icnt
        heap.apply(event, step)
        if event.is_sync:
            counts[event.thid] = step.nth
            node = node_of[event.id]
            step.event = event
            if event.kind in ("rel", "acq"):
                step.prim, step.object = node.prim, (event.addr, node.lifetime)
            keys[node.index] = (event.thid, step.nth)
            steps[event.thid, step.nth] = step
            del open_steps[event.thid]
    for thid in paths_of(events):  # as threads begin
        step = open_steps.get(thid)
        if step and (step.icnt or step.hmax or step.hbal):
            steps[thid, step.nth] = step
    for node in nodes:
        key = keys[node.index]
        following = steps.get((key[0], key[1] + 1))
        if node.event.kind in ("acq", "join") and following:
            following.after |= {keys[pred] for pred in node.preds if not is_fork(nodes, pred, node)}
        if following:
            following.after.add(key)
        if node.event.kind == "fork" and (node.event.child, 1) in steps:
            steps[node.event.child, 1].after.add(key)
    return steps


def is_fork(nodes, pred, node):
    return nodes[pred].event.kind == "fork" and nodes[pred].event.child == node.event.thid


def paths_of(events):
    paths, forks = {events[0].thid: []} if events else {}, {}
    for event in events:
        if event.kind == "fork":
            forks[event.thid] = forks.get(event.thid, 0) + 1
            paths[event.child] = [*paths[event.thid], forks[event.thid]]
    return paths


def hash_of(steps):
    value = 0xCBF29CE484222325
    for step in steps.values():
        kind = step.event.kind if step.event else "end"
        for byte in f"{step.thid} {step.nth} {kind} {step.icnt} {step.hbal} {step.hmax}\n".encode():
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def check_identity(plan, steps, paths):
    expect(len(plan["steps"]) == len(steps), f"{len(plan['steps'])} steps, not {len(steps)}")
    seen, objects = set(), {}
    for listed in plan["steps"]:
        key = listed["thid"], listed["nth"]
        expect(key in steps and key not in seen, f"step {key} is unknown, or listed twice")
        seen.add(key)
        step = steps[key]
        expect(listed["path"] == paths[step.thid], f"step {key}: path {listed['path']}")
        expect(listed["event"] == (step.event.id if step.event else None), f"step {key}: event")
        expect(listed["kind"] == (step.event.kind if step.event else "end"), f"step {key}: kind")
        if step.prim is not None:
            expect(listed["prim"] == step.prim, f"step {key}: prim {listed['prim']}")
            number = listed["object"]
            expect(objects.setdefault(number, step.object) == step.object, f"step {key}: object {number}")
        expect((listed["hbal"], listed["hmax"]) == (step.hbal, step.hmax), f"step {key}: heap")
        expect(listed["end"] - listed["start"] == step.icnt, f"step {key}: instructions")
    expect(len(set(objects.values())) == len(objects), "an object has two numbers")


def check_order(plan, steps):
    """A step stands behind all that it comes after, and begins when these have ended."""
    ends, last = {}, 0
    for listed in plan["steps"]:
        key, start = (listed["thid"], listed["nth"]), listed["start"]
        expect(start >= last, f"step {key} is not in the order of starts")
        last = start
        for other in steps[key].after:
            expect(other in ends and ends[other] <= start, f"step {key} begins before the end of {other}")
        ends[key] = listed["end"]


def check_limits(plan):
    """At each start: who runs, on which processors, and what is booked."""
    running, peak, left_behind = [], 0, 0
    for listed in plan["steps"]:
        ended = [step for step in running if step["end"] <= listed["start"]]
        left_behind += sum(step["hbal"] for step in ended)
        running = [step for step in running if step["end"] > listed["start"]] + [listed]
        expect(len(running) <= plan["processors"], f"event {listed['event']}: too many run")
        used = [step["processor"] for step in running]
        expect(len(set(used)) == len(used), f"event {listed['event']}: a processor has two steps")
        expect(all(1 <= one <= plan["processors"] for one in used), "there is no such processor")
        peak = max(peak, left_behind + sum(step["hmax"] for step in running))
    expect(peak == plan["peak"] <= plan["memory"], f"peak {peak}, said {plan['peak']} of {plan['memory']}")
    expect(plan["makespan"] == max([step["end"] for step in plan["steps"]], default=0), "makespan")


def serial_peak(plan):
    """Of the steps in the order of their ends; of those that end together, in the order of the list."""
    booked = peak = 0
    for step in sorted(plan["steps"], key=lambda step: step["end"]):
        peak = max(peak, booked + step["hmax"])
        booked += step["hbal"]
    return peak


def span_of(steps):
    ends = {}
    order = sorted(steps, key=lambda key: steps[key].event.id if steps[key].event else float("inf"))
    for key in order:
        ends[key] = steps[key].icnt + max([ends[other] for other in steps[key].after], default=0)
    return max(ends.values(), default=0)


def check_bounds(plan, steps):
    bounds, work = plan["bounds"], sum(step.icnt for step in steps.values())
    expect(bounds["work_per_processor"] == -(-work // plan["processors"]), "work per processor")
    expect(bounds["span"] >= span_of(steps), "span")
    largest = max(bounds[key] for key in ("work_per_processor", "span", "memory_times_time", "heaviest_chain_or_conflict"))
    expect(bounds["makespan"] == largest <= plan["makespan"], f"bound {largest} of {plan['makespan']}")
    expect(bounds["least_memory"] <= plan["least_memory"] <= plan["memory"], "least memory")
    expect(serial_peak(plan) == plan["serial_peak"] <= plan["peak"], "serial peak")
    expect(plan["serial_peak"] >= bounds["least_memory"], "less than the least memory is enough")
    if plan["least_memory_is_exact"]:
        expect(bounds["least_memory"] == plan["least_memory"], "exact, but above its bound")
    enough = bounds["enough_memory"]
    expect(enough is None or enough >= plan["serial_peak"], "enough memory")


def check_plan(plan, events):
    """Raises AssertionError for what is wrong."""
    steps = steps_of(events)
    check_identity(plan, steps, paths_of(events))
    check_order(plan, steps)
    check_limits(plan)
    check_bounds(plan, steps)
    expect(plan["trace"] == hash_of(steps), f"hash {plan['trace']}, not {hash_of(steps)}")


def check_curve(curve):
    points = curve["points"]
    expect(points[0]["memory"] == curve["least_memory"], "the first point has the least memory")
    for before, after in zip(points, points[1:]):
        expect(before["memory"] < after["memory"], "memories rise")
        expect(before["makespan"] > after["makespan"], "makespans fall")
    for point in points:
        expect(point["bound"] <= point["makespan"], "a bound is above its makespan")


def main():
    events = load_trace(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        check_plan(json.load(file), events)
    print("the plan is valid")


if __name__ == "__main__":
    main()
