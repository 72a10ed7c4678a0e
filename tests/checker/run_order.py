# SPDX-License-Identifier: GPL-2.0-or-later
"""The order between the processes of a run, from the trace of each alone.

Everything is kept, and each rule is applied to the whole run at once: program order and what a
trace says of its own threads; forks, executed programs and waits; channels, which are queues that
are worked through in the order of the machine's clock; and objects of which the traces say that
they share them by name.
"""

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from reference_ilm import Node, Objects, Releases
from trace import load_trace

FIRST = re.compile(r"hpcmp .*?, pid (\d+), started at tick (\d+),.*?command: (.*)", re.S)
BEGUN = re.compile(r"begun by process \d+: by thread (\d+), after event (\d+) of (.*)", re.S)
ENDED = re.compile(r"process (\d+) has ended")
SHARED = re.compile(r"shared: (\d+) \d+ \d+ (.*)", re.S)
CHANNEL = re.compile(r"channel (\d+) (is|put|took|saw|closed|ended) ?(.*)", re.S)


@dataclass
class Program:
    """What a process executes; events of the run are known by program and place in its trace."""

    name: str  # of its trace
    events: list
    process: tuple  # pid, tick
    command: str

    def key(self, place):
        return self.name, place

    def ends(self):
        """Each thread's last event."""
        return list({event.thid: self.key(i) for i, event in enumerate(self.events)}.values())

    def unended(self):
        """By thread that has not exited, since the process was killed: its last event."""
        last = {event.thid: (event, self.key(i)) for i, event in enumerate(self.events)}
        return {thid: key for thid, (event, key) in last.items() if event.kind != "exit"}


def load_run(folder):
    """The programs, those of a process in their order."""
    programs = []
    for file in sorted(Path(folder).iterdir(), key=lambda file: (len(file.name), file.name)):
        events = load_trace(file)
        pid, tick, command = FIRST.match(events[0].text).groups()
        programs.append(Program(file.name, events, (int(pid), int(tick)), command))
    return programs


def unknown_orders(programs):
    """What the traces tell of that has no rule here, or None."""
    for event in (event for program in programs for event in program.events):
        told = CHANNEL.fullmatch(event.text or "")
        if (event.text or "").startswith("object "):
            return "objects in shared memory"
        if re.match(r"channel \d+ (sent|received) ", event.text or ""):
            return "message queues"
        if told and told[2] == "is" and ">" in told[3]:
            return "connections"
    return None


# --- One trace ----------------------------------------------------------------


def order_within(events, is_left_out=lambda _: False):
    """By place: places of the events right before it, as the trace alone says.

    Acquires that are left out come after nothing but their thread's events.
    """
    latest, forked, exited = {}, {}, {}
    objects, releases, result = Objects(), Releases(), []
    for place, event in enumerate(events):
        before = [latest.get(event.thid, forked.get(event.thid))]
        node = Node(place, event, None, None)
        if event.kind == "newsync":
            objects.begin(event)
        elif event.kind == "fork":
            forked[event.child] = place
        elif event.kind == "join":
            before.append(exited.get(event.child))
        elif event.kind == "exit":
            exited[event.thid] = place
        elif event.kind == "rel":
            objects.describe(node)
            releases.add(node)
        elif event.kind == "acq" and not is_left_out(place):
            objects.describe(node)
            before += releases.before(node)
        latest[event.thid] = place
        result.append([other for other in before if other is not None])
    return result


# --- Objects that processes share ---------------------------------------------


class SharedObjects:
    """Names that the traces have in common: an acquire comes after all releases of its number."""

    def __init__(self, programs):
        self.released, self.acquires = {}, []
        for program in programs:
            self._read(program)

    def _read(self, program):
        names = {}
        for place, event in enumerate(program.events):
            if told := SHARED.fullmatch(event.text or ""):
                names[int(told[1])] = told[2]
            elif event.kind in ("rel", "acq") and event.addr in names:
                number = names[event.addr], event.seq
                if event.kind == "rel":
                    self.released.setdefault(number, []).append((program.name, event.thid, place))
                else:
                    self.acquires.append((program.name, event.thid, place, number))

    def edges(self):
        """(acquire, those before it)."""
        for name, thid, place, number in self.acquires:
            before = [(of, at) for of, other, at in self.released.get(number, []) if (of, other) != (name, thid)]
            yield (name, place), before

    def untaken(self):
        """Numbers that nobody acquires, and acquires of which nobody releases the number."""
        taken = {number for *_, number in self.acquires}
        return [n for n in self.released if n not in taken], [n for n in taken if n not in self.released]


# --- Channels -----------------------------------------------------------------


@dataclass
class Operation:
    clock: int
    what: str
    units: int
    thread: tuple  # program's name, thid
    event: tuple | None  # the release, or the first acquire


