# SPDX-License-Identifier: GPL-2.0-or-later
"""Channels that the processes of a run have in common: pipes, eventfds, directions of connections,
message queues.

Each is a queue that is worked through in the order of the machine's clock, which the traces tell.
"""

import re
from collections import deque
from dataclasses import dataclass

CHANNEL = re.compile(r"channel (\d+) (is|put|took|saw|closed|ended|sent|received first|received) ?(.*)", re.S)
# The numbers behind it.
MEMBERS = {
    "put": ("units", "seq", "clock"),
    "took": ("units", "clock"),
    "saw": ("units", "clock"),
    "closed": ("seq", "clock"),
    "ended": ("clock",),
    "sent": ("type", "mark", "seq", "clock"),
    "received first": ("mark", "clock"),
    "received": ("type", "mark", "clock"),
}
PUBLISHES = ("put", "closed", "sent")


@dataclass
class Operation:
    what: str
    thread: tuple  # program's name, thid
    clock: float
    units: int = 0
    type: int = 0
    mark: int = 0
    event: tuple | None = None  # the release, or the first acquire
    first_units: int = 0  # that were in it before


class Names:
    """Names of channels.  A direction between two sockets is called FROM>TO.  One of these may be 0, which
    is unknown: names with a socket in common belong to one channel.  An eventfd that was made at some
    clock is called NUMBER@CLOCK; NUMBER<CLOCK is the latest one by then."""

    def __init__(self):
        self.same_as = {}
        self.made = {}  # by number, clocks

    def find(self, key):
        if "<" in key:
            number, clock = key.split("<")
            by_then = [made for made in self.made.get(number, ()) if made <= int(clock)]
            return f"{number}@{max(by_then, default=0)}"
        while key in self.same_as:
            key = self.same_as[key]
        return key

    def add(self, name):
        """Adds one of a channel's names.  Returns its key."""
        if "@" in name:
            number, clock = name.split("@")
            self.made.setdefault(number, set()).add(int(clock))
        if "<" in name:
            return name
        begin, is_direction, end = name.partition(">")
        keys = [key for key in (f"{begin}>", f">{end}") if key not in ("0>", ">0")] if is_direction else [name]
        roots = {self.find(key) for key in keys}
        root = roots.pop()
        self.same_as.update(dict.fromkeys(roots, root))
        return root


class Channels:
    def __init__(self, programs):
        self.names, self.operations = Names(), []  # (key, operation)
        self.acquires = set()  # what their places say is nothing
        for program in programs:
            self._read(program)

    def _read(self, program):
        keys, units, released = {}, {}, {}
        written = {}  # address: the clock of what the program did last to a channel, while it can write into this one
        waiting = {}  # by thread: what its next acquires belong to, and the channel
        for place, event in enumerate(program.events):
            key, addr = program.key(place), event.addr
            if event.kind == "rel" and addr is not None:
                released[addr, event.seq] = key
            operation, of = waiting.get(event.thid, (None, None))
            if event.kind == "acq" and addr == of:
                operation.event = operation.event or key
                self.acquires.add(key)
            elif event.kind != "newsync" or addr != of:
                waiting.pop(event.thid, None)
            told = CHANNEL.fullmatch(event.text or "")
            addr = int(told[1]) if told else None
            if told and told[2] == "is":
                units[addr], name = told[3].split(" ", 1)
                keys[addr] = self.names.add(name)
            elif told:
                numbers = dict(zip(MEMBERS[told[2]], map(int, told[3].split())))
                release = released.get((addr, numbers.pop("seq"))) if told[2] in PUBLISHES else None
                thread = program.name, event.thid
                done = Operation(told[2], thread, event=release, first_units=int(units[addr]), **numbers)
                self.operations.append((keys[addr], done))
                if told[2] not in PUBLISHES:
                    waiting[event.thid] = done, addr
                if told[2] == "put":
                    written[addr] = 0
                elif told[2] == "closed":
                    written.pop(addr, None)
                written = dict.fromkeys(written, done.clock)
        # The kernel closes behind all that a killed process is known to have done.
        for addr, clock in written.items():
            for thid, key in program.unended().items():
                self.operations.append((keys[addr], Operation("closed", (program.name, thid), clock + 0.5, event=key)))

    def edges(self):
        """(acquire, those before it)."""
        channels = {}
        for key, operation in self.operations:
            channels.setdefault(self.names.find(key), []).append(operation)
        for operations in channels.values():
            operations.sort(key=lambda operation: (operation.clock, operation.what not in PUBLISHES))
            yield from _work_through(operations)


def _work_through(operations):
    """Follows a channel: a queue of units or messages, with the operation that put each in."""
    queue, messages, closed = deque([[operations[0].first_units, None]]), [], {}
    for operation in operations:
        before = {}  # by thread
        if operation.what == "put":
            queue.append([operation.units, operation])
        elif operation.what == "sent":
            messages.append(operation)
        elif operation.what == "closed":
            closed[operation.thread] = operation.event
        elif operation.what == "ended":
            before = closed
        elif operation.what in ("took", "saw"):
            before = _sources(queue, operation.units)
        else:
            before = _receive(messages, operation)
        if operation.what == "took":
            _take(queue, operation.units)
        if operation.what not in PUBLISHES and operation.event is not None:
            yield operation.event, [event for thread, event in before.items() if event and thread != operation.thread]


def _receive(messages, operation):
    """Takes the oldest message with the same bytes: of the operation's type, or of the highest there is."""
    alike = [message for message in messages if operation.mark in (0, message.mark)]
    if operation.what == "received":
        alike = [message for message in alike if message.type == operation.type]
    if not alike:
        return {}
    message = max(alike, key=lambda message: message.type)  # the first one of these
    messages.remove(message)
    return {message.thread: message.event}


def _sources(queue, units):
    """By thread, its latest release of what is in the first units."""
    latest = {}
    for held, put in queue:
        if units <= 0:
            break
        if put is not None:
            latest[put.thread] = put.event
        units -= held
    return latest


def _take(queue, units):
    while units > 0 and queue:
        taken = min(units, queue[0][0])
        queue[0][0] -= taken
        units -= taken
        if queue[0][0] == 0:
            queue.popleft()
