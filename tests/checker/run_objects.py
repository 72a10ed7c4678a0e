# SPDX-License-Identifier: GPL-2.0-or-later
"""Objects that the processes of a run have in common, in memory or in the kernel, of which the
traces tell what is done to them when by the machine's clock.

All that is done to what has one name is put in the order of that clock, and worked through by the
rules of its kind: docs/trace-format.md, "Which releases an acquire comes after".
"""

import math
import re
from collections import deque
from dataclasses import dataclass, field

OBJECT = re.compile(
    r"object (\d+) (is|begins|acts|waits|leaves|ends|to all|wakes|range|process range|adds|takes|sets|finds none)"
    r" ?(.*)",
    re.S,
)
CHANNEL_CLOCK = re.compile(r"channel \d+ (?!is ).* (\d+)", re.S)
LOCKS = ("mutex", "spin", "rwlock")


@dataclass
class Operation:
    clock: float
    what: str  # is, begins, rel, acq, waits, leaves, ends
    thread: tuple  # program's name, thid
    process: tuple
    event: tuple | None = None  # the release or acquire
    mode: str | None = None
    told: dict = field(default_factory=dict)  # what infos add to it
    prim: str = ""
    value: int = 0


# --- Kinds: what an acquire comes after, as (thread, event) -------------------


def latest_of_others(releases, thread):
    """The last release, a (thread, event), of each other thread."""
    latest = dict(releases)
    latest.pop(thread, None)
    return list(latest.items())


class Kind:
    """One life of an object.  `releases`: (thread, event), all of them."""

    def __init__(self, value):
        self.value, self.releases = value, []

    def release(self, operation):
        self.releases.append((operation.thread, operation.event))

    def wait(self, thread):
        pass

    leave = wait

    def is_inside(self, thread):
        return False


class Lock(Kind):
    def acquire(self, operation):
        return self.releases[-1:]


class Semaphore(Kind):
    def __init__(self, value):
        super().__init__(value)
        self.tokens = deque([None] * value)

    def release(self, operation):
        self.tokens.append((operation.thread, operation.event))

    def acquire(self, operation):
        token = self.tokens.popleft() if self.tokens else None
        return [token] if token else []


class Barrier(Kind):
    def __init__(self, value):
        super().__init__(value)
        self.inside = {}

    def release(self, operation):
        self.inside[operation.thread] = len(self.releases) // self.value * self.value
        super().release(operation)

    def acquire(self, operation):
        first = self.inside.pop(operation.thread, None)
        return [] if first is None else self.releases[first : first + self.value]

    def is_inside(self, thread):
        return thread in self.inside


class ReadersWriter(Kind):
    """`written`: the last release after writing.  `releases`: those since then."""

    written = []

    def release(self, operation):
        super().release(operation)
        if operation.mode == "wr":
            self.written, self.releases = self.releases[-1:], []

    def acquire(self, operation):
        return self.written if operation.mode == "rd" else self.written + self.releases


class Signals(Kind):
    """Each waiter takes a wake.  A wake is used up then, unless it is a broadcast."""

    def __init__(self, value):
        super().__init__(value)
        self.waiters, self.left = {}, []  # by thread: releases before; by release: how many it can wake

    def release(self, operation):
        super().release(operation)
        self.left.append(math.inf if "to all" in operation.told else int(operation.told.get("wakes", 1)))

    def wait(self, thread):
        self.waiters[thread] = len(self.releases)

    def leave(self, thread):
        self.waiters.pop(thread, None)

    def is_inside(self, thread):
        return thread in self.waiters

    def acquire(self, operation):
        began = self.waiters.pop(operation.thread, None)
        if began is None:
            return []
        for number in range(began, len(self.releases)):
            if self.left[number] > 0:
                self.left[number] -= 1
                return [self.releases[number]]
        return []


class Ranges(Kind):
    """`releases`: the ranges that were unlocked, by whom, and the event."""

    @staticmethod
    def _lock(operation):
        is_process = "process range" in operation.told
        told = operation.told.get("process range" if is_process else "range", "0 0")
        first, last = map(int, told.split())
        return first, last, operation.mode, operation.process if is_process else None

    def release(self, operation):
        self.releases.append((self._lock(operation), operation.thread, operation.event))

    def acquire(self, operation):
        if not operation.told:
            return []
        first, last, mode, owner = self._lock(operation)
        before = []
        for (low, high, other_mode, other_owner), thread, event in self.releases:
            both_read = mode == other_mode == "rd"
            if low <= last and first <= high and not both_read and (owner is None or owner != other_owner):
                before.append((thread, event))
        return latest_of_others(before, operation.thread)


class Amounts(Kind):
    """`releases`: the operations that take or set."""

    def __init__(self, value):
        super().__init__(value)
        self.units = deque([None] * value)  # by whom each was added

    def release(self, operation):
        by = operation.thread, operation.event
        if "sets" in operation.told:
            self.releases, self.units = [by], deque([by] * int(operation.told["sets"]))
        elif "adds" in operation.told:
            self.units += [by] * int(operation.told["adds"])
        else:
            self.releases.append(by)

    def acquire(self, operation):
        if "finds none" in operation.told:
            return latest_of_others(self.releases, operation.thread)
        wanted = min(int(operation.told.get("takes", 0)), len(self.units))
        taken = [self.units.popleft() for _ in range(wanted)]
        return latest_of_others(filter(None, taken), operation.thread)


