#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares methods on the benchmark's graphs, and prints the tables of docs/plans-benchmark.md.

    compare.py COMPARE [--search N] [--processes N] [--keep] [NAME...]
    compare.py COMPARE --tables
    compare.py COMPARE --list

COMPARE is the program bench/plans/compare of the build tree. Each plan is verified (verify.py). --keep puts plans that
are better than the best known ones into best.json and plans/; --search N looks for such plans, N times as hard as
ilmgen does, in graphs of up to 120 steps. --tables prints the tables of the last comparison, --list the list of graphs
in README.md."""

import argparse
import json
import subprocess
import sys
from multiprocessing import Pool
from pathlib import Path

sys.dont_write_bytecode = True

from cases import all_cases
from verify import HERE, Graph, expect, load_best, load_plans, plans_file, write_best, write_plans

METHODS = {
    "first_fit": "first fit",
    "heft": "HEFT",
    "mem_heft": "MemHEFT",
    "activation": "activation",
    "booking": "one booking",
    "improved": "improved",
}
# Methods that `by` in best.json names in other words; of equally good methods the first is named.
SEARCHED = {"improved": "ilmgen --plan", "search": "ilmgen's search, longer"}
MOST_TO_SEARCH = 120


def planned(task):
    """Runs all methods on one graph and verifies their schedules. Returns the graph and its problems with makespans."""
    program, name, search, steps = task
    file = HERE / "dags" / f"{name}.trace.json.zst"
    search = search if steps <= MOST_TO_SEARCH else 0
    result = subprocess.run([program, file, str(search)], check=True, capture_output=True, text=True)
    graph, *problems = map(json.loads, result.stdout.splitlines())
    own = Graph(name)
    expect(own.hash() == graph["trace"], f"{name}: ilmgen sees another graph")
    for problem in problems:
        limits = problem["processors"], problem["memory"]
        problem["makespans"] = {
            method: None if schedule is None else own.makespan(schedule, *limits)
            for method, schedule in problem["methods"].items()
        }
    return name, graph, problems


def best_of(problem):
    makespans = problem["makespans"]
    names = [*SEARCHED, *(method for method in METHODS if method not in SEARCHED)]
    return min((name for name in names if makespans[name] is not None), key=lambda name: makespans[name])


def described(problem):
    """The problem as best.json has it, and its schedule."""
    method = best_of(problem)
    makespan = problem["makespans"][method]
    head = {key: problem[key] for key in ("processors", "factor", "memory", "bound")}
    is_exact = makespan == problem["bound"] or (
        problem["exact" if method == "improved" else "search_exact"] and method in SEARCHED
    )
    by = SEARCHED.get(method, METHODS.get(method))
    return head | {"makespan": makespan, "exact": is_exact, "by": by}, problem["methods"][method]


def with_known(name, graph, problems, known):
    """The better one of what was known and what has been found."""
    found = [described(problem) for problem in problems]
    if known is not None and known["trace"] == graph["trace"] and plans_file(name).exists():
        old = list(zip(known["problems"], load_plans(name), strict=True))
        found = [
            (before | {"bound": max(before["bound"], now["bound"]), "exact": before["exact"] or now["exact"]}, plan)
            if before["makespan"] <= now["makespan"]
            else (now, schedule)
            for (before, plan), (now, schedule) in zip(old, found, strict=True)
        ]
    found = [tightened(problem, schedule, found) for problem, schedule in found]
    return [problem for problem, _ in found], [schedule for _, schedule in found]


def tightened(problem, schedule, found):
    """A plan within tighter limits is one within these, too, and a bound for wider limits is one for these."""
    own = problem["processors"], problem["memory"]
    for other, plan in found:
        limits = other["processors"], other["memory"]
        if limits[0] <= own[0] and limits[1] <= own[1] and other["makespan"] < problem["makespan"]:
            problem, schedule = problem | {"makespan": other["makespan"], "by": other["by"], "exact": False}, plan
    bounds = [other["bound"] for other, _ in found if other["processors"] >= own[0] and other["memory"] >= own[1]]
    bounds += [
        other["makespan"]
        for other, _ in found
        if other["exact"] and other["processors"] >= own[0] and other["memory"] >= own[1]
    ]
    problem = problem | {"bound": max(bounds)}
    return problem | {"exact": problem["exact"] or problem["bound"] == problem["makespan"]}, schedule


# --- Tables -------------------------------------------------------------------


def ratio_cell(ratios):
    if not ratios:
        return "0"
    return f"{len(ratios)}, {sum(ratios) / len(ratios):.3f}/{max(ratios):.2f}"


def method_cells(rows):
    """For each method: in how many problems it has a plan, and the ratios to the best known ones."""
    return [
        ratio_cell(
            [row["makespans"][method] / row["makespan"] for row in rows if row["makespans"][method] is not None]
        )
        for method in METHODS
    ]


def limits_of(row):
    return row["processors"], row["factor"]


def print_table(rows):
    print("| processors | memory / least | " + " | ".join(METHODS.values()) + " | best known / bound | proven |")
    print("| --- " * (len(METHODS) + 4) + "|")
    for processors, factor in sorted(set(map(limits_of, rows))):
        those = [row for row in rows if limits_of(row) == (processors, factor)]
        bounds = [row["makespan"] / row["bound"] for row in those]
        cells = [*method_cells(those), f"{sum(bounds) / len(bounds):.3f}/{max(bounds):.2f}"]
        cells.append(str(sum(row["exact"] for row in those)))
        print(f"| {processors} | {factor:.2f} | " + " | ".join(cells) + " |")


def print_families(rows, families):
    """At the least memory and four processors, by family."""
    print("\n| family | graphs | " + " | ".join(METHODS.values()) + " |\n" + "| --- " * (len(METHODS) + 2) + "|")
    for family in sorted(set(families.values())):
        those = [row for row in rows if limits_of(row) == (4, 1) and families[row["name"]] == family]
        print(f"| {family} | {len(those)} | " + " | ".join(method_cells(those)) + " |")


def rows_of(cases, best, results):
    """The makespans of the last comparison, each beside the best known one."""
    names, rows = {case.name for case in cases}, []
    for line in results.read_text().splitlines():
        row = json.loads(line)
        if row["name"] in names:
            known = next(one for one in best[row["name"]]["problems"] if limits_of(one) == limits_of(row))
            rows.append(row | {key: known[key] for key in ("makespan", "bound", "exact")})
    return rows


def print_graphs(best, cases):
    """The list of README.md."""
    print("| graph | family | program | threads | steps | least memory | enough / least |\n" + "| --- " * 7 + "|")
    for case in cases:
        graph = best[case.name]
        command = " ".join(case.command) if case.source is None else case.source
        sizes = " ".join(f"{name}={value}" for name, value in case.sizes.items())
        command = "`" + f"{command} {sizes}".strip().replace("|", "\\|") + "`"
        enough = graph["enough_memory"] / max(1, graph["least_memory"])
        print(f"| {case.name} | {case.family} | {command} | {case.threads} | {graph['steps']} | "
              f"{graph['least_memory']} | {enough:.2f} |")  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--search", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--tables", action="store_true", help="print the tables of the last comparison only")
    parser.add_argument("--list", action="store_true", help="print README.md's list of graphs only")
    options = parser.parse_intermixed_args()
    cases = [case for case in all_cases() if not options.names or case.name in options.names]
    best = load_best() if (HERE / "best.json").exists() and (HERE / "best.json").stat().st_size else {}
    if options.list:
        print_graphs(best, cases)
        return
    results = options.program.parent / "results.jsonl"
    if not options.tables:
        plan_all(options, cases, best, results)
    rows = rows_of(cases, best, results)
    print_table(rows)
    print_families(rows, {case.name: case.family for case in cases})


def plan_all(options, cases, best, results):
    """Plans all graphs, the smallest first. A line of JSON for each problem goes into the file `results`."""
    tasks = [(options.program.resolve(), case.name, options.search, len(Graph(case.name).steps)) for case in cases]
    with Pool(options.processes) as pool, open(results, "w", encoding="utf-8") as file:
        for name, graph, problems in pool.imap_unordered(planned, sorted(tasks, key=lambda task: task[3])):
            known, schedules = with_known(name, graph, problems, best.get(name))
            for problem in problems:
                row = {key: problem[key] for key in ("processors", "factor", "makespans")}
                print(json.dumps({"name": name} | row), file=file, flush=True)
            best[name] = graph | {"problems": known}
            if options.keep:
                write_plans(name, schedules)
                write_best(best)
            print(f"{name}: {graph['steps']} steps", file=sys.stderr, flush=True)


main()
