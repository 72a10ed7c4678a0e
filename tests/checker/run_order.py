# SPDX-License-Identifier: GPL-2.0-or-later
"""The order between the processes of a run, from the trace of each alone.

Everything is kept, and each rule is applied to the whole run at once: program order and what a
trace says of its own threads; forks, executed programs and waits; channels and objects that
processes have in common, which are worked through in the order of the machine's clock
(run_channels.py, run_objects.py); and objects of MPI, which the traces share by name.
"""

import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from reference_ilm import Node, Objects, Releases
from run_channels import Channels
from run_objects import CommonObjects
from trace import load_trace

FIRST = re.compile(r"hpcmp .*?, pid (\d+), started at tick (\d+),.*?command: (.*)", re.S)
RANK = re.compile(r", rank \d+ of \d+ in job (.*?),(?: spawned by job (.*?),)?")
BEGUN = re.compile(r"begun by process \d+: by thread (\d+), after event (\d+) of (.*)", re.S)
ENDED = re.compile(r"process (\d+) has ended")
SHARED = re.compile(r"shared: (\d+) \d+ \d+ (.*)", re.S)


@dataclass
class Program:
    """A program that a process executes; the run knows events by program and place in its trace."""

    name: str  # of its trace
    events: list
    process: tuple  # pid, tick
    command: str
    job: str = ""  # that its rank is of or comes from, and that nobody has spawned

    def named(self, name):
        """The run's name for an object that the trace calls `name`, because each job has an MPI world of its own."""
        return f"{name} of {self.job}" if re.match(r"MPI (world|self)[.,]", f"{name},") else name

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
    tell_jobs(programs)
    return programs


def tell_jobs(programs):
    ranks = {program.name: RANK.search(program.events[0].text) for program in programs}
    spawned_by = {rank[1]: rank[2] for rank in ranks.values() if rank}
    for program in programs:
        if rank := ranks[program.name]:
            program.job = rank[1]
            while spawned_by.get(program.job):
                program.job = spawned_by[program.job]


# --- One trace ----------------------------------------------------------------


def order_within(events, is_left_out=lambda _: False):
    """For each place of an event: places of the events right before it, as the trace alone says.

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
                names[int(told[1])] = program.named(told[2])
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
    """For each event, the events right before it."""
    channels, objects, shared = Channels(programs), CommonObjects(programs), SharedObjects(programs)
    elsewhere = channels.acquires | objects.acquires | {(name, place) for name, _, place, _ in shared.acquires}
    before = {}
    for program in programs:
        own = order_within(program.events, lambda place, of=program: of.key(place) in elsewhere)
        for place, others in enumerate(own):
            before[program.key(place)] = [program.key(other) for other in others]
    for rule in (Processes(programs), channels, objects, shared):
        for event, others in rule.edges():
            before[event] += others
    return before


def in_some_order(before):
    """All events, each behind those before it.  Events of a circle, and those after one, are missing."""
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