KINDS = {
    "mutex": Lock,
    "spin": Lock,
    "sem": Semaphore,
    "barrier": Barrier,
    "rwlock": ReadersWriter,
    "cond": Signals,
    "futex": Signals,
    "filelock": Ranges,
    "winlock": Ranges,  # of the ranks that expose something
    "semop": Amounts,
}


# --- What is done to them -----------------------------------------------------


class HeldRanges:
    """Ranges of files that a program has locked, by address: (first, last, mode, how that is told)."""

    def __init__(self):
        self.of = {}

    @staticmethod
    def _range(details):
        how = next((how for how in ("range", "process range") if how in details), None)
        return how, *(map(int, details[how].split()) if how else (0, 0))

    def lock(self, addr, mode, details):
        how, first, last = self._range(details)
        if how:
            self.of.setdefault(addr, []).append((first, last, mode, how))

    def unlock(self, addr, details):
        how, first, last = self._range(details)
        if how:
            self.of[addr] = [
                (begin, end, mode, kind)
                for own_first, own_last, mode, kind in self.of.get(addr, [])
                for begin, end in ((own_first, min(own_last, first - 1)), (max(own_first, last + 1), own_last))
                if begin <= end
            ]

    def left(self):
        """(address, mode, how it is told)."""
        for addr, ranges in self.of.items():
            for first, last, mode, how in ranges:
                yield addr, mode, {how: f"{first} {last}"}


class CommonObjects:
    def __init__(self, programs):
        self.operations = {}  # by name
        self.acquires = set()  # what their places and numbers say in their own traces is nothing
        for program in programs:
            self._read(program)

    def _read(self, program):
        names, prims, named, told, held, clock = {}, {}, set(), {}, {}, 0
        ranges = HeldRanges()
        for place, event in enumerate(program.events):
            info = OBJECT.fullmatch(event.text or "")
            if info:
                addr, what, rest = int(info[1]), info[2], info[3]
                is_first = what in ("is", "begins")
                if is_first:
                    at, value, prims[addr], name = rest.split(" ", 3)
                    names[addr] = program.named(name)
                    clock = int(at)
                    named.add(addr)
                    self._add(program, event.thid, names[addr], what, clock, prim=prims[addr], value=int(value))
                elif addr in names and what in ("waits", "leaves", "ends"):
                    clock = int(rest)
                    self._add(program, event.thid, names[addr], what, clock)
                elif addr in names:
                    told.setdefault(event.thid, {})[what] = rest
            elif other := CHANNEL_CLOCK.fullmatch(event.text or ""):
                clock = int(other[1])
            elif event.kind in ("rel", "acq") and event.addr in names:
                details = told.pop(event.thid, {})
                if event.kind == "acq":
                    self.acquires.add(program.key(place))
                if "acts" not in details:
                    continue  # more of an acquire that has been seen
                clock = int(details.pop("acts"))
                more = {"event": program.key(place), "mode": event.mode, "told": details}
                self._add(program, event.thid, names[event.addr], event.kind, clock, **more)
                if prims[event.addr] == "filelock":
                    if event.kind == "rel":
                        ranges.unlock(event.addr, details)
                    else:
                        ranges.lock(event.addr, event.mode, details)
                elif event.kind == "rel":
                    held.pop((event.thid, event.addr), None)
                elif prims[event.addr] in LOCKS:
                    held[event.thid, event.addr] = names[event.addr], event.mode
            elif event.kind == "delsync" or (event.kind == "newsync" and event.addr not in named):
                names.pop(event.addr, None)
            elif event.kind == "newsync":
                named.discard(event.addr)
        unlocks = [(thid, name, mode, {}) for (thid, _), (name, mode) in held.items()]
        for addr, mode, how in ranges.left():
            unlocks += [(thid, names[addr], mode, how) for thid in program.unended()]
        self._unlock_all(program, unlocks, clock)

    def _add(self, program, thid, name, what, clock, **more):
        operation = Operation(clock, what, (program.name, thid), program.process, **more)
        self.operations.setdefault(name, []).append(operation)

    def _unlock_all(self, program, unlocks, clock):
        """The process has been killed: its locks are released after all that it is known to have done."""
        last = program.unended()
        for thid, name, mode, told in unlocks:
            if thid in last:
                thread = program.name, thid
                released = Operation(clock + 0.5, "rel", thread, program.process, last[thid], mode, told)
                self.operations[name].append(released)

    def edges(self):
        """(acquire, those before it)."""
        for operations in self.operations.values():
            yield from _work_through(sorted(operations, key=lambda operation: operation.clock))


def _work_through(operations):
    """Follows the operations on one name.  An object may begin again there; a thread that waits in one life
    comes back to that life."""
    life, has_ended, inside = None, True, {}
    for operation in operations:
        thread = operation.thread
        if operation.what == "begins" or (operation.what == "is" and has_ended):
            life, has_ended = KINDS[operation.prim](operation.value), False
        elif operation.what == "ends":
            has_ended = True
        elif operation.what == "waits":
            life.wait(thread)
            inside[thread] = life
        elif operation.what == "leaves":
            inside.pop(thread, life).leave(thread)
        elif operation.what == "rel":
            life.release(operation)
            if life.is_inside(thread):
                inside[thread] = life
        elif operation.what == "acq":
            before = inside.pop(thread, life).acquire(operation)
            yield operation.event, [event for other, event in before if other != thread]