class Channels:
    def __init__(self, programs):
        self.operations, self.first_units = {}, {}  # by name
        self.acquires = set()  # their places say nothing
        for program in programs:
            self._read(program)

    def _read(self, program):
        names, units, released = {}, {}, {}
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
            if told and told[2] == "is":
                units[int(told[1])], names[int(told[1])] = told[3].split(" ", 1)
            elif told:
                addr = int(told[1])
                done = self._operation(told[2], [int(n) for n in told[3].split()], addr, released)
                done.thread = program.name, event.thid
                self.operations.setdefault(names[addr], []).append((done, int(units[addr])))
                if told[2] in ("took", "saw", "ended"):
                    waiting[event.thid] = done, addr
                if told[2] == "put":
                    written[addr] = 0
                elif told[2] == "closed":
                    written.pop(addr, None)
                written = dict.fromkeys(written, done.clock)
        for addr, clock in written.items():
            for thid, key in program.unended().items():
                self.operations[names[addr]].append((_closed_by_the_kernel(clock, (program.name, thid), key), int(units[addr])))

    @staticmethod
    def _operation(what, numbers, addr, released):
        clock = numbers[-1]
        units = numbers[0] if what in ("put", "took", "saw") else 0
        release = released.get((addr, numbers[-2])) if what in ("put", "closed") else None
        return Operation(clock, what, units, None, release)

    def edges(self):
        for operations in self.operations.values():
            in_turn = sorted(operations, key=lambda entry: (entry[0].clock, entry[0].what not in ("put", "closed")))
            first_units = in_turn[0][1]
            yield from _work_through([operation for operation, _ in in_turn], first_units)


def _closed_by_the_kernel(clock, thread, event):
    """The process has been killed: behind all that it is known to have done, before what others do then."""
    return Operation(clock + 0.5, "closed", 0, thread, event)


def _work_through(operations, first_units):
    """A queue of units, by whom each was put in; (acquire, those before it)."""
    queue, closed = deque([[first_units, None]]), {}
    for operation in operations:
        if operation.what == "put":
            queue.append([operation.units, operation])
        elif operation.what == "closed":
            closed[operation.thread] = operation.event
        elif operation.event is not None:
            sources = closed if operation.what == "ended" else _sources(queue, operation.units)
            yield operation.event, [event for thread, event in sources.items() if event and thread != operation.thread]
        if operation.what == "took":
            _take(queue, operation.units)


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


# --- Processes ----------------------------------------------------------------


class Processes:
    def __init__(self, programs):
        self.programs = {program.name: program for program in programs}
        self.of = {}  # by process: its programs
        for program in programs:
            self.of.setdefault(program.process, []).append(program)

    def edges(self):
        children = {}  # by parent and pid: (where it began, its programs)
        for own in self.of.values():
            yield from self._executed(own)
            if begun := BEGUN.fullmatch(own[0].events[1].text or "") if len(own[0].events) > 1 else None:
                yield from self._begun(own, begun, children)
        for process, own in self.of.items():
            yield from self._waits(process, own, children)

    @staticmethod
    def _executed(own):
        for earlier, later in zip(own, own[1:]):
            yield later.key(0), earlier.ends()

    def _begun(self, own, begun, children):
        """The fork itself counts as something that its parent does before."""
        parent = self.programs.get(Path(begun[3]).name)
        if parent is None:
            return
        thid, last, (pid, _) = int(begun[1]), int(begun[2]), own[0].process
        place = 0
        for place, event in enumerate(parent.events):
            if event.id > last and event.thid == thid:
                break
        if parent.events[place].text == f"process {pid} begins":
            yield own[0].key(0), [parent.key(place)]
            begin = self.of[parent.process].index(parent), place
            children.setdefault((parent.process, pid), []).append((begin, own))

    @staticmethod
    def _waits(process, own, children):
        """A pid comes again only after its process has been waited for."""
        left = {key: deque(sorted(of, key=lambda child: child[0])) for key, of in children.items()}
        for program in own:
            for place, event in enumerate(program.events):
                told = ENDED.fullmatch(event.text or "")
                if told and left.get((process, int(told[1]))):
                    _, child = left[process, int(told[1])].popleft()
                    yield program.key(place), child[-1].ends()


# --- The run ------------------------------------------------------------------


def order_of_run(programs):
    """By event, those right before it."""
    channels, shared = Channels(programs), SharedObjects(programs)
    named = {(name, place) for name, _, place, _ in shared.acquires}
    before = {}
    for program in programs:
        own = order_within(
            program.events, lambda place, of=program: of.key(place) in channels.acquires or of.key(place) in named
        )
        for place, others in enumerate(own):
            before[program.key(place)] = [program.key(other) for other in others]
    for rule in (Processes(programs), channels, shared):
        for event, others in rule.edges():
            before[event] += others
    return before


def in_some_order(before):
    """All events, each behind those before it; what is part of a circle is missing."""
    after, open_ = {}, {}
    for event, others in before.items():
        open_[event] = len(others)
        for other in others:
            after.setdefault(other, []).append(event)
    ready = deque(event for event, number in open_.items() if number == 0)
    while ready:
        event = ready.popleft()
        yield event
        for other in after.get(event, ()):
            open_[other] -= 1
            if open_[other] == 0:
                ready.append(other)
