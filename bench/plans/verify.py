#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Verifies plans for the benchmark's graphs, from their traces alone.

    verify.py                       all best known plans, and best.json
    verify.py NAME...               those of some graphs
    verify.py NAME --plan plan.json [--keep]

The last form verifies a plan of yours for the graph NAME and says how it compares with the best known one. The plan
has the format of docs/plan-format.md, of which `processors`, `memory` and, for each step in the order of starts,
`thid`, `nth` and `start` are read. --keep puts a better one into best.json and plans/.

The rules are those of tests/plan/check_plan.py, which shares no code with ilmgen."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "tests" / "plan"), str(HERE.parent.parent / "tests" / "checker")]

from check_plan import check_limits, check_order, expect, hash_of, steps_of
from trace import read_trace


def unpacked(path):
    return subprocess.run(["zstd", "-qdc", path], check=True, capture_output=True).stdout.decode()


def packed(text, path):
    subprocess.run(["zstd", "-q", "-f", "-19", "--no-check", "-o", path], check=True, input=text.encode())


class Graph:
    """A graph of the benchmark: its steps by (thid, nth)."""

    def __init__(self, name):
        self.name = name
        self.steps = steps_of(read_trace(unpacked(HERE / "dags" / f"{name}.trace.json.zst")))

    def hash(self):
        return hash_of(self.steps)

    def makespan(self, schedule, processors, memory):
        """Verifies a schedule and returns its makespan. The schedule is a list of [thid, nth, start], in the order of
        starts. Raises AssertionError for the first rule that it breaks."""
        expect(len(schedule) == len(self.steps), f"{len(schedule)} steps, not {len(self.steps)}")
        expect(len({(thid, nth) for thid, nth, _ in schedule}) == len(schedule), "a step is listed twice")
        listed = [self._listed(*place) for place in schedule]
        makespan = max((step["end"] for step in listed), default=0)
        plan = {"steps": listed, "processors": processors, "memory": memory, "makespan": makespan}
        plan["peak"] = deal_processors(listed, processors)
        expect(plan["peak"] <= memory, f"{plan['peak']} bytes are booked, and the plan's limit is {memory}")
        check_order(plan, self.steps)
        check_limits(plan)
        return makespan

    def _listed(self, thid, nth, start):
        expect((thid, nth) in self.steps, f"there is no step {nth} of thread {thid}")
        expect(type(start) is int and start >= 0, f"step {nth} of thread {thid} starts at {start}")
        step = self.steps[thid, nth]
        event = step.event.id if step.event else None
        named = {"thid": thid, "nth": nth, "event": event, "start": start, "end": start + step.icnt}
        return named | {"hbal": step.hbal, "hmax": step.hmax}


def deal_processors(listed, processors):
    """Gives each step a processor that is free at its start, and returns the peak of what is booked."""
    running, left_behind, peak = [], 0, 0
    for step in listed:
        left_behind += sum(other["hbal"] for other in running if other["end"] <= step["start"])
        running = [other for other in running if other["end"] > step["start"]]
        free = set(range(1, processors + 1)) - {other["processor"] for other in running}
        expect(free, f"more than {processors} steps run at {step['start']}")
        step["processor"] = min(free)
        running.append(step)
        peak = max(peak, left_behind + sum(other["hmax"] for other in running))
    return peak


# --- The best known plans -----------------------------------------------------


def load_best():
    return json.loads((HERE / "best.json").read_text())


def write_best(best):
    """A line for each problem, so that a better plan changes one line."""
    graphs = []
    for name, graph in sorted(best.items()):
        problems = ",\n".join(f"   {json.dumps(problem)}" for problem in graph["problems"])
        head = json.dumps({key: value for key, value in graph.items() if key != "problems"})[:-1]
        graphs.append(f' "{name}": {head}, "problems": [\n{problems}\n ]}}')
    (HERE / "best.json").write_text("{\n" + ",\n".join(graphs) + "\n}\n")


def plans_file(name):
    return HERE / "plans" / f"{name}.json.zst"


def load_plans(name):
    """The schedules of the best known plans, in the order of best.json's problems."""
    return json.loads(unpacked(plans_file(name)))


def write_plans(name, schedules):
    packed(json.dumps(schedules, separators=(",", ":")), plans_file(name))


def check_graph(name, known):
    """The graph is the one of best.json, and its best known plans are what is said of them."""
    graph = Graph(name)
    expect(graph.hash() == known["trace"], f"{name}: the graph is another one than best.json's")
    expect(len(graph.steps) == known["steps"], f"{name}: steps")
    expect(sum(step.icnt for step in graph.steps.values()) == known["work"], f"{name}: work")
    for problem, schedule in zip(known["problems"], load_plans(name), strict=True):
        makespan = graph.makespan(schedule, problem["processors"], problem["memory"])
        expect(makespan == problem["makespan"], f"{name}, {problem}: the plan takes {makespan}")
        expect(problem["bound"] <= makespan, f"{name}, {problem}: a bound is above the makespan")
        expect(problem["bound"] < makespan or problem["exact"], f"{name}, {problem}: it is exact")


# --- A plan of somebody else --------------------------------------------------


def compare(name, file, keep):
    plan = json.loads(Path(file).read_text())
    schedule = [[step["thid"], step["nth"], step["start"]] for step in plan["steps"]]
    makespan = Graph(name).makespan(schedule, plan["processors"], plan["memory"])
    best = load_best()
    fits = [
        (problem["makespan"], number)
        for number, problem in enumerate(best[name]["problems"])
        if problem["processors"] >= plan["processors"] and problem["memory"] >= plan["memory"]
    ]
    print(f"{name}: the plan is valid and takes {makespan} instructions")
    if not fits:
        print("its limits are wider than those of all problems of this graph")
        return
    better = [number for known, number in fits if makespan < known]
    for number in better:
        problem = best[name]["problems"][number]
        limits = f"{problem['processors']} processors, {problem['memory']} bytes"
        print(f"{limits}: {problem['makespan']} was the best known")
    if not better:
        print("none of the best known plans takes longer")
    elif keep:
        schedules = load_plans(name)
        for number in better:
            schedules[number] = schedule
            best[name]["problems"][number] |= {"makespan": makespan, "by": plan.get("by", "unknown")}
        write_plans(name, schedules)
        write_best(best)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--plan")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_intermixed_args()
    best = load_best()
    unknown = [name for name in options.names if name not in best]
    if unknown or (options.plan and len(options.names) != 1):
        parser.error(f"there is no graph {unknown[0]}" if unknown else "--plan is a plan for one graph")
    try:
        if options.plan:
            compare(options.names[0], options.plan, options.keep)
            return
        for name in options.names or best:
            check_graph(name, best[name])
        print(f"{len(options.names or best)} graphs: all plans are valid")
    except KeyError as error:
        sys.exit(f"verify.py: the plan has no {error}")
    except TypeError as error:
        sys.exit(f"verify.py: the plan is of another form: {error}")
    except (AssertionError, OSError, ValueError) as error:
        sys.exit(f"verify.py: {error}")


if __name__ == "__main__":
    main()
