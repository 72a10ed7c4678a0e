# SPDX-License-Identifier: GPL-2.0-or-later
"""Traces of a random run of several processes, and what is ordered in it.

Processes fork, execute other programs, wait for each other and end, some by being killed; threads of theirs begin, are
joined, and end.  Process numbers come again.  Pipes are inherited: threads put units in, take them
out, close them, and find their ends.  Some are directions of connections, of which a program may
know only one socket; into some nobody in the run puts anything.  All processes have some objects
(random_objects.py, random_messages.py).  An event is known by its file and id; those that are compared have work.
"""

import json
import random
from dataclasses import dataclass, field

from random_messages import RandomMessages
from random_objects import RandomObjects

PIDS = range(100, 106)
MOST_EVENTS = 200
MOST_TURNS = 3000  # some threads may wait for ever


@dataclass
class Thread:
    thid: int
    before: tuple | None = None  # its latest event
    begun: int | None = None  # pid of a child: its next event says so
    after: list = field(default_factory=list)  # events that its next one comes after
    waits_at: tuple | None = None  # a life of an object, and where that is: it does nothing else


@dataclass
class Pipe:
    name: str
    is_outside: bool = False  # all that comes out of it is from outside of the run
    partial: str = ""  # what a program may call it that does not know all
    parts: list = field(default_factory=list)  # [units, thread, release] in the order of the queue
    closed: dict = field(default_factory=dict)  # by thread: its latest release

    def units(self):
        return sum(part[0] for part in self.parts)

    def sources(self, units):
        """Each thread's latest release among those of the first units."""
        latest = {}
        for held, thread, release in self.parts:
            if units <= 0:
                break
            latest[id(thread)] = thread, release
            units -= held
        return latest.values()

    def take(self, units):
        while units > 0:
            taken = min(units, self.parts[0][0])
            self.parts[0][0] -= taken
            units -= taken
            if self.parts[0][0] == 0:
                del self.parts[0]


@dataclass
class Process:
    pid: int
    tick: int
    parent: object
    forked: str | None
    programs: int = 0
    threads: dict = field(default_factory=dict)
    ended_threads: dict = field(default_factory=dict)  # not joined: their exits
    children: list = field(default_factory=list)
    blocks: dict = field(default_factory=dict)
    n_threads: int = 0
    has_ended: bool = False
    first_file: str = ""  # of its programs' traces
    pipes: list = field(default_factory=list)  # those that it has
    known: dict = field(default_factory=dict)  # in this program: [address, number of releases]
    written: set = field(default_factory=set)  # by this program, and not closed since


