# SPDX-License-Identifier: GPL-2.0-or-later
"""Synchronisation objects of a random run that all its processes have, and what each acquire comes after.

An object has several lives: who initialises it anew begins one, and who waits in the one before still comes
back from that.
"""

from dataclasses import dataclass, field


@dataclass
class Life:
    value: int = 0
    releases: list = field(default_factory=list)  # (thread, event), and what the kind needs

    def tokens(self):
        return self.value


@dataclass
class Mutex(Life):
    prim = "mutex"
    holder: object = None

    def moves(self, thread):
        return [self.unlock] if self.holder is thread else [] if self.holder else [self.lock]

    def lock(self, run, thread, at):
        self.holder = thread
        run.acquire_object(thread, at, self.releases[-1:])

    def unlock(self, run, thread, at):
        self.holder = None
        self.releases.append((thread, run.release_object(thread, at)))


@dataclass
class Semaphore(Life):
    prim = "sem"
    waits: int = 0

    def tokens(self):
        return self.value + len(self.releases) - self.waits

    def moves(self, thread):
        return [self.post, self.wait] if self.tokens() > 0 else [self.post]

    def wait(self, run, thread, at):
        self.waits += 1
        needed = self.waits - self.value  # the post of that number
        run.acquire_object(thread, at, self.releases[needed - 1 : needed] if needed > 0 else [])

    def post(self, run, thread, at):
        self.releases.append((thread, run.release_object(thread, at)))


@dataclass
class ReadersWriter(Life):
    prim = "rwlock"
    readers: list = field(default_factory=list)
    writer: object = None

    def moves(self, thread):
        if self.writer is thread or thread in self.readers:
            return [self.unlock]
        return [] if self.writer else [self.read] if self.readers else [self.read, self.write]

    def read(self, run, thread, at):
        self.readers.append(thread)
        writes = [(other, event) for other, event, is_write in self.releases if is_write]
        run.acquire_object(thread, at, writes[-1:], "rd")

    def write(self, run, thread, at):
        self.writer = thread
        run.acquire_object(thread, at, [(other, event) for other, event, _ in self.releases], "wr")

    def unlock(self, run, thread, at):
        is_write = self.writer is thread
        if is_write:
            self.writer = None
        else:
            self.readers.remove(thread)
        event = run.release_object(thread, at, "wr" if is_write else "rd")
        self.releases.append((thread, event, is_write))


@dataclass
class Barrier(Life):
    prim = "barrier"
    inside: dict = field(default_factory=dict)  # by id of thread: in which round

    def moves(self, thread):
        if id(thread) not in self.inside:
            return [self.arrive]
        return [self.depart] if len(self.releases) >= self.value * (self.inside[id(thread)] + 1) else []

    def arrive(self, run, thread, at):
        self.inside[id(thread)] = len(self.releases) // self.value
        self.releases.append((thread, run.release_object(thread, at)))
        thread.waits_at = self, at

    def depart(self, run, thread, at):
        first = self.value * self.inside.pop(id(thread))
        thread.waits_at = None
        run.acquire_object(thread, at, self.releases[first : first + self.value])


@dataclass
class Condition(Life):
    prim = "cond"
    waiters: dict = field(default_factory=dict)  # by id of thread: signals before
    used: set = field(default_factory=set)  # numbers of signals

    def moves(self, thread):
        if id(thread) not in self.waiters:
            return [self.wait, self.wait, self.signal, self.signal, self.broadcast]
        return [self.wake] if self.wakers(thread) else [self.leave]

    def wakers(self, thread):
        late = range(self.waiters[id(thread)], len(self.releases))
        return [number for number in late if self.releases[number][2] or number not in self.used]

    def wait(self, run, thread, at):
        run.tells(thread, at, "waits")
        self.waiters[id(thread)] = len(self.releases)
        thread.waits_at = self, at

    def leave(self, run, thread, at):
        run.tells(thread, at, "leaves")
        del self.waiters[id(thread)]
        thread.waits_at = None

    def wake(self, run, thread, at):
        number = self.wakers(thread)[0]
        del self.waiters[id(thread)]
        thread.waits_at = None
        other, event, to_all = self.releases[number]
        if not to_all:
            self.used.add(number)
        run.acquire_object(thread, at, [(other, event)])

    def signal(self, run, thread, at):
        self.releases.append((thread, run.release_object(thread, at), False))

    def broadcast(self, run, thread, at):
        run.says(thread, at, "to all")
        self.releases.append((thread, run.release_object(thread, at), True))


@dataclass
class Futex(Condition):
    """A wake says how many waiters take it."""

    prim = "futex"

    def wakers(self, thread):
        return [number for number in super().wakers(thread) if self.releases[number][2] > 0]

    def wake(self, run, thread, at):
        number = self.wakers(thread)[0]
        other, event, left = self.releases[number]
        self.releases[number] = other, event, left - 1
        del self.waiters[id(thread)]
        thread.waits_at = None
        run.acquire_object(thread, at, [(other, event)])

    def signal(self, run, thread, at):
        self.releases.append((thread, run.release_object(thread, at), 1))

    def broadcast(self, run, thread, at):
        wakes = run.random.choice((2, 3, 100))
        run.says(thread, at, f"wakes {wakes}")
        self.releases.append((thread, run.release_object(thread, at), wakes))


