# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes a trace as small as a planner lets it be.

The graph of steps remains, with their instructions and their memory:

- Objects that a single thread uses are left out, because they order nothing.
- Blocks that one step allocates and that one step frees are put together to one block.
- Blocks that a step allocates and frees itself become one block, which is as large as the step's `hmax` needs.

So a step has the instructions, the `hbal` and the `hmax` that it had before, and comes after the same steps."""

import json
from collections import defaultdict

PAGE = 4096  # distance of the addresses that are written
KEPT = ("fork", "join", "exit", "rel", "acq", "prim", "seq", "mode")


class Block:
    """Blocks that one step allocates and that one step frees (None: nobody does)."""

    def __init__(self, address):
        self.address, self.size = address, 0


class Step:
    """A part of a thread, up to one of its sync events."""

    def __init__(self):
        self.icnt = self.balance = self.highest = 0
        self.allocated, self.freed = [], []  # indices of blocks

    def add(self, size):
        self.balance += size
        self.highest = max(self.highest, self.balance)


def without_private_objects(events):
    """The events that matter for the order and the heap. Their instructions and times stay with their threads."""
    users = defaultdict(set)
    for event in events:
        sync = event.get("sync", {})
        for kind in ("rel", "acq"):
            if kind in sync:
                users[sync["prim"], sync[kind]].add(event["thid"])
    carried = defaultdict(int)
    for event in events:
        sync = event.get("sync", {})
        used = next((users[sync["prim"], sync[kind]] for kind in ("rel", "acq") if kind in sync), None)
        life = event.get("life", {})
        if (used is not None and len(used) == 1) or not (sync or "alloc" in life or "free" in life):
            carried[event["thid"]] += event["icnt"]
            continue
        kept = {"sync": sync | {"usage": []}} if sync else {"life": life}
        yield event | kept | {"icnt": event["icnt"] + carried.pop(event["thid"], 0)}
    # Instructions behind the last event that matters.
    for thid, icnt in carried.items():
        if icnt > 0:
            yield {"thid": thid, "icnt": icnt, "id": events[-1]["id"] + thid, "info": "ends"}


class Reduction:
    def __init__(self, events):
        self.steps, self.blocks = [], []  # of blocks: (size, step that allocates, step that frees)
        self._live, self._open = {}, {}
        for event in events:
            step = self._step(event["thid"])
            step.icnt += event["icnt"]
            self._life(event.get("life", {}), step)
            if "sync" in event:
                self.steps.append((event, self._open.pop(event["thid"])))
        for thid, step in self._open.items():
            self.steps.append(({"thid": thid}, step))

    def _step(self, thid):
        return self._open.setdefault(thid, Step())

    def _life(self, life, step):
        if "alloc" in life:
            block = life["alloc"]
            self._end(block["addr"], step)  # its free is missing in the trace
            self._live[block["addr"]] = len(self.blocks)
            step.add(block["size"])
            self.blocks.append([block["size"], step, None])
        elif "free" in life:
            block = life["free"]
            live = self._live.get(block["addr"])
            if live is not None and self.blocks[live][0] == block["size"]:
                self._end(block["addr"], step)

    def _end(self, address, step):
        live = self._live.pop(address, None)
        if live is not None:
            self.blocks[live][2] = step
            step.add(-self.blocks[live][0])

    def trace(self, command):
        """The events, with ids from 1 on."""
        groups = defaultdict(int)
        for size, begin, end in self.blocks:
            if begin is not end:
                groups[begin, end] += size
        begins, ends = defaultdict(list), defaultdict(list)
        for number, ((begin, end), size) in enumerate(groups.items()):
            begins[begin].append([number, size, False])
            if end is not None:
                ends[end].append((number, size, begin, begins[begin][-1]))
        self._objects, self._events = {}, []
        self._thids = {id(step): event["thid"] for event, step in self.steps}
        self._add(1, 0, {"info": f"hpcmp, command: {command}"})
        for event, step in self.steps:
            self._write(event, step, begins[step], ends[step])
        return self._events

    def _add(self, thid, icnt, members):
        self._events.append({"thid": thid, "icnt": icnt, "id": len(self._events) + 1} | members)

    def _alloc(self, thid, number, size):
        self._add(thid, 0, {"life": {"alloc": {"addr": (number + 2) * PAGE, "size": size}}})

    def _free(self, thid, number, size):
        self._add(thid, 0, {"life": {"free": {"addr": (number + 2) * PAGE, "size": size, "r": 0, "w": 0}}})

    def _write(self, event, step, begins, ends):
        thid = event["thid"]
        for number, size, begin, group in ends:
            if not group[2]:  # in the trace it is freed before the step that allocates it has ended
                group[2] = True
                self._alloc(self._thids[id(begin)], number, size)
            self._free(thid, number, size)
        for group in begins:
            if not group[2]:
                group[2] = True
                self._alloc(thid, *group[:2])
        if step.highest > max(step.balance, 0):
            self._alloc(thid, -1, step.highest - step.balance)
            self._free(thid, -1, step.highest - step.balance)
        if "sync" in event:
            self._add(thid, step.icnt, {"sync": self._sync(event["sync"])})
        elif step.icnt > 0:
            self._add(thid, step.icnt, {"info": "ends"})

    def _sync(self, sync):
        """With another address of the object, so that addresses do not depend on the machine."""
        kept = {key: sync[key] for key in KEPT if key in sync}
        for kind in ("rel", "acq"):
            if kind in kept:
                key = kept["prim"], kept[kind]
                kept[kind] = self._objects.setdefault(key, PAGE * (len(self._objects) + 1))
        return kept | {"usage": []}


def reduced(events, command):
    """The trace's text."""
    lines = (json.dumps(event, separators=(",", ":")) for event in Reduction(list(events)).trace(command))
    return "[\n" + ",\n".join(lines) + "\n]\n"