class RandomRun(RandomObjects, RandomMessages):
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.files = {}  # name: events
        self.commands = {}  # name: command
        self.comes_after = {}  # event: those right before it
        self.tick = 1000
        self.count = self.clock = self.n_pipes = 0
        self.begin_objects()
        self.begin_queues()
        self.turns = 0
        self.root, self.live = None, []
        self.root = self.begin_process(None, None, [])
        self.live.append(self.root)
        while self.live:
            self.act(self.random.choice(self.live))

    # --- Events ---

    def file(self, process):
        name = f"hpcmp.out.{process.pid}-{process.tick}"
        return name if process.programs == 1 else f"{name}.{process.programs - 1}"

    def event(self, process, thread, members, more_before=(), has_work=True):
        events = self.files[self.file(process)]
        event = self.file(process), len(events) + 1
        if has_work:
            before = [thread.before, *thread.after, *more_before]
            self.comes_after[event] = [other for other in before if other is not None]
            thread.before, thread.after = event, []
        self.count += 1
        work = self.random.randint(1, 50) if has_work else 0
        events.append({"thid": thread.thid, "icnt": work, "id": event[1], **members})
        return event

    def info(self, process, thread, text, more_before=()):
        return self.event(process, thread, {"info": text}, more_before)

    def sync(self, process, thread, members, more_before=()):
        return self.event(process, thread, {"sync": {**members, "usage": self.usage(process)}}, more_before)

    def usage(self, process):
        used = self.random.sample(sorted(process.blocks), min(len(process.blocks), 2))
        return [{"addr": a, "size": 8, "r": self.random.randint(0, 9), "w": 1, "alloc": process.blocks[a]} for a in used]

    # --- Processes ---

    def begin_process(self, parent, forked, after):
        self.tick += self.random.randint(0, 1) or (parent is not None)
        taken = self.taken_pids()
        pid = self.random.choice([pid for pid in PIDS if pid not in taken])
        process = Process(pid, self.tick, parent, forked)
        self.begin_program(process, after)
        process.first_file = self.file(process)
        return process

    def taken_pids(self):
        return {process.pid for live in self.live for process in self.family(live)}

    def family(self, top):
        """The process with all descendants that have not been waited for."""
        yield top
        for child in top.children:
            yield from self.family(child)

    def begin_program(self, process, after):
        process.programs += 1
        process.threads, process.ended_threads, process.blocks = {1: Thread(1, after=list(after))}, {}, {}
        process.n_threads, process.known, process.written = 1, {}, set()
        name = self.file(process)
        command = f"/bin/program{len(self.files)} -x"
        self.files[name], self.commands[name] = [], command
        run = "" if process.parent is None else f" run of {self.run},"
        identity = f"pid {process.pid}, started at tick {process.tick}"
        if process.parent is None:
            self.run = identity
        main = process.threads[1]
        self.info(process, main, f"hpcmp 1, Valgrind 3, {identity},{run} order virtual, command: {command}")
        if process.forked and process.programs == 1:
            self.info(process, main, process.forked)

    def exits(self, process):
        """All its threads exit, the main one last.  Returns the exits that nobody has joined."""
        for thid in sorted(process.threads, reverse=True):
            thread = process.threads.pop(thid)
            process.ended_threads[thid] = self.sync(process, thread, {"exit": None})
        return list(process.ended_threads.values())

    # --- What threads do ---

    def act(self, process):
        thread = self.random.choice(list(process.threads.values()))
        if thread.begun is not None:
            child, thread.begun = thread.begun, None
            event = self.info(process, thread, f"process {child.pid} begins")
            self.comes_after[child.first_file, 1].append(event)
            return
        self.turns += 1
        if self.count > MOST_EVENTS or self.turns > MOST_TURNS:
            self.end(process, thread)
            return
        if thread.waits_at is not None:
            self.go_on_waiting(process, thread)
            return
        actions = [self.mark, self.allocate, self.begin_thread, self.join_thread, self.end_thread, self.fork, self.wait]
        actions += [self.make_pipe, self.put, self.take, self.close, self.use_object, self.use_queue]
        weights = [3, 4, 3, 3, 1, 9, 6, 1, 6, 6, 1, 20, 6]
        if process is not self.root:
            actions, weights = [*actions, self.execute, self.end], [*weights, 1, 1]
        self.random.choices(actions, weights)[0](process, thread)

    def mark(self, process, thread):
        self.info(process, thread, "a mark")

    def allocate(self, process, thread):
        addr = self.random.choice(range(4096, 4096 + 80, 16))
        if addr in process.blocks:
            del process.blocks[addr]
            self.event(process, thread, {"life": {"free": {"addr": addr, "size": 8, "r": 1, "w": 2}}})
        else:
            event = self.event(process, thread, {"life": {"alloc": {"addr": addr, "size": 8}}})
            process.blocks[addr] = event[1]

    def begin_thread(self, process, thread):
        process.n_threads += 1
        event = self.sync(process, thread, {"fork": process.n_threads})
        process.threads[process.n_threads] = Thread(process.n_threads, after=[event])

    def join_thread(self, process, thread):
        if process.ended_threads:
            other = self.random.choice(list(process.ended_threads))
            self.sync(process, thread, {"join": other}, [process.ended_threads.pop(other)])

    def end_thread(self, process, thread):
        if thread.thid != 1:
            del process.threads[thread.thid]
            process.ended_threads[thread.thid] = self.sync(process, thread, {"exit": None})

    def fork(self, process, thread):
        if len(self.taken_pids()) < len(PIDS):
            last = len(self.files[self.file(process)])
            by = f"begun by process {process.pid}: by thread {thread.thid}, after event {last} of {self.file(process)}"
            child = self.begin_process(process, by, [])
            child.pipes = list(process.pipes)
            process.children.append(child)
            self.live.append(child)
            thread.begun = child

    def wait(self, process, thread):
        """Waits for a child that has ended, and whose begin has been told."""
        untold = [other.begun for other in process.threads.values()]
        over = [child for child in process.children if child.has_ended and child not in untold]
        if over:
            child = self.random.choice(over)
            process.children.remove(child)
            self.info(process, thread, f"process {child.pid} has ended", child.ended_threads.values())

    # --- Pipes ---

    def make_pipe(self, process, thread):
        if self.n_pipes < 4:
            self.n_pipes += 1
            n, is_outside = self.n_pipes, self.random.random() < 0.2
            names = [(f"100.1000.{n}", ""), (f"{n}>{n + 10}", f"{n}>0"), (f"{n}>{n + 10}", f"0>{n + 10}")]
            name, partial = self.random.choice(names)
            process.pipes.append(Pipe(name, is_outside, partial))

    def some_pipe(self, process, thread):
        """Its address in the program, which has told of it; it tells of forks before it goes on."""
        if not process.pipes or self.is_busy(process):
            return None, None
        pipe = self.random.choice(process.pipes)
        if pipe.name not in process.known:
            addr = 0x800000000001 + len(process.known)
            process.known[pipe.name] = [addr, 0]
            name = self.random.choice([pipe.name, pipe.partial or pipe.name])
            self.info(process, thread, f"channel {addr} is 0 {name}")
            if name != pipe.name and self.random.random() < 0.3:  # it learns more
                self.info(process, thread, f"channel {addr} is 0 {pipe.name}")
            began = {"life": {"newsync": {"prim": "pipe", "addr": addr}}}
            self.event(process, thread, began, has_work=False)
        return pipe, process.known[pipe.name][0]

    def tick_of(self):
        self.clock += 1
        return self.clock

    def release(self, process, thread, pipe, addr):
        number = process.known[pipe.name]
        number[1] += 1
        return number[1], self.sync(process, thread, {"rel": addr, "prim": "pipe", "seq": number[1]})

    def put(self, process, thread):
        pipe, addr = self.some_pipe(process, thread)
        if pipe is not None and not pipe.is_outside:
            clock = self.tick_of()
            seq, release = self.release(process, thread, pipe, addr)
            for _ in range(self.random.choice([1, 1, 2])):  # a write that goes on
                units = self.random.randint(1, 5)
                self.info(process, thread, f"channel {addr} put {units} {seq} {clock}")
                pipe.parts.append([units, thread, release])
                clock = self.tick_of()
            process.written.add(pipe.name)

    def acquire(self, process, thread, addr, sources):
        """The thread comes after all sources; the order of these does not matter."""
        for _ in range(self.random.randint(1, 2)):
            acquire = {"acq": addr, "prim": "pipe", "seq": 0, "usage": []}
            self.event(process, thread, {"sync": acquire}, has_work=False)
        thread.after += [release for other, release in sources if other is not thread]

    def take(self, process, thread):
        pipe, addr = self.some_pipe(process, thread)
        if pipe is None:
            return
        if pipe.is_outside:
            self.info(process, thread, f"channel {addr} took {self.random.randint(1, 5)} {self.tick_of()}")
            self.acquire(process, thread, addr, [])
        elif pipe.parts:
            units, sees = self.random.randint(1, pipe.units()), self.random.random() < 0.2
            self.info(process, thread, f"channel {addr} {'saw' if sees else 'took'} {units} {self.tick_of()}")
            self.acquire(process, thread, addr, pipe.sources(units))
            if not sees:
                pipe.take(units)
        elif pipe.closed and not any(pipe.name in other.written for other in self.live):
            self.info(process, thread, f"channel {addr} ended {self.tick_of()}")
            self.acquire(process, thread, addr, pipe.closed.values())

    def close(self, process, thread):
        pipe, addr = self.some_pipe(process, thread)
        if pipe is not None:
            seq, release = self.release(process, thread, pipe, addr)
            self.info(process, thread, f"channel {addr} closed {seq} {self.tick_of()}")
            pipe.closed[id(thread)] = thread, release
            process.written.discard(pipe.name)

    def is_busy(self, process):
        """Whether a thread of the process has forked and its trace has not said so yet."""
        return any(thread.begun for thread in process.threads.values())

    def execute(self, process, thread):
        if not self.is_busy(process):
            event = self.info(process, thread, "executes /bin/x")
            self.begin_program(process, [event, *self.exits(process)])

    def end(self, process, thread):
        if self.is_busy(process):
            return
        if any(not child.has_ended for child in process.children) and self.random.random() < 0.9:
            return  # it waits, mostly
        if process is not self.root and self.random.random() < 0.2:
            self.is_killed(process)
        else:
            self.exits(process)
        process.has_ended = True
        self.live.remove(process)

    def is_killed(self, process):
        """Its trace tells of no exits.  The pipes that it could write into are closed after all that it did."""
        for thid, thread in process.threads.items():
            process.ended_threads[thid] = self.info(process, thread, "the last that it did")
        for pipe in process.pipes:
            if pipe.name in process.written:
                for thread in process.threads.values():
                    pipe.closed[id(thread)] = thread, thread.before

    # --- Out ---

    def write(self, folder):
        for name, events in self.files.items():
            (folder / name).write_text(json.dumps(events))


def reaches(comes_after, order):
    """For each event: the set of those before it, as bits by their places in `order`, which is topological."""
    place = {event: i for i, event in enumerate(order)}
    before = {}
    for event in order:
        before[event] = 0
        for other in comes_after.get(event, ()):
            before[event] |= before[other] | 1 << place[other]
    return before, place