@dataclass
class SystemVSemaphore(Life):
    prim = "semop"
    parts: list = field(default_factory=list)  # units, and the release of each
    takers: list = field(default_factory=list)

    def __post_init__(self):
        self.parts = [[self.value, None]]

    def tokens(self):
        return sum(units for units, _ in self.parts)

    def moves(self, thread):
        return [self.add, self.add, self.set, *([self.take] * 3 if self.tokens() > 0 else [self.find_none])]

    def add(self, run, thread, at):
        units = run.random.choice((1, 1, 2, 3))
        run.says(thread, at, f"adds {units}")
        self.parts.append([units, (thread, run.release_object(thread, at))])

    def set(self, run, thread, at):
        value = run.random.choice((0, 1, 2))
        run.says(thread, at, f"sets {value}")
        released = thread, run.release_object(thread, at)
        self.parts, self.takers = [[value, released]], [released]

    def take(self, run, thread, at):
        units = left = run.random.randint(1, self.tokens())
        self.takers.append((thread, run.release_object(thread, at)))
        sources = []
        while left > 0:
            part = self.parts[0]
            taken = min(left, part[0])
            if taken > 0 and part[1]:
                sources.append(part[1])
            part[0] -= taken
            left -= taken
            if part[0] == 0:
                self.parts.pop(0)
        run.says(thread, at, f"takes {units}")
        run.acquire_object(thread, at, sources)

    def find_none(self, run, thread, at):
        run.says(thread, at, "finds none")
        run.acquire_object(thread, at, self.takers)


@dataclass
class RecordLock:
    first: int
    last: int
    is_write: bool
    owner: object  # a process, or a thread's open file

    def keeps_out(self, other):
        overlap = self.first <= other.last and other.first <= self.last
        return overlap and (self.is_write or other.is_write) and self.owner is not other.owner

    def tell(self, run, thread, at):
        run.says(thread, at, f"{'process ' if self.owner is at[0] else ''}range {self.first} {self.last}")
        return "wr" if self.is_write else "rd"


@dataclass
class LockedFile(Life):
    prim = "filelock"
    held: dict = field(default_factory=dict)  # by id of thread

    def moves(self, thread):
        return [self.unlock] if id(thread) in self.held else [self.lock]

    def wanted(self, run, process):
        first = run.random.randint(0, 5)
        owner = run.random.choice((process, process, object()))
        return RecordLock(first, run.random.randint(first, 9), run.random.random() < 0.7, owner)

    def lock(self, run, thread, at):
        wanted = self.wanted(run, at[0])
        if any(lock.keeps_out(wanted) for lock in self.held.values()):
            return
        self.held[id(thread)] = wanted
        mode = wanted.tell(run, thread, at)
        run.acquire_object(thread, at, [source for lock, source in self.releases if lock.keeps_out(wanted)], mode)

    def unlock(self, run, thread, at):
        lock = self.held.pop(id(thread))
        mode = lock.tell(run, thread, at)
        self.releases.append((lock, (thread, run.release_object(thread, at, mode))))


@dataclass
class Window(LockedFile):
    """A window of three ranks.  A lock covers one of them, or is shared and covers all."""

    prim = "winlock"

    def wanted(self, run, process):
        rank, kind = run.random.randrange(3), run.random.choice(("all", "one shared", "one", "one"))
        return RecordLock(0, 2, False, object()) if kind == "all" else RecordLock(rank, rank, kind == "one", object())


KINDS = [Mutex, Semaphore, ReadersWriter, Barrier, Condition, Futex, SystemVSemaphore, LockedFile, Window]


class RandomObjects:
    """A part of RandomRun: what threads do to objects.  `at`: the process, and its address of the object."""

    def begin_objects(self):
        self.objects = [self.new_life(kind) for kind in KINDS]

    def new_life(self, kind):
        return kind(self.random.choice((2, 3)) if kind is Barrier else self.random.choice((0, 1, 2)))

    def use_object(self, process, thread):
        if self.is_busy(process):
            return
        number = self.random.randrange(len(self.objects))
        if self.random.random() < 0.03:
            self.objects[number] = self.new_life(KINDS[number])
            self.name_object(process, thread, number, "begins")
        elif ("object", number) not in process.known:
            self.name_object(process, thread, number, "is")
        life = self.objects[number]
        moves = life.moves(thread)
        if moves:
            self.random.choice(moves)(self, thread, (process, process.known["object", number]))

    def name_object(self, process, thread, number, how):
        life = self.objects[number]
        addr = process.known.setdefault(("object", number), 0x10000 * (number + 1) + 64 * len(process.known))
        text = f"{how} {self.tick_of()} {life.tokens()} {life.prim} memory 100.1000.1+{64 * number}"
        self.info(process, thread, f"object {addr} {text}")
        self.event(process, thread, {"life": {"newsync": {"prim": life.prim, "addr": addr}}}, has_work=False)

    def go_on_waiting(self, process, thread):
        life, at = thread.waits_at
        moves = [] if self.is_busy(process) else life.moves(thread)
        if moves and self.random.random() < 0.2:
            self.random.choice(moves)(self, thread, at)

    def says(self, thread, at, what):
        self.info(at[0], thread, f"object {at[1]} {what}")

    def tells(self, thread, at, what):
        self.says(thread, at, f"{what} {self.tick_of()}")

    def release_object(self, thread, at, mode=None):
        self.tells(thread, at, "acts")
        return self.sync(at[0], thread, {"rel": at[1], "seq": 7, **({"mode": mode} if mode else {})})

    def acquire_object(self, thread, at, sources, mode=None):
        self.tells(thread, at, "acts")
        acquire = {"acq": at[1], "seq": 7, "usage": [], **({"mode": mode} if mode else {})}
        self.event(at[0], thread, {"sync": acquire}, has_work=False)
        thread.after += [event for other, event in sources if other is not thread]
