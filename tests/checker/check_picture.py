# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks what a picture of one block says besides its nodes and edges: weights, the critical path,
and where nodes stand."""

import re

import reference_stats
from check_ilm import NODE_LETTERS, expect
from dot import parse_picture

BOLD = "3"
CRITICAL = "#D55E00"
WEIGHT = re.compile(
    r"(?P<icnt>\d+) \S+?(?:, (?P<path>\d+) of them on the critical path)?"
    r"(?:; heap (?P<hbal>-?\d+) bytes)?"
)


def weight_of(attributes):
    """(instructions, those on the critical path or None, heap bytes), from the tooltip."""
    lines = attributes["tooltip"].removesuffix(r"\n").split(r"\n")
    match = WEIGHT.fullmatch(lines[-1])
    expect(match is not None, f"no weight in {lines}")
    on_path = None if match["path"] is None else int(match["path"])
    return int(match["icnt"]), on_path, int(match["hbal"] or 0)


def is_bold(attributes):
    bold = attributes.get("penwidth") == BOLD
    expect(bold == (attributes.get("color") == CRITICAL), f"{attributes}: bold or coloured, not both")
    return bold


def path_of(picture):
    """The names of the nodes on it, in order."""
    names = {name for name, attributes in picture.nodes.items() if is_bold(attributes)}
    following = {}
    for (before, after), attributes in picture.attributes.items():
        if is_bold(attributes):
            expect(before not in following, f"the critical path leaves {before} twice")
            following[before] = after
    starts = names - set(following.values())
    expect(len(starts) == (1 if names else 0), f"the critical path begins at {sorted(starts)}")
    path = list(starts)
    while path and path[-1] in following:
        path.append(following[path[-1]])
    expect(set(path) == names and len(path) == len(following) + len(starts), f"bold: {names}, {following}")
    return path


def check_weights(picture, block, weights):
    events = {NODE_LETTERS[e["meta"]] + str(e["id"]): e for line in block.values() for e in line}
    expect(set(weights) == set(events), f"nodes {sorted(weights)}")
    for name, (icnt, on_path, hbal) in weights.items():
        event = events[name]
        expect((icnt, hbal) == (event["icnt"], event["hbal"]), f"{name} is said to have {icnt}, {hbal}: {event}")
        filled = "fillcolor" in picture.nodes[name]
        expect(filled == bool(on_path), f"{name} has {on_path} on the critical path")
        expect((on_path is not None) == is_bold(picture.nodes[name]), f"{name} is bold or not")


def check_path(picture, weights, threads, span):
    """A chain of the graph, its work is as long as the span of the block, and work before an acquire
    or a join counts only if the path comes along the thread or begins it."""
    path = path_of(picture)
    length = sum(weights[name][1] for name in path)
    expect(length == span, f"the critical path has {length}, the block's span is {span}")
    for before, name in zip([None, *path], path):
        icnt, on_path, _ = weights[name]
        crosses = before is not None and threads[before] != threads[name]
        first = next(n for n, thread in threads.items() if thread == threads[name]) == name
        expect(on_path <= icnt, f"{name}: {on_path} of {icnt}")
        expect(not crosses or first or on_path == 0, f"{name} waits for {before}, but its work counts")
    for (before, after), attributes in picture.attributes.items():
        if attributes.get("style") == "dashed":
            expect(is_bold(attributes), f"{before} -> {after} is dashed without need")
            expect((before, after) not in picture.edges, f"{before} -> {after} stands there twice")


def check_places(picture, threads):
    """A column a thread, the lower ids left; down along each edge."""
    places = {name: tuple(map(int, a["pos"].split(","))) for name, a in picture.nodes.items()}
    for before, after in picture.attributes:
        expect(places[before][1] > places[after][1], f"{before} -> {after} does not lead down")
    columns = {thread: {places[name][0] for name in threads if threads[name] == thread} for thread in threads.values()}
    expect(all(len(xs) == 1 for xs in columns.values()), f"columns at {columns}")
    order = [x for _, (x,) in sorted(columns.items())]
    expect(all(a < b for a, b in zip(order, order[1:])), f"threads are at {order}")


def check_picture(text, events, ilm, options):
    """The picture of the first block."""
    picture = parse_picture(text)
    block = ilm[0] if ilm else {}
    weights = {name: weight_of(attributes) for name, attributes in picture.nodes.items()}
    threads = {
        NODE_LETTERS[event["meta"]] + str(event["id"]): int(thread)
        for thread, line in block.items()
        for event in line
    }
    check_weights(picture, block, weights)
    check_path(picture, weights, threads, reference_stats.span_of_block(events, 0, options))
    check_places(picture, threads)
