#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares an ILM with the trace it was made of.

    check_ilm.py TRACE ILM [--dot] [--block-size N] [--no-trans-reduce]
                 [--no-pruning] [--cross-block] [--relax PRIM,...] [--stats FILE]

The options are those that ilmgen was given; with --dot the ILM is a DOT file.
Says nothing and exits 0 if all is as the format documents say; else prints
the first difference and exits 1.
"""

import argparse
import json
import re
import sys
from collections import Counter

sys.dont_write_bytecode = True  # the source folder may be read-only

import reference_ilm
import reference_stats
from dot import parse_dot
from trace import TraceError, load_trace, parse_json

# Only if the trace says where things happen.
PLACE_KEYS = ("prim", "obj", "at")
EVENT_KEYS = {"id", "icnt", "hbal", "hmax", "meta", "nxt", "bks", "bksu"}
USAGE_KEYS = {"addr", "size", "r", "w"}


class Mismatch(AssertionError):
    """The ILM is not what the trace and the format ask for."""


def expect(condition, message):
    if not condition:
        raise Mismatch(message)


# --- Shape: the ILM alone -----------------------------------------------------


def _check_numbers(obj, keys, where, signed=()):
    expect(isinstance(obj, dict), f"{where}: not an object")
    expect(set(obj) == set(keys), f"{where}: has the keys {sorted(obj)}")
    for key in keys:
        value = obj[key]
        expect(type(value) is int, f"{where}: '{key}' is no whole number")
        low, high = (-(2**63), 2**63) if key in signed else (0, 2**64)
        expect(low <= value < high, f"{where}: '{key}' is out of range")


def _check_list(obj, key, keys, where):
    expect(isinstance(obj.get(key), list), f"{where}: '{key}' is no list")
    for entry in obj[key]:
        _check_numbers(entry, keys, f"{where}: '{key}'")


def _check_event_shape(event, where, options):
    keys = EVENT_KEYS | ({"prv"} if options.cross_block else set())
    expect(isinstance(event, dict), f"{where}: not an object")
    known = keys | {*PLACE_KEYS, "work"}
    expect(keys <= set(event) <= known, f"{where}: has the keys {sorted(event)}")
    numbers = {key: event[key] for key in ("id", "icnt", "hbal", "hmax")}
    _check_numbers(numbers, numbers, where, signed=("hbal",))
    where = f"{where}, event {event['id']}"
    expect(isinstance(event["bks"], dict), f"{where}: 'bks' is no object")
    expect(set(event["bks"]) == {"new", "del"}, f"{where}: keys of 'bks'")
    _check_list(event, "nxt", {"thid", "id"}, where)
    _check_list(event, "bksu", USAGE_KEYS, where)
    _check_list(event["bks"], "new", {"addr", "size"}, where)
    _check_list(event["bks"], "del", USAGE_KEYS, where)
    if options.cross_block:
        _check_list(event, "prv", {"blk", "thid", "id"}, where)
    for key in PLACE_KEYS:
        expect(isinstance(event.get(key, ""), str), f"{where}: '{key}' is no string")
    for entry in event.get("work", []):
        expect(set(entry) == {"fn", "n"}, f"{where}: 'work' has an entry {entry}")


def _check_heap_counts(event, where):
    """Checks what must hold within one event, whatever the trace was."""
    begun = sum(block["size"] for block in event["bks"]["new"])
    ended = sum(block["size"] for block in event["bks"]["del"])
    where = f"{where}, event {event['id']}"
    expect(event["hbal"] == begun - ended, f"{where}: hbal is not new - del")
    expect(event["hmax"] >= event["hbal"], f"{where}: hmax below hbal")


def check_shape(ilm, options):
    expect(isinstance(ilm, list), "the ILM is no array")
    for number, block in enumerate(ilm):
        expect(isinstance(block, dict) and block, f"block {number}: no threads")
        threads = [int(key) for key in block]
        ascending = all(a < b for a, b in zip(threads, threads[1:]))
        expect(ascending, f"block {number}: threads {threads} are not ascending")
        for thread, events in block.items():
            where = f"block {number}, thread {thread}"
            expect(isinstance(events, list) and events, f"{where}: no events")
            for event in events:
                _check_event_shape(event, where, options)
                _check_heap_counts(event, where)


# --- Comparing with the reference ---------------------------------------------


def _sorted(entries):
    """Lists whose order is free, in one order, to compare them as multisets."""
    return sorted(tuple(sorted(entry.items())) for entry in entries)


def _facts(event):
    """An event as (what, value) pairs that are free of any order of lists."""
    yield from ((key, event[key]) for key in ("id", "meta", "icnt", "hbal", "hmax"))
    for key in ("nxt", "prv", "bksu"):
        if key in event:
            yield key, _sorted(event[key])
    for key in ("new", "del"):
        yield key, _sorted(event["bks"][key])


def _compare_threads(got, wanted, where):
    ids, wanted_ids = ([event["id"] for event in side] for side in (got, wanted))
    missing, more = set(wanted_ids) - set(ids), set(ids) - set(wanted_ids)
    expect(not missing, f"{where}: events {sorted(missing)} are missing")
    expect(not more, f"{where}: events {sorted(more)} should not be here")
    expect(ids == wanted_ids, f"{where}: events are not in program order")
    for event, other in zip(got, wanted):
        for (what, value), (_, should) in zip(_facts(event), _facts(other)):
            if value != should:
                expect(False, f"{where}, event {event['id']}: {what} is\n  {value}\nnot\n  {should}")


def compare_blocks(got, wanted):
    for number, (block, other) in enumerate(zip(got, wanted)):
        expect(
            list(block) == list(other),
            f"block {number}: threads are {list(block)}, not {list(other)}",
        )
        for thread in other:
            where = f"block {number}, thread {thread}"
            _compare_threads(block[thread], other[thread], where)
    expect(len(got) == len(wanted), f"{len(got)} blocks, not {len(wanted)}")


# --- Which events are kept ----------------------------------------------------


def events_of(ilm):
    """All events of the ILM with the thread they stand under."""
    for block in ilm:
        for thread, events in block.items():
            for event in events:
                yield int(thread), event


def _may_be_needed_later(node, first_sync, options):
    """May this event get an edge from a later block, for all its block shows?

    For how long a release may is a bound that the implementation chooses.
    """
    if node.event.kind == "rel":
        return True
    if node.event.kind == "fork":
        child = first_sync.get(node.event.child)
        size = options.block_size
        return child is None or child // size != node.index // size
    return False


def kept_across_blocks(ilm, nodes, options):
    """The events kept with --cross-block: all required, the others excusable."""
    index_of = {node.event.id: node.index for node in nodes}
    first_sync = {}
    for node in nodes:
        first_sync.setdefault(node.event.thid, node.index)
    for _, event in events_of(ilm):
        expect(event["id"] in index_of, f"event {event['id']}: no sync event")
    kept = {index_of[event["id"]] for _, event in events_of(ilm)}
    needed = reference_ilm.required(nodes, options)
    for index in sorted(needed - kept):
        expect(False, f"event {nodes[index].event.id} is missing: it has edges")
    for index in sorted(kept - needed):
        excused = _may_be_needed_later(nodes[index], first_sync, options)
        expect(excused, f"event {nodes[index].event.id} should have been pruned")
    return kept


# --- Sums: nothing is lost ----------------------------------------------------


class Stretches:
    """Maps each event of the trace to the kept event that it went into.

    Computed from the ids in the ILM alone.  The stretch of events after a
    thread's last kept event is None: it is not part of the ILM.
    """

    def __init__(self, events, ilm):
        kept = {(thread, event["id"]) for thread, event in events_of(ilm)}
        self._of, current = {}, {}
        for event in reversed(events):
            if (event.thid, event.id) in kept:
                current[event.thid] = event.id
            self._of[event.id] = current.get(event.thid)

    def of(self, event):
        return self._of[event.id]


def _balance_change(event):
    if event.kind == "alloc":
        return event.size
    return -event.usage[0].size if event.kind == "free" else 0


def _check_thread_sums(events, ilm, stretches):
    wanted, got = Counter(), Counter()
    for event in events:
        if stretches.of(event) is not None:
            wanted[event.thid, "icnt"] += event.icnt
            wanted[event.thid, "hbal"] += _balance_change(event)
            wanted[event.thid, "samples"] += event.samples
    for thread, event in events_of(ilm):
        got[thread, "icnt"] += event["icnt"]
        got[thread, "hbal"] += event["hbal"]
        got[thread, "samples"] += sum(entry["n"] for entry in event.get("work", []))
    for (thread, what), total in wanted.items():
        found = got[thread, what]
        message = f"thread {thread}: {what} adds up to {found}, not {total}"
        expect(found == total, message)


def _traffic_of_trace(events, stretches):
    """All bytes that the ILM must show, by (thread, block, direction).

    Left out: what follows a thread's last sync event, and blocks allocated
    and freed by one thread between two of its kept events.
    """
    heap, begun, dropped, traffic = reference_ilm.HeapNames(), set(), set(), Counter()
    for event in events:
        stretch = stretches.of(event)
        if event.kind == "alloc":
            begun.add((stretch, heap.begin(event)))
        for usage in event.usage:
            is_free = event.kind == "free"
            name = heap.end(usage) if is_free else heap.find(usage)
            if is_free and (stretch, name) in begun:
                dropped.add((stretch, name))
            block = (event.thid, usage.addr, usage.size)
            if stretch is not None:
                traffic[stretch, name, *block, "r"] += usage.read
                traffic[stretch, name, *block, "w"] += usage.written
    total = Counter()
    for (stretch, name, *where), number in traffic.items():
        if (stretch, name) not in dropped:
            total[tuple(where)] += number
    return total


def _traffic_of_ilm(ilm):
    total = Counter()
    for thread, event in events_of(ilm):
        for usage in event["bksu"] + event["bks"]["del"]:
            total[thread, usage["addr"], usage["size"], "r"] += usage["r"]
            total[thread, usage["addr"], usage["size"], "w"] += usage["w"]
    return total


def check_sums(events, ilm):
    stretches = Stretches(events, ilm)
    _check_thread_sums(events, ilm, stretches)
    wanted, got = _traffic_of_trace(events, stretches), _traffic_of_ilm(ilm)
    for key in sorted(wanted.keys() | got.keys()):
        thread, addr, size, direction = key
        message = (
            f"thread {thread}: {direction} of block {addr}, size {size}, "
            f"adds up to {got[key]}, not {wanted[key]}"
        )
        expect(got[key] == wanted[key], message)


# --- DOT: the first block as a graph ------------------------------------------

NODE_LETTERS = {"acq": "a", "rel": "r", "fork": "f", "join": "j", "exit": "e"}


def graph_of_block(block):
    """The clusters and edges that the DOT file of a block must contain."""
    letters = {
        event["id"]: NODE_LETTERS[event["meta"]] + str(event["id"])
        for events in block.values()
        for event in events
    }
    clusters, edges = {}, set()
    for thread, events in block.items():
        chain = [letters[event["id"]] for event in events]
        clusters[f"thread {thread}"] = set(chain)
        edges |= set(zip(chain, chain[1:]))
        for event in events:
            edges |= {(letters[event["id"]], letters[n["id"]]) for n in event["nxt"]}
    return clusters, edges


def check_dot(text, wanted_ilm):
    wanted_clusters, wanted_edges = graph_of_block(wanted_ilm[0] if wanted_ilm else {})
    try:
        clusters, edges = parse_dot(text)
    except ValueError as error:
        raise Mismatch(f"not DOT: {error}") from error
    # The first ilmgen's pictures call it "thd".
    clusters = {re.sub("^thd ", "thread ", label): nodes for label, nodes in clusters.items()}
    expect(clusters == wanted_clusters, f"clusters {clusters}, not {wanted_clusters}")
    for edge in sorted(wanted_edges - set(edges)):
        expect(False, f"edge {edge} is missing")
    for edge in sorted(set(edges) - wanted_edges):
        expect(False, f"edge {edge} should not be here")
    expect(len(edges) == len(set(edges)), "an edge stands there twice")


# --- All of it ----------------------------------------------------------------


def check_ilm(events, ilm, options, history=None):
    """Raises Mismatch unless `ilm` is the ILM of the trace `events`.

    `history` may hand in what ordered_history() made of both, to save time.
    """
    if history is None:
        history = reference_ilm.ordered_history(events, options)
    check_shape(ilm, options)
    kept = None
    if options.cross_block and options.pruning:
        kept = kept_across_blocks(ilm, history.nodes, options)
    compare_blocks(ilm, reference_ilm.build(history, options, kept))
    check_sums(events, ilm)


def add_options(parser):
    parser.add_argument("--block-size", type=int, default=4096)
    parser.add_argument("--no-trans-reduce", action="store_true")
    parser.add_argument("--no-pruning", action="store_true")
    parser.add_argument("--cross-block", action="store_true")
    parser.add_argument("--relax", default="")


def options_from(args):
    return reference_ilm.Options(
        block_size=args.block_size,
        trans_reduce=not args.no_trans_reduce,
        pruning=not args.no_pruning,
        cross_block=args.cross_block,
        relax=frozenset(filter(None, args.relax.split(","))),
    )


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("trace")
    parser.add_argument("ilm")
    parser.add_argument("--dot", action="store_true")
    parser.add_argument("--stats", metavar="FILE")
    add_options(parser)
    return parser.parse_args()


def _check_files(args):
    options = options_from(args)
    events = load_trace(args.trace)
    with open(args.ilm, encoding="utf-8") as file:
        text = file.read()
    if args.dot:
        history = reference_ilm.ordered_history(events, options)
        check_dot(text, reference_ilm.build(history, options))
    else:
        check_ilm(events, parse_json(text), options)
    if args.stats:
        with open(args.stats, encoding="utf-8") as file:
            difference = reference_stats.difference(events, json.load(file), options)
        expect(difference is None, difference)


def main():
    args = _arguments()
    try:
        _check_files(args)
    except (Mismatch, TraceError) as error:
        print(f"{args.trace}, {args.ilm}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
